internal import FeedCore

extension [HTMLAttribute] {
    /// Whether it holds code with an element for each line, as SyntaxHighlighter and GitHub write it.
    var isCodeLines: Bool {
        guard let classes = self["class"], classes.utf8.count < 1024 else { return false }
        return classes.utf8.split(separator: 0x20).contains { name in
            name.elementsEqual("syntaxhighlighter".utf8) || name.elementsEqual("js-file-line-container".utf8)
        }
    }
}

extension TableGrid.Cell {
    init(isHeader: Bool, _ attributes: [HTMLAttribute]) {
        func number(_ name: String, max limit: Int) -> Int {
            attributes.isEmpty
                ? 1 : attributes[name].flatMap { Int($0.trimmed) }.map { min(Swift.max($0, 1), limit) } ?? 1
        }
        content = Page.Table.Cell(isHeader: isHeader, columns: number("colspan", max: TableGrid.maxColumns), blocks: [])
        rows = number("rowspan", max: TableGrid.maxRows)
        guard !attributes.isEmpty else { return }
        let style = attributes["style"].map { $0.utf8.count < 1024 ? $0.lowercased().filter { $0 != " " } : "" } ?? ""
        var alignment: Substring?
        if style.hasBytes("text-align:") {
            alignment = style.firstRange(of: "text-align:").map { style[$0.upperBound...].prefix(6) }
        }
        switch alignment ?? attributes["align"]?.lowercased()[...] ?? "" {
        case let name where name.hasPrefix("right"): content.alignment = .right
        case let name where name.hasPrefix("center"): content.alignment = .center
        case let name where name.hasPrefix("left"): content.alignment = .left
        default: break
        }
    }
}

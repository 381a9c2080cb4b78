/// Lists and definitions.
extension PageText {
    mutating func appendList(_ list: Page.List) {
        let isTight = list.items.allSatisfy { $0.blocks.areShort }
        listDepth += 1
        defer { listDepth -= 1 }
        let markers = list.items.map { marker(of: $0, list.numbering) }
        let cells = markers.map { TextWidth.cells(of: $0) }
        let maxCells = cells.max() ?? 1
        for (index, item) in list.items.enumerated() {
            if index > 0, !isTight { appendEmptyLine() }
            let padding = String(repeating: " ", count: maxCells - cells[index])
            appendItem(padding + markers[index] + " ", cells: maxCells + 1, .dim) {
                $0.appendBlocks(item.blocks, isTight: isTight)
            }
        }
    }

    private mutating func appendItem(_ marker: String, cells: Int, _ style: Style, _ body: (inout PageText) -> Void) {
        let indent = StyledText(String(repeating: " ", count: cells))
        indented(by: indent, cells: cells, first: StyledText(marker, style), body)
    }

    private func marker(of item: Page.Item, _ numbering: Page.Numbering?) -> String {
        let box = item.task.map { $0 == .done ? "[x]" : "[ ]" }
        guard let number = item.number, let numbering else { return box ?? bullet }
        return numbering.marker(of: number) + (box.map { " " + $0 } ?? "")
    }

    private var bullet: String {
        switch listDepth {
        case 1: "•"
        case 2: "◦"
        default: "▪"
        }
    }

    mutating func appendDefinitions(_ definitions: [Page.Definition]) {
        let cells = width < 40 ? 2 : 4
        let indent = StyledText(String(repeating: " ", count: cells))
        for (index, definition) in definitions.enumerated() {
            if index > 0, definition.meaning.count > 1 { appendEmptyLine() }
            for term in definition.terms { appendSpans(term, style: .bold) }
            indented(by: indent, cells: cells) { $0.appendBlocks(definition.meaning) }
        }
    }
}

extension [Page.Block] {
    /// Whether there is at most one paragraph, and lists: such items need no empty lines between them.
    fileprivate var areShort: Bool {
        var paragraphs = 0
        for block in self {
            switch block {
            case .paragraph: paragraphs += 1
            case .list: break
            default: return false
            }
        }
        return paragraphs <= 1
    }
}

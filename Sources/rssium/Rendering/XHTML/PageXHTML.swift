internal import FeedCore

/// Writes a page as XHTML for the body of a document. Whatever the HTML of the article was, its elements are nested as HTML
/// allows it, it has no ids, and it loads nothing but the given pictures.
struct PageXHTML {
    private(set) var text = ""
    /// The addresses of its pictures, each once.
    private(set) var pictures: [String] = []
    private var known: Set<String> = []
    private let links: [String]
    private let files: [String: String]
    private let headingsBelow: Int
    private var depth = 0

    /// Deeper lists and quotations are not nested further.
    private static let maxDepth = 24

    /// - Parameters:
    ///   - level: that of the heading that the page is below; 0 for none.
    ///   - files: the pictures to show, by address. Others are links.
    init(_ page: Page, headingsBelow level: Int, pictures files: [String: String] = [:]) {
        links = page.links
        self.files = files
        headingsBelow = level
        append(page.blocks)
    }

    // MARK: Blocks

    private mutating func append(_ blocks: [Page.Block]) {
        for block in blocks { append(block) }
    }

    private mutating func append(_ block: Page.Block) {
        switch block {
        case .paragraph(let spans): line("p", spans)
        case .caption(let spans): line("p", class: "caption", spans)
        case .heading(let level, let spans):
            if !spans.isEmpty { line("h\(min(max(level, 1) + headingsBelow, 6))", spans) }
        case .rule: text += "<hr/>\n"
        case .preformatted(let spans, _): line("pre", spans)
        case .quote(let blocks) where depth >= PageXHTML.maxDepth: append(blocks)
        case .quote(let blocks): nested("<blockquote>", "</blockquote>") { $0.append(blocks) }
        case .list(let list): append(list)
        case .definitions(let definitions): append(definitions)
        case .table(let table): append(table)
        // E-readers fold nothing.
        case .details(let summary, let blocks):
            if !summary.isEmpty { line("p", summary.strong) }
            append(blocks)
        }
    }

    private mutating func line(
        _ name: String, class style: String? = nil, attributes: String = "", _ spans: [Page.Span]
    ) {
        text += "<\(name)\(style.map { " class=\"\($0)\"" } ?? "")\(attributes)>"
        append(spans)
        text += "</\(name)>\n"
    }

    /// An element with blocks. A single paragraph is its text.
    private mutating func element(_ name: String, attributes: String = "", _ blocks: [Page.Block]) {
        if blocks.count == 1, case .paragraph(let spans) = blocks[0] {
            return line(name, attributes: attributes, spans)
        }
        nested("<\(name)\(attributes)>", "</\(name)>") { $0.append(blocks) }
    }

    private mutating func nested(_ start: String, _ end: String, _ body: (inout PageXHTML) -> Void) {
        text += start + "\n"
        depth += 1
        body(&self)
        depth -= 1
        text += end + "\n"
    }

    private mutating func append(_ list: Page.List) {
        guard !list.items.isEmpty else { return }
        guard depth < PageXHTML.maxDepth else { return append(list.items.flatMap(\.blocks)) }
        let name = list.numbering == nil ? "ul" : "ol"
        nested("<\(name)\(list.numbering?.attribute ?? "")>", "</\(name)>") { xhtml in
            for item in list.items {
                let number = list.numbering == nil ? nil : item.number
                xhtml.append(item, attributes: number.map { " value=\"\($0)\"" } ?? "")
            }
        }
    }

    private mutating func append(_ item: Page.Item, attributes: String) {
        var blocks = item.blocks
        if let task = item.task {
            let box = Page.Span(content: .text(task == .done ? "☑ " : "☐ "))
            if case .paragraph(let spans)? = blocks.first {
                blocks[0] = .paragraph([box] + spans)
            } else {
                blocks.insert(.paragraph([box]), at: 0)
            }
        }
        element("li", attributes: attributes, blocks)
    }

    private mutating func append(_ definitions: [Page.Definition]) {
        guard !definitions.isEmpty else { return }
        nested("<dl>", "</dl>") { xhtml in
            for definition in definitions {
                for term in definition.terms.isEmpty ? [[]] : definition.terms { xhtml.line("dt", term) }
                xhtml.element("dd", definition.meaning)
            }
        }
    }

    private mutating func append(_ table: Page.Table) {
        let rows = table.rows.filter { !$0.cells.isEmpty }
        guard !rows.isEmpty else { return line("p", table.caption) }
        nested("<table>", "</table>") { xhtml in
            if !table.caption.isEmpty { xhtml.line("caption", table.caption) }
            for row in rows {
                xhtml.text += "<tr>"
                for cell in row.cells {
                    let span = cell.columns > 1 ? " colspan=\"\(cell.columns)\"" : ""
                    xhtml.element(cell.isHeader ? "th" : "td", attributes: span, cell.blocks)
                }
                xhtml.text += "</tr>\n"
            }
        }
    }

    // MARK: Spans

    /// The spans of a link are one element.
    private mutating func append(_ spans: [Page.Span]) {
        var index = 0
        while index < spans.count {
            let link = spans[index].outerLink
            let end = link == nil ? index + 1 : spans[index...].firstIndex { $0.outerLink != link } ?? spans.count
            linked(to: link) { xhtml, isLinked in
                for span in spans[index..<end] { xhtml.append(span, isLinked: isLinked) }
            }
            index = end
        }
    }

    /// - Parameter body: gets whether there is a link.
    private mutating func linked(to link: Int?, _ body: (inout PageXHTML, Bool) -> Void) {
        let address = link.flatMap { links.indices.contains($0 - 1) ? links[$0 - 1] : nil }.flatMap(LinkXHTML.address)
        if let address { text += "<a href=\"\(Sanitizer.escaped(address))\">" }
        body(&self, address != nil)
        if address != nil { text += "</a>" }
    }

    private mutating func append(_ span: Page.Span, isLinked: Bool) {
        let names = Page.Formatting.elements.filter { span.formatting.contains($0.formatting) }.map(\.name)
        for name in names { text += "<\(name)>" }
        switch span.content {
        case .text(let words): text += Sanitizer.escaped(words)
        case .lineBreak: text += "<br/>"
        case .image(let image): append(image, isLinked: isLinked)
        case .media(let kind, let title, let link):
            linked(to: link) { xhtml, _ in xhtml.text += Sanitizer.escaped(SpanText.placeholder(kind, title)) }
        }
        for name in names.reversed() { text += "</\(name)>" }
    }

    private mutating func append(_ image: Page.Image, isLinked: Bool) {
        if let address = image.address {
            if known.insert(address).inserted { pictures.append(address) }
            if let file = files[address] {
                text += "<img src=\"\(file)\" alt=\"\(Sanitizer.escaped(image.alt))\"/>"
                return
            }
        }
        linked(to: isLinked ? nil : image.link) { xhtml, _ in
            xhtml.text += Sanitizer.escaped(SpanText.placeholder("image", image.alt))
        }
    }
}

extension Page.Span {
    /// The link that it is part of. A recording is a link of its own.
    fileprivate var outerLink: Int? {
        if case .media = content { nil } else { link }
    }
}

extension Page.Numbering {
    fileprivate var attribute: String {
        switch self {
        case .decimal: ""
        case .lowerLetters: " type=\"a\""
        case .upperLetters: " type=\"A\""
        case .lowerRoman: " type=\"i\""
        case .upperRoman: " type=\"I\""
        }
    }
}

extension Page.Formatting {
    fileprivate static let elements: [(formatting: Page.Formatting, name: String)] = [
        (.strong, "strong"), (.emphasis, "em"), (.deleted, "del"), (.inserted, "ins"), (.underlined, "u"),
        (.highlighted, "mark"), (.superscript, "sup"), (.subscript, "sub"), (.code, "code"), (.key, "kbd"),
    ]
}

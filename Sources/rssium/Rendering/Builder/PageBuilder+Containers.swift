internal import FeedCore

/// Containers: quotations, lists, definitions, tables. Each is read apart, and what it holds becomes a block or part of the
/// container around it.
extension PageBuilder {
    mutating func appendContainer(_ element: ShownElement, _ outer: PageStyle, _ style: PageStyle) {
        if outer.kind.isPreformatted {
            switch element.kind {
            case .list: return appendCodeLines(element, outer, style)
            case .item where outer.kind.isCodeLines: return appendCodeLine(element, style)
            default: break
            }
        }
        endText(outer)
        guard let kind = element.kind, let inner = style.inContainer(kind, element.attributes) else {
            return appendLines(of: element, style)
        }
        let held = content(of: element.node, inner)
        switch kind {
        case .quote: appendQuote(held, from: element.attributes["cite"])
        case .list(let isOrdered): appendList(held, ListNumbering(isOrdered: isOrdered, element.attributes))
        case .item: appendItem(held, number: element.attributes["value"], in: outer.container)
        case .definitions: appendDefinitions(held)
        case .term, .meaning: appendDefinition(held, isTerm: kind == .term, in: outer.container)
        case .details: appendDetails(held)
        case .summary, .tableCaption: appendTitle(held, in: outer.container)
        case .table: appendTable(held, isLayout: element.attributes["role"] == "presentation")
        case .cell(let isHeader):
            let cell = TableGrid.Cell(isHeader: isHeader || outer.isInTableHead, element.attributes)
            appendCell(cell, held, in: outer.container)
        default: appendRow(held, in: outer.container)
        }
    }

    private mutating func content(of node: HTMLTree.Index, _ style: PageStyle) -> PageContent {
        var outer = PageContent()
        swap(&outer, &content)
        appendContent(of: node, style)
        endText(style)
        swap(&outer, &content)
        return outer
    }

    // MARK: - Quotations and details

    /// Appends the source of the quotation, too, unless the page links to it already.
    private mutating func appendQuote(_ held: PageContent, from source: String?) {
        guard !held.blocks.isEmpty else { return }
        var blocks = held.blocks
        if let source = source?.trimmed, links.knownNumber(of: source) == nil,
            let address = WebAddress(source), address.scheme != .file
        {
            let host = Page.Span(content: .text(address.host), link: links.number(of: source))
            blocks.append(.paragraph([Page.Span(content: .text("— ")), host]))
        }
        content.append(.quote(blocks))
    }

    private mutating func appendDetails(_ held: PageContent) {
        if held.title.isEmpty {
            content.append(held.blocks)
        } else {
            content.append(.details(summary: held.title, held.blocks))
        }
    }

    /// Appends the summary of `details`, or the caption of a table.
    private mutating func appendTitle(_ held: PageContent, in container: PageElement?) {
        guard container == .details || container == .table else { return content.append(held.blocks) }
        for spans in held.blocks.map(\.spans) where !spans.isEmpty {
            if !content.title.isEmpty { content.title.append(Page.Span(content: .lineBreak)) }
            content.title += spans
        }
    }

    // MARK: - Lists

    private mutating func appendList(_ held: PageContent, _ numbering: ListNumbering) {
        var held = held
        held.endItem()
        let list = numbering.list(of: held.items)
        if !list.items.isEmpty { content.append(.list(list)) }
    }

    private mutating func appendItem(_ held: PageContent, number: String?, in container: PageElement?) {
        var item = Page.Item(task: held.task, blocks: held.blocks)
        if case .list? = container {
            item.number = number.flatMap { Int32($0) }.map(Int.init)
            content.endItem()
            content.items.append(item)
        } else if !item.blocks.isEmpty {
            content.append(.list(Page.List(items: [item])))
        }
    }

    private mutating func appendDefinitions(_ held: PageContent) {
        var held = held
        held.endMeaning()
        content.append(held.earlier)
        if !held.definitions.isEmpty { content.append(.definitions(held.definitions)) }
    }

    private mutating func appendDefinition(_ held: PageContent, isTerm: Bool, in container: PageElement?) {
        guard container == .definitions else { return content.append(held.blocks) }
        content.endMeaning()
        if isTerm { content.append(termsIn: held.blocks) } else { content.append(meaning: held.blocks) }
    }

    // MARK: - Tables

    private mutating func appendCell(_ cell: TableGrid.Cell, _ held: PageContent, in container: PageElement?) {
        var cell = cell
        cell.content.blocks = held.blocks
        switch container {
        case .row: content.cells.append(cell)
        case .table: content.rows.append([cell])
        default: content.append(held.blocks)
        }
    }

    private mutating func appendRow(_ held: PageContent, in container: PageElement?) {
        content.append(held.blocks)
        if container == .table {
            if !held.cells.isEmpty { content.rows.append(held.cells) }
        } else {
            for cell in held.cells { content.append(cell.content.blocks) }
        }
    }

    /// Appends a table, or its cells as blocks where it only arranges them on the page.
    private mutating func appendTable(_ held: PageContent, isLayout: Bool) {
        content.append(held.blocks)
        let cells = held.rows.lazy.joined()
        let isLayout =
            isLayout || held.rows.areLayout || cells.contains { $0.content.blocks.contains(where: \.isLarge) }
        let table = Page.Table(caption: held.title, rows: isLayout ? [] : TableGrid.rows(of: held.rows))
        guard isLayout || table.isLayout else { return content.append(.table(table)) }
        if !held.title.isEmpty { content.append(.caption(held.title)) }
        for cell in cells { content.append(cell.content.blocks) }
    }
}

extension [[TableGrid.Cell]] {
    /// Whether there is only one row, and it is not a header.
    fileprivate var areLayout: Bool {
        count == 1 && self[0].contains { !$0.content.isHeader && !$0.content.blocks.isEmpty }
    }
}

extension Page.Table {
    /// Whether it arranges blocks on the page, as opposed to a data table.
    fileprivate var isLayout: Bool {
        let columns = rows.first?.cells.reduce(0) { $0 + $1.columns } ?? 0
        guard columns > 1, rows.count > 1 || rows[0].isHeader else { return true }
        return rows.lazy.flatMap(\.cells).contains { $0.blocks.count > 4 }
    }
}

extension Page.Block {
    /// Whether it is too large for a cell of a data table.
    fileprivate var isLarge: Bool {
        switch self {
        case .table, .heading, .quote, .details, .rule: true
        // A command or a few lines of code fit beside the next column.
        case .preformatted(let spans, _): spans.reduce(0) { $0 + $1.text.utf8.count } > 240
        case .list(let list): list.items.contains { $0.blocks.contains(where: \.isLarge) }
        case .definitions(let definitions): definitions.contains { $0.meaning.contains(where: \.isLarge) }
        case .paragraph, .caption: false
        }
    }
}

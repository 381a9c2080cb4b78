internal import FeedCore

/// Prints items one by one, in the format and with the fields that the user asked for.
struct ItemWriter<Item: Listed> {
    private let layout: ListLayout<Item>
    private let listing: Listing
    /// What follows the last cell of a row as far as the line has room.
    private let filler: ((Item) -> StyledText)?
    private var table: Table?
    private var json = JSONWriter()
    private var isEmpty = true

    /// - Parameter largest: the largest id of an item to print; nil if unknown.
    init(
        _ layout: ListLayout<Item>, upTo largest: Int64? = nil, on terminal: Terminal, at now: Timestamp,
        lastSeen: ArticleID? = nil, isOfUnread: Bool = false, filler: ((Item) -> StyledText)? = nil
    ) {
        self.layout = layout
        let narrow = NarrowList(layout, on: terminal)
        // In a pipe a line has no end, and the filler would fill all of it.
        self.filler = layout.areFieldsChosen || narrow != nil || terminal.lineWidth == nil ? nil : filler
        listing = Listing(
            now: now, lastSeen: lastSeen, expectedFlags: narrow == nil ? nil : isOfUnread ? "U" : "-",
            showsCharts: terminal.showsCharts)
        let columns = layout.fields.map { $0.name == "id" ? .number(upTo: largest ?? 0) : $0.column }
        // A record that ends with NUL is for a program, so it is not aligned.
        guard layout.format == .text, layout.end == .newline else { return }
        table = Table(layout.areFieldsChosen ? columns.map(\.asChosen) : columns, width: terminal.lineWidth, narrow)
        table?.hasNames = Item.fields.namesColumns && terminal.isTerminal && !layout.hasHeader
    }

    mutating func write(_ item: Item, to output: inout Output) throws(OutputError) {
        switch layout.format {
        case .json:
            if isEmpty { json.open("[") }
            json.nextLine()
            writeJSON(item)
            try output.write(&json)
        case .jsonl:
            json.startOver()
            writeJSON(item)
            json.lineBreak()
            try output.write(&json)
        default:
            if isEmpty { try writeHeader(to: &output) }
            try writeRecord(item, to: &output)
        }
        isEmpty = false
    }

    /// The names of the columns, if the user asked for them, or the list has them on a terminal.
    private mutating func writeHeader(to output: inout Output) throws(OutputError) {
        let hasNames = table?.hasNames == true
        guard layout.hasHeader || hasNames else { return }
        if table == nil { return try output.record(layout.header, endedBy: layout.end) }
        let style = hasNames ? Style.dim : .underlined
        try table?.append(layout.header.map { StyledText($0, style) }, to: &output)
    }

    private mutating func writeRecord(_ item: Item, to output: inout Output) throws(OutputError) {
        if table != nil {
            let row = layout.fields.map { $0.styledText(of: item, listing) }
            try table?.append(row, filler: filler?(item) ?? StyledText(), to: &output)
        } else {
            // By index: a copy of each field would take longer than its text.
            for index in layout.fields.indices {
                layout.fields[index].value(item, listing).write(to: &output, isFirst: index == 0)
            }
            try output.endRecord(layout.end)
        }
    }

    /// The whole item, or an object with the chosen fields.
    private mutating func writeJSON(_ item: Item) {
        guard layout.areFieldsChosen else {
            return FieldValue.object(Item.fields.members(of: item, listing)).write(to: &json)
        }
        json.object { json in
            for field in layout.fields {
                json.key(field.name)
                field.value(item, listing).write(to: &json)
            }
        }
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        switch layout.format {
        case .json:
            if isEmpty { json.open("[") } else { json.lineBreak() }
            json.close("]")
            json.lineBreak()
            try output.write(&json)
        case .jsonl: break
        default:
            if isEmpty, layout.hasHeader { try writeHeader(to: &output) }
            try table?.finish(to: &output)
        }
    }
}

extension ItemWriter: ArticleWriter where Item == Article {
    mutating func write(
        _ article: Article, pictures _: [String: ImageFile], to output: inout Output
    ) throws(OutputError) {
        try write(article, to: &output)
    }
}

internal import FeedCore

/// Prints items one by one, in the format and with the fields that the user asked for.
struct ItemWriter<Item: Listed> {
    private let layout: ListOptions<Item>
    private let listing: Listing
    private var records: RecordWriter
    private let narrow: NarrowList<Item>?
    private var json = JSONWriter()
    private var isEmpty = true

    init(_ layout: ListOptions<Item>, on terminal: Terminal, at now: Timestamp, lastSeen: ArticleID? = nil) {
        self.layout = layout
        listing = Listing(now: now, lastSeen: lastSeen, showsCharts: terminal.showsCharts)
        narrow = NarrowList(layout, on: terminal, listing)
        records = RecordWriter(layout, columns: layout.fields.map(\.column), on: terminal)
        if Item.fields.namesColumns, terminal.isTerminal { records.nameColumns(layout.header) }
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
        case .text where narrow != nil: try narrow?.write(item, to: &output)
        case .text where records.isTable:
            try records.write(styled: layout.fields.map { $0.styledText(of: item, listing) }, to: &output)
        case .text, .tsv:
            try records.write(layout.fields, of: item, listing, to: &output)
        }
        isEmpty = false
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
        case .text, .tsv: try records.finish(to: &output)
        }
    }
}

extension ItemWriter: DocumentWriter where Item == Article {
    mutating func write(
        _ article: Article, pictures _: [String: ImageFile], to output: inout Output
    ) throws(OutputError) {
        try write(article, to: &output)
    }
}

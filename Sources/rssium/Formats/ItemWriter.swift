/// A field of the items that a command lists, and how it looks in each format.
protocol ItemField: RawRepresentable<String> {
    associatedtype Item

    /// Whether a list on a terminal begins with the names of its columns: what a number means is not plain.
    static var namesColumns: Bool { get }

    var column: Table.Column { get }
    /// The field in a tab-separated record.
    func text(of item: Item) -> String
    /// The field on a terminal.
    func styledText(of item: Item) -> StyledText
    /// Writes the whole item as JSON, not only the chosen fields.
    static func write(_ item: Item, to json: inout JSONWriter)
}

extension ItemField {
    static var namesColumns: Bool { false }
}

/// Prints items one by one, in the format and with the fields that the user asked for.
struct ItemWriter<Field: ItemField> {
    private let layout: ListOptions<Field>
    private var records: RecordWriter
    private var json = JSONWriter()
    private var isEmpty = true

    init(_ layout: ListOptions<Field>, on terminal: Terminal) {
        self.layout = layout
        records = RecordWriter(layout, columns: layout.fields.map(\.column), on: terminal)
        if Field.namesColumns, terminal.isTerminal { records.nameColumns(layout.header) }
    }

    mutating func write(_ item: Field.Item, to output: inout Output) throws(OutputError) {
        switch layout.format {
        case .json:
            if isEmpty { json.open("[") }
            json.nextLine()
            Field.write(item, to: &json)
            try output.write(&json)
        case .jsonl:
            json.startOver()
            Field.write(item, to: &json)
            json.lineBreak()
            try output.write(&json)
        case .text where records.isTable:
            try records.write(styled: layout.fields.map { $0.styledText(of: item) }, to: &output)
        case .text, .tsv:
            try records.write(layout.fields.map { $0.text(of: item) }, to: &output)
        }
        isEmpty = false
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

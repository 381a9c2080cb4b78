internal import FeedCore

/// Prints rows of fields as a table or as tab-separated records, for all commands that list.
struct RecordWriter {
    private let end: RecordEnd
    private var header: [String]?
    private var headerStyle = Style.underlined
    private var table: Table?
    private var hasBegun = false

    /// - Parameter names: the names of the columns, where they differ from the fields of the options.
    init<Item>(
        _ layout: ListOptions<Item>, columns: [Table.Column], header names: [String]? = nil, on terminal: Terminal
    ) {
        end = layout.end
        header = layout.hasHeader ? names ?? layout.header : nil
        let columns = layout.areFieldsChosen ? columns.map(\.asChosen) : columns
        // A record that ends with NUL is for a program, so it is not aligned.
        table = layout.format == .text && layout.end == .newline ? Table(columns, width: terminal.lineWidth) : nil
    }

    var isTable: Bool { table != nil }

    /// Begins a table with the names of its columns, unless the user asked for a header, or no row follows.
    mutating func nameColumns(_ names: [String]) {
        guard isTable, header == nil else { return }
        header = names
        headerStyle = .dim
        table?.hasNames = true
    }

    /// - Parameter filler: follows the last cell as far as the line has room.
    mutating func write(
        styled row: [StyledText], filler: StyledText = StyledText(), to output: inout Output
    ) throws(OutputError) {
        try begin(&output)
        try table?.append(row, filler: filler, to: &output)
    }

    mutating func write<Item>(
        _ fields: [Field<Item>], of item: Item, _ listing: Listing, to output: inout Output
    ) throws(OutputError) {
        try begin(&output)
        // By index: a copy of each field would take longer than its text.
        for index in fields.indices { output.field(fields[index].value(item, listing).text, isFirst: index == 0) }
        try output.endRecord(end)
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        if headerStyle == .underlined { try begin(&output) }
        try table?.finish(to: &output)
    }

    private mutating func begin(_ output: inout Output) throws(OutputError) {
        guard !hasBegun else { return }
        hasBegun = true
        guard let header else { return }
        if table != nil {
            try table?.append(header.map { StyledText($0, headerStyle) }, to: &output)
        } else {
            try output.record(header, endedBy: end)
        }
    }
}

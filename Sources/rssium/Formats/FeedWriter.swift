internal import FeedCore

/// Prints feeds one by one, in the format and with the fields that the user asked for.
struct FeedWriter {
    private let now: Timestamp
    private var writer: ItemWriter<FeedField>

    /// - Parameter showsErrors: whether a feed with an error will be printed.
    init(_ options: ListOptions<FeedField>, showsErrors: Bool = false, on terminal: Terminal, at now: Timestamp) {
        self.now = now
        writer = ItemWriter(FeedWriter.columns(of: options, showsErrors: showsErrors), on: terminal)
    }

    /// The default columns of a table have what a person looks for: categories and errors in place of addresses.
    private static func columns(of options: ListOptions<FeedField>, showsErrors: Bool) -> ListOptions<FeedField> {
        guard options.format == .text, !options.areFieldsChosen else { return options }
        let fields = FeedField.columns + (showsErrors ? [.error] : [])
        return ListOptions(format: .text, fields: fields, hasHeader: options.hasHeader, end: options.end)
    }

    /// Whether only the chosen fields are printed; JSON has all of them.
    static func isTable(_ options: ListOptions<FeedField>) -> Bool {
        options.format == .text || options.format == .tsv
    }

    mutating func write(_ feed: Feed, to output: inout Output) throws(OutputError) {
        try writer.write(FeedRow(feed: feed, now: now), to: &output)
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        try writer.finish(to: &output)
    }
}

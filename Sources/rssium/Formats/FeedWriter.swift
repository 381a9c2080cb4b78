internal import FeedCore

/// Prints feeds one by one, in the format and with the fields that the user asked for.
struct FeedWriter {
    private let now: Timestamp
    private var writer: ItemWriter<FeedField>

    /// - Parameter showsErrors: whether a feed with an error will be printed.
    init(_ options: ListOptions<FeedField>, showsErrors: Bool = false, on terminal: Terminal, at now: Timestamp) {
        self.now = now
        writer = ItemWriter(FeedWriter.addingFields(to: options, showsErrors: showsErrors), on: terminal)
    }

    /// Adds the category, and the reasons of failures, to the default columns of a table: a person looks for these too.
    private static func addingFields(
        to options: ListOptions<FeedField>, showsErrors: Bool
    ) -> ListOptions<FeedField> {
        guard options.format == .text, !options.areFieldsChosen, let title = options.fields.firstIndex(of: .title)
        else { return options }
        var fields = options.fields
        fields.insert(contentsOf: showsErrors ? [.category, .error] : [.category], at: title + 1)
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

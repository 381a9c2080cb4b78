internal import FeedCore

/// The form that records are printed in.
enum Format: String, CaseIterable {
    case text, tsv, json, jsonl
}

/// What `--format`, `--fields`, `--header` and `--null` of a command that lists come to.
struct Layout<Field: RawRepresentable<String>> {
    let format: Format
    let fields: [Field]
    /// Whether the fields were named, or are the usual ones.
    let areFieldsChosen: Bool
    let hasHeader: Bool
    let end: RecordEnd

    init(
        format: Format, fields: [Field], areFieldsChosen: Bool = false, hasHeader: Bool = false,
        end: RecordEnd = .newline
    ) {
        self.format = format
        self.fields = fields
        self.areFieldsChosen = areFieldsChosen
        self.hasHeader = hasHeader
        self.end = end
    }

    /// Reads the options that `Layout.options(fields:)` has put into the table.
    init(_ arguments: Arguments, usual: [Field], isTerminal: Bool) throws(UsageError) {
        let format = arguments.text("format").flatMap(Format.init) ?? (isTerminal ? .text : .tsv)
        let chosen = arguments.list("fields")
        for (option, isGiven) in [
            ("fields", chosen != nil), ("header", arguments.has("header")), ("null", arguments.has("null")),
        ] where isGiven && (format == .json || format == .jsonl) {
            throw arguments.wrong("--\(option) goes with text and tsv, not with \(format.rawValue)")
        }
        self.init(
            format: format, fields: chosen?.compactMap(Field.init) ?? usual, areFieldsChosen: chosen != nil,
            hasHeader: arguments.has("header"), end: arguments.has("null") ? .null : .newline)
    }

    /// The options of every command that lists records of these fields.
    static func options(fields names: [String]) -> [Option] {
        let example = names.prefix(3).joined(separator: ",")
        return [
            Option(
                "format", .choice(Format.allCases.map(\.rawValue)), placeholder: "FORMAT",
                "text, tsv, json or jsonl (text on a terminal, else tsv)"),
            Option("fields", .fields(names), "the columns of text and tsv, such as \(example)"),
            Option("header", "begin with the names of the columns"),
            Option("null", short: "0", "end each record with NUL"),
        ]
    }

    var header: [String] { fields.map(\.rawValue) }
}

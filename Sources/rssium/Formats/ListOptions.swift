internal import FeedCore

/// The form that records are printed in.
enum Format: String, CaseIterable {
    case text, tsv, json, jsonl
}

/// The forms of articles that are one document of their own, for browsers and for readers of feeds.
enum ArticleDocument: String, CaseIterable {
    case atom, html
}

/// What `--format`, `--fields`, `--header` and `--null` of a command that lists come to.
struct ListOptions<Field: RawRepresentable<String>> {
    let format: Format
    /// What was asked for instead of records.
    let document: ArticleDocument?
    let fields: [Field]
    /// Whether the fields were named, or are the usual ones.
    let areFieldsChosen: Bool
    let hasHeader: Bool
    let end: RecordEnd

    init(
        format: Format, document: ArticleDocument? = nil, fields: [Field], areFieldsChosen: Bool = false,
        hasHeader: Bool = false,
        end: RecordEnd = .newline
    ) {
        self.format = format
        self.document = document
        self.fields = fields
        self.areFieldsChosen = areFieldsChosen
        self.hasHeader = hasHeader
        self.end = end
    }

    /// Reads the options that `ListOptions.options(fields:)` has put into the table.
    init(_ arguments: Arguments, usual: [Field], isTerminal: Bool) throws(UsageError) {
        let format = arguments.text("format").flatMap(Format.init) ?? (isTerminal ? .text : .tsv)
        let document = arguments.text("format").flatMap(ArticleDocument.init)
        let chosen = arguments.list("fields")
        for (option, isGiven) in [
            ("fields", chosen != nil), ("header", arguments.has("header")), ("null", arguments.has("null")),
        ] where isGiven && (document != nil || format == .json || format == .jsonl) {
            let given = document?.rawValue ?? format.rawValue
            throw arguments.wrong("--\(option) goes with text and tsv, not with \(given)")
        }
        self.init(
            format: format, document: document, fields: chosen?.compactMap(Field.init) ?? usual,
            areFieldsChosen: chosen != nil,
            hasHeader: arguments.has("header"), end: arguments.has("null") ? .null : .newline)
    }

    /// The options of every command that lists records of these fields.
    static func options(fields names: [String], documents: [ArticleDocument] = []) -> [Option] {
        let formats = Format.allCases.map(\.rawValue) + documents.map(\.rawValue)
        // Of arrays: to join what is in slices of them, the runtime looks types up at each start.
        let listed = Array(formats.dropLast()).joined(separator: ", ") + " or " + (formats.last ?? "")
        let example = Array(names.prefix(3)).joined(separator: ",")
        return [
            Option(
                "format", .choice(formats), placeholder: "FORMAT", "\(listed) (text on a terminal, else tsv)"),
            Option("fields", .fields(names), "the columns of text and tsv, such as \(example)"),
            Option("header", "begin with the names of the columns"),
            Option("null", short: "0", "end each record with NUL"),
        ]
    }

    var header: [String] { fields.map(\.rawValue) }
}

internal import FeedCore

/// The formats that records are printed in.
enum Format: String, CaseIterable {
    case text, tsv, json, jsonl
}

/// The formats that make one document of articles, for browsers and feed readers.
enum ArticleDocument: String, CaseIterable {
    case atom, html
}

/// The values of `--format`, `--fields`, `--header` and `--null` of a command that lists.
struct ListOptions<Field: RawRepresentable<String>> {
    let format: Format
    /// The document to print instead of records.
    let document: ArticleDocument?
    let fields: [Field]
    /// Whether `--fields` names them, or they are the defaults.
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

    /// Reads the options that `options(fields:documents:)` declares.
    init(_ arguments: Arguments, defaults: [Field], isTerminal: Bool) throws(UsageError) {
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
            format: format, document: document, fields: chosen?.compactMap(Field.init) ?? defaults,
            areFieldsChosen: chosen != nil,
            hasHeader: arguments.has("header"), end: arguments.has("null") ? .null : .newline)
    }

    /// The options of every command that lists records of these fields.
    static func options(fields names: [String], documents: [ArticleDocument] = []) -> [Option] {
        let formats = Format.allCases.map(\.rawValue) + documents.map(\.rawValue)
        return [
            Option(
                "format", .choice(formats), placeholder: "FORMAT",
                "\(formats.dropLast().joined(separator: ", ")) or \(formats.last ?? "") (text on a terminal, else tsv)"),
            Option(
                "fields", .fields(names),
                "the columns of text and tsv, such as \(names.prefix(3).joined(separator: ","))"),
            Option("header", "begin with the names of the columns"),
            Option("null", short: "0", "end each record with NUL"),
        ]
    }

    var header: [String] { fields.map(\.rawValue) }
}

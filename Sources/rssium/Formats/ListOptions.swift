internal import FeedCore

/// The formats that records are printed in.
enum Format: String, CaseIterable {
    case text, tsv, json, jsonl
}

/// The formats that make one document of articles, for browsers, feed readers and e-readers.
enum ArticleDocument: String, CaseIterable {
    case atom, html, epub
}

/// The options of every command that lists records. Their values depend on what is listed.
enum ListLayout {
    static let format = format(of: Format.allCases.map(\.rawValue))
    static let fields = fields(of: [])
    static let header = Flag("header", "begin with the names of the columns")
    static let null = Flag("null", short: "0", "end each record with NUL")
    static let options: [any OptionRow] = [format, fields, header, null]

    fileprivate static func format(of names: [String]) -> Flag<String> {
        Flag.text(
            "format", .choice(names), placeholder: "FORMAT",
            "\(joined(names, by: "or")) (text on a terminal, else tsv)")
    }

    fileprivate static func fields(of names: [String]) -> Flag<[String]> {
        Flag.list(
            "fields", names,
            "the columns, or the members in JSON, such as \(names.prefix(3).joined(separator: ","))")
    }
}

/// The values of `--format`, `--fields`, `--header` and `--null` of a command that lists.
struct ListOptions<Item: Listed> {
    let format: Format
    /// The document to print instead of records.
    var document: ArticleDocument?
    var fields = Item.fields.defaults
    /// Whether `--fields` names them, or they are the defaults.
    var areFieldsChosen = false
    var hasHeader = false
    var end = RecordEnd.newline

    /// A table whose columns the user has not named.
    var isOfDefaultColumns: Bool { document == nil && format == .text && end == .newline && !areFieldsChosen }
}

extension ListOptions {
    /// Reads the options that `options(documents:)` declares.
    init(_ arguments: Arguments, isTerminal: Bool) throws(UsageError) {
        let written = arguments[ListLayout.format]
        let format = written.flatMap(Format.init) ?? (isTerminal ? .text : .tsv)
        let document = written.flatMap(ArticleDocument.init)
        if document == .epub, isTerminal {
            throw arguments.wrong(
                "--format epub prints a file, which no terminal can show: write it to one, with >book.epub")
        }
        let chosen = arguments[ListLayout.fields]
        if arguments.has(ListLayout.fields), let document {
            let known = Item.fields.names.joined(separator: ", ")
            throw arguments.wrong(
                "--fields goes with text, tsv, json and jsonl, not with \(document.rawValue); the fields are \(known)")
        }
        let ofRecords: [any OptionRow] = [ListLayout.header, ListLayout.null]
        let isOfRecords = document == nil && (format == .text || format == .tsv)
        if !isOfRecords {
            let given = document?.rawValue ?? format.rawValue
            try arguments.refuse(ofRecords, "goes with text and tsv, not with \(given)")
        }
        self.init(
            format: format, document: document,
            fields: chosen.isEmpty
                ? Item.fields.defaults : chosen.compactMap { name in Item.fields.all.first { $0.name == name } },
            areFieldsChosen: !chosen.isEmpty, hasHeader: arguments[ListLayout.header],
            end: arguments[ListLayout.null] ? .null : .newline)
    }

    /// The options of every command that lists these items.
    static func options(documents: [ArticleDocument] = []) -> [any OptionRow] {
        [
            ListLayout.format(of: Format.allCases.map(\.rawValue) + documents.map(\.rawValue)),
            ListLayout.fields(of: Item.fields.names), ListLayout.header, ListLayout.null,
        ]
    }

    var isJSON: Bool { format == .json || format == .jsonl }
    /// Whether JSON has whole items, and not the members that `--fields` names.
    var isWholeJSON: Bool { isJSON && !areFieldsChosen }
    var header: [String] { fields.map(\.name) }

    /// The parts of an item that the fields need.
    var parts: Item.Parts { fields.reduce(into: []) { $0.formUnion($1.parts) } }
}

internal import FeedCore

/// The options of every command that lists records. Their values depend on what is listed.
enum ListOption {
    static let format = format(of: Format.ofRecords)
    static let fields = fields(of: [])
    static let header = Flag("header", "begin with the names of the columns")
    static let null = Flag("null", short: "0", "end each record with NUL")
    static let options: [any OptionRow] = [format, fields, header, null]

    fileprivate static func format(of formats: [Format]) -> Flag<Format> {
        Flag.choice(
            "format", of: formats, placeholder: "FORMAT",
            "\(joined(formats.map(\.rawValue), by: "or")) (text on a terminal, else tsv)")
    }

    fileprivate static func fields(of names: [String]) -> Flag<[String]> {
        Flag.list(
            "fields", names,
            "the columns, or the members in JSON, such as \(names.prefix(3).joined(separator: ","))")
    }
}

/// The values of `--format`, `--fields`, `--header` and `--null` of a command that lists.
struct ListLayout<Item: Listed> {
    let format: Format
    var fields = Item.fields.defaults
    /// Whether `--fields` names them, or they are the defaults.
    var areFieldsChosen = false
    var hasHeader = false
    var end = RecordEnd.newline

    /// A table whose columns the user has not named.
    var isOfDefaultColumns: Bool { format == .text && end == .newline && !areFieldsChosen }
}

extension ListLayout {
    /// Reads the options that `options(documents:)` declares.
    init(_ arguments: Arguments, isTerminal: Bool) throws(UsageError) {
        let format = arguments[ListOption.format] ?? (isTerminal ? .text : .tsv)
        if format == .epub, isTerminal {
            throw arguments.wrong(
                "--format epub prints a file, which no terminal can show: write it to one, with >book.epub")
        }
        let chosen = arguments[ListOption.fields]
        if arguments.has(ListOption.fields), Format.ofDocuments.contains(format) {
            let known = Item.fields.names.joined(separator: ", ")
            throw arguments.wrong(
                "--fields goes with text, tsv, json and jsonl, not with \(format.rawValue); the fields are \(known)")
        }
        if format != .text, format != .tsv {
            let ofRecords: [any OptionRow] = [ListOption.header, ListOption.null]
            try arguments.refuse(ofRecords, "goes with text and tsv, not with \(format.rawValue)")
        }
        self.init(
            format: format,
            fields: chosen.isEmpty
                ? Item.fields.defaults : chosen.compactMap { name in Item.fields.all.first { $0.name == name } },
            areFieldsChosen: !chosen.isEmpty, hasHeader: arguments[ListOption.header],
            end: arguments[ListOption.null] ? .null : .newline)
    }

    /// The options of every command that lists these items.
    static func options(documents: [Format] = []) -> [any OptionRow] {
        [
            ListOption.format(of: Format.ofRecords + documents),
            ListOption.fields(of: Item.fields.names), ListOption.header, ListOption.null,
        ]
    }

    var isJSON: Bool { format == .json || format == .jsonl }
    /// Whether JSON has whole items, and not the members that `--fields` names.
    var isWholeJSON: Bool { isJSON && !areFieldsChosen }
    var header: [String] { fields.map(\.name) }

    /// The parts of an item that the fields need.
    var parts: Item.Parts { fields.reduce(into: []) { $0.formUnion($1.parts) } }
}

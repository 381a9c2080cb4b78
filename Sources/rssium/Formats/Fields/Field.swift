internal import FeedCore

/// A field of the items that a command lists: a column that `--fields` can name, and how it looks in each format.
struct Field<Item: Listed>: Sendable {
    /// Also in JSON.
    let name: String
    let column: Table.Column
    /// The parts that the store loads only if the field is needed.
    let parts: Item.Parts
    /// Only JSON has it.
    private(set) var isHidden = false
    let value: @Sendable (Item, Listing) -> FieldValue
    private let shown: (@Sendable (Item, Listing) -> StyledText)?
    private let style: @Sendable (Item) -> Style

    /// A field that looks the same in each row.
    init(
        _ name: String, _ column: Table.Column, _ style: Style = .plain, parts: Item.Parts = [],
        _ value: @escaping @Sendable (Item) -> FieldValue
    ) {
        self.init(name, column, parts: parts, styled: { _ in style }, value)
    }

    /// A field whose style depends on the item.
    init(
        _ name: String, _ column: Table.Column, parts: Item.Parts = [],
        styled style: @escaping @Sendable (Item) -> Style, _ value: @escaping @Sendable (Item) -> FieldValue
    ) {
        (self.name, self.column, self.parts, self.style) = (name, column, parts, style)
        self.value = { item, _ in value(item) }
        shown = nil
    }

    /// A field that has a text of its own on a terminal, or depends on the time of the list.
    init(
        _ name: String, _ column: Table.Column, parts: Item.Parts = [],
        shown: @escaping @Sendable (Item, Listing) -> StyledText,
        _ value: @escaping @Sendable (Item, Listing) -> FieldValue
    ) {
        (self.name, self.column, self.parts, self.shown, self.value) = (name, column, parts, shown, value)
        style = { _ in .plain }
    }

    /// A member that only JSON has.
    init(json name: String, _ value: @escaping @Sendable (Item) -> FieldValue) {
        self.init(name, Table.Column(), styled: { _ in .plain }, value)
        isHidden = true
    }

    /// The field on a terminal: times are relative, and what matters most is in color.
    func styledText(of item: Item, _ listing: Listing) -> StyledText {
        shown?(item, listing) ?? StyledText(value(item, listing).shown(at: listing.now), style(item))
    }
}

/// When items are listed, and since when they are new.
struct Listing {
    let now: Timestamp
    /// The newest article at the last listing on a terminal; nil before the first listing.
    var lastSeen: ArticleID?
    /// The flags that are not shown, because the user expects them.
    var expectedFlags: String?
    /// Whether the list is shown where bars can be seen.
    var showsCharts = false
}

/// The value of a field. Whole items in JSON omit what is nil or empty; chosen fields are there as null or an empty array.
enum FieldValue: Sendable {
    case text(String?)
    /// Why something failed; a terminal shows the time in it as local time.
    case reason(String?)
    case number(Int64?)
    /// - Parameter absent: what a terminal shows instead of no time.
    case time(Timestamp?, absent: String = "")
    /// Words that a shell would read as such.
    case words([String])
    /// Several values; records have them joined.
    case list([String], separator: String)
    case numbers([Int])
    /// In seconds, also in the database. A terminal shows it as the user types it, and JSON null for the default.
    case interval(Int64?)
    // Only in JSON:
    case flag(Bool)
    case object([(String, FieldValue)])
    case array([FieldValue])

    static let absent = FieldValue.text(nil)
    static func count(_ number: Int) -> FieldValue { .number(Int64(number)) }
    /// A value that JSON omits where it is empty.
    static func nonEmpty(_ text: String) -> FieldValue { .text(text.isEmpty ? nil : text) }
    static func nonEmpty(_ values: [FieldValue]) -> FieldValue { values.isEmpty ? .absent : .array(values) }

    var text: String {
        switch self {
        case .text(let text), .reason(let text): text ?? ""
        case .number(let number), .interval(let number): number.map { String($0) } ?? ""
        case .time(let time, _): time?.rfc3339 ?? ""
        case .words(let words): ShellWords.joined(words)
        case .list(let texts, let separator): texts.joined(separator: separator)
        case .numbers(let numbers): numbers.map(String.init).joined(separator: ",")
        case .flag, .object, .array: ""
        }
    }

    /// Writes the text as a field of a record.
    func write(to output: inout Output, isFirst: Bool) {
        switch self {
        case .time(let time?, _): output.field(time, isFirst: isFirst)
        case .number(let number?): output.field(number, isFirst: isFirst)
        default: output.field(text, isFirst: isFirst)
        }
    }

    func shown(at now: Timestamp) -> String {
        switch self {
        case .time(let time, let absent): time.map { RelativeTime.text(of: $0, at: now) } ?? absent
        case .interval(let seconds?): DurationArgument.text(of: seconds)
        case .reason(let text?): LocalTime.shown(in: text)
        default: text
        }
    }

    fileprivate var isAbsent: Bool {
        switch self {
        case .text(nil), .reason(nil), .number(nil), .time(nil, _), .words([]), .list([], _), .numbers([]): true
        default: false
        }
    }

    /// An object lacks the members that are absent.
    func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text?), .reason(let text?): json.value(text)
        case .number(let number?): json.value(number)
        case .time(let time?, _): json.value(time)
        case .interval(let seconds?): json.value(seconds)
        case .flag(let isTrue): json.value(isTrue)
        case .text(nil), .reason(nil), .number(nil), .time(nil, _), .interval(nil): json.null()
        case .words(let texts), .list(let texts, _): json.array { for text in texts { $0.value(text) } }
        case .numbers(let numbers): json.array { for number in numbers { $0.value(Int64(number)) } }
        case .array(let values): json.array { for value in values { value.write(to: &$0) } }
        case .object(let members):
            json.object { json in for (name, value) in members { json.member(name, value) } }
        }
    }
}

extension JSONWriter {
    /// A member of an object, omitted where the value is absent.
    mutating func member(_ name: String, _ value: FieldValue) {
        if value.isAbsent { return }
        key(name)
        value.write(to: &self)
    }
}

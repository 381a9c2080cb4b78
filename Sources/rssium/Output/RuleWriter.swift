internal import FeedCore

/// A field of a rule that `--fields` can name.
enum RuleField: String, CaseIterable {
    case id, query, scope, action

    static let usual = allCases

    func text(of rule: Rule) -> String {
        switch self {
        case .id: String(rule.id.rawValue)
        case .query: rule.query
        case .scope:
            switch rule.scope {
            case .all: "all"
            case .feed(_, let title): "feed \(title)"
            case .category(_, let name): "category \(name)"
            }
        case .action: rule.action.rawValue
        }
    }

    func styledText(of rule: Rule) -> StyledText {
        switch self {
        case .id: StyledText(text(of: rule), .dim)
        case .query: StyledText(text(of: rule), .bold)
        case .scope, .action: StyledText(text(of: rule))
        }
    }

    var column: Table.Column {
        switch self {
        case .id: .number
        case .query: Table.Column(minimum: 12, rank: 8)
        case .scope: Table.Column(minimum: 8, maximum: 40, rank: 3)
        case .action: Table.Column(rank: 7)
        }
    }
}

/// Prints rules one by one, in the format and with the fields that were asked for.
struct RuleWriter {
    private let layout: Layout<RuleField>
    private var records: RecordWriter
    private var json = JSONWriter()
    private var isEmpty = true

    init(_ layout: Layout<RuleField>, on terminal: Terminal) {
        self.layout = layout
        records = RecordWriter(
            layout, columns: layout.fields.map(\.column), width: terminal.isTerminal ? terminal.width : nil)
    }

    mutating func write(_ rule: Rule, to output: inout Output) throws(OutputError) {
        switch layout.format {
        case .json:
            if isEmpty { json.open("[") }
            json.nextLine()
            RuleWriter.write(rule, to: &json)
            try output.write(&json)
        case .jsonl:
            json.startOver()
            RuleWriter.write(rule, to: &json)
            json.lineBreak()
            try output.write(&json)
        case .text where records.isTable:
            try records.write(styled: layout.fields.map { $0.styledText(of: rule) }, to: &output)
        case .text, .tsv:
            try records.write(layout.fields.map { $0.text(of: rule) }, to: &output)
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

    private static func write(_ rule: Rule, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", rule.id.rawValue)
            json.member("query", rule.query)
            switch rule.scope {
            case .all: break
            case .feed(let id, let title):
                json.member("feed_id", id.rawValue)
                json.member("feed", title)
            case .category(let id, let name):
                json.member("category_id", id.rawValue)
                json.member("category", name)
            }
            json.member("action", rule.action.rawValue)
        }
    }
}

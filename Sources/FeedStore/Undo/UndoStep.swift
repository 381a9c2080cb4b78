/// One step of what a command did, as `undo` takes it back.
enum UndoStep: Hashable, Sendable {
    /// The name of a case in the database; `marked` and `labeled` have one for each mark.
    typealias Kind = String

    case marked(Mark, MarkedArticles)
    /// The articles were read and modified, and are no longer modified.
    case modified(MarkedArticles)
    case labeled(String, isOn: Bool, MarkedArticles)
    /// The articles or the feed of a `removal`.
    case removed(Int64)
    case row(RowChange)

    /// The columns `kind`, `articles`, `time`, `name`, `row_id`, `old_row` and `new_row`. Nil for a step that only a newer
    /// version knows.
    init?(_ row: inout RowReader) {
        let kind = row.text()
        let articles = MarkedArticles(list: row.text(), decided: row.optionalNumber())
        let (name, id) = (row.text(), row.number())
        switch kind {
        case "modified": self = .modified(articles)
        case "labeled", "unlabeled": self = .labeled(name, isOn: kind == "labeled", articles)
        case "removed": self = .removed(id)
        case "row": self = .row(RowChange(table: name, id: id, old: row.optionalText(), new: row.optionalText()))
        default:
            guard let mark = Mark(rawValue: kind), mark != .deleted else { return nil }
            self = .marked(mark, articles)
        }
    }

    /// The same columns; the row has the last two.
    var columns: (kind: Kind, articles: MarkedArticles?, name: String?, id: Int64?, row: RowChange?) {
        switch self {
        case .marked(let mark, let articles): (mark.rawValue, articles, nil, nil, nil)
        case .modified(let articles): ("modified", articles, nil, nil, nil)
        case .labeled(let label, let isOn, let articles): (isOn ? "labeled" : "unlabeled", articles, label, nil, nil)
        case .removed(let id): ("removed", nil, nil, id, nil)
        case .row(let row): ("row", nil, row.table, row.id, row)
        }
    }
}

/// Articles that a command has marked or labeled.
struct MarkedArticles: Hashable, Sendable {
    /// A JSON array: of each article its id, or an array of its id and what it was.
    let list: String
    /// When that was decided; nil if nothing was decided.
    let decided: Int64?
}

/// A row of a feed, a category and so on, before and after a command, as JSON objects; nil where there was none.
struct RowChange: Hashable, Sendable {
    let table: String
    let id: Int64
    var old: String?
    let new: String?
}

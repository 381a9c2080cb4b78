internal import FeedCore

/// A command that can be taken back, as it is listed at a time.
struct UndoRow {
    let command: UndoableCommand
    let now: Timestamp
}

/// A field of a command that can be taken back, which `--fields` can name.
enum UndoField: String, CaseIterable, ItemField {
    case id, when, what

    static let namesColumns = true
    static let defaults = allCases

    func text(of row: UndoRow) -> String {
        switch self {
        case .id: String(row.command.id)
        case .when: row.command.done.rfc3339
        case .what: row.command.what
        }
    }

    func styledText(of row: UndoRow) -> StyledText {
        switch self {
        case .id: StyledText(text(of: row), .dim)
        case .when: StyledText(RelativeTime.text(of: row.command.done, at: row.now))
        case .what: StyledText(row.command.what)
        }
    }

    var column: Table.Column {
        switch self {
        case .id: .number
        case .when: Table.Column(alignment: .right, rank: 4)
        case .what: Table.Column(minimum: 12, comfort: 30, rank: 8)
        }
    }

    static func write(_ row: UndoRow, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", row.command.id)
            json.member("when", row.command.done)
            json.member("what", row.command.what)
        }
    }
}

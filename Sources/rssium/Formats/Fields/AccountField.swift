internal import FeedCore

/// An account, and the time at which its state and its ages are shown.
struct AccountRow {
    let account: Account
    let now: Timestamp
}

/// A field of an account that `--fields` can name.
enum AccountField: String, CaseIterable, ItemField {
    case name, kind, url, user, feeds, unread, pending
    case lastSync = "last_sync"
    case state, error

    static let namesColumns = true
    static let defaults = allCases

    func text(of row: AccountRow) -> String {
        let account = row.account
        return switch self {
        case .name: account.name
        case .kind: account.kind.rawValue
        case .url: account.url.text
        case .user: account.user
        case .feeds: String(account.feeds)
        case .unread: String(account.unread)
        case .pending: String(account.pending)
        case .lastSync: account.lastSynced?.rfc3339 ?? ""
        case .state: account.state(at: row.now).rawValue
        case .error: account.error ?? ""
        }
    }

    func styledText(of row: AccountRow) -> StyledText {
        switch self {
        case .name: StyledText(row.account.name, .bold)
        case .kind, .url, .user, .feeds: StyledText(text(of: row), .dim)
        case .unread: StyledText(text(of: row), row.account.unread > 0 ? .bold : .dim)
        case .pending: StyledText(text(of: row), row.account.pending > 0 ? .colored(.ansi(.magenta)) : .dim)
        case .lastSync: StyledText(RelativeTime.text(of: row.account.lastSynced, at: row.now))
        case .state: StyledText(text(of: row), AccountField.style(of: row.account.state(at: row.now)))
        case .error: StyledText(text(of: row), .colored(.ansi(.red)))
        }
    }

    var column: Table.Column {
        switch self {
        case .feeds, .unread, .pending: .number
        case .name: Table.Column(minimum: 12, comfort: 20, rank: 8)
        case .state: Table.Column(rank: 6)
        case .error: Table.Column(minimum: 12, rank: 5)
        case .lastSync: Table.Column(alignment: .right, rank: 4)
        case .kind, .user: Table.Column(minimum: 8, rank: 2)
        case .url: Table.Column(minimum: 16, rank: 1)
        }
    }

    static func write(_ row: AccountRow, to json: inout JSONWriter) {
        let account = row.account
        json.object { json in
            json.member("name", account.name)
            json.member("kind", account.kind.rawValue)
            json.member("url", account.url.text)
            json.member("user", account.user)
            json.member("feeds", Int64(account.feeds))
            json.member("unread", Int64(account.unread))
            json.member("pending", Int64(account.pending))
            json.member("last_sync", account.lastSynced)
            json.member("last_attempted", account.lastAttempted)
            json.member("state", account.state(at: row.now).rawValue)
            json.member("error", account.error)
            json.member("failing_since", account.failingSince)
            json.member("failures", Int64(account.failures))
        }
    }

    private static func style(of state: AccountState) -> Style {
        switch state {
        case .ok: .colored(.ansi(.green))
        case .retrying, .held: .colored(.ansi(.magenta))
        case .failing, .refused: .colored(.ansi(.red))
        case .never: .dim
        }
    }
}

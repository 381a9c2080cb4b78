/// What `read --each` does to its articles, as its contract says.
struct ReadEachModel {
    struct State: Equatable {
        var isRead = false
        var isStarred = false
        var isDeleted = false
        var isLabeled = false
    }

    private struct Moment {
        var states: [State]
        var skipped: Set<Int> = []
        var index = 0
    }

    let titles: [String]
    private var now: Moment
    private var before: [Moment] = []
    private(set) var showsHelp = false

    init(_ titles: [String]) {
        self.titles = titles
        now = Moment(states: titles.map { _ in State() })
    }

    /// Nil after the last article.
    var current: String? { hasEnded ? nil : titles[now.index] }
    var hasEnded: Bool { now.index >= titles.count }

    /// How `list --all` shows the articles that are left.
    var rows: Set<String> {
        Set(
            zip(titles, now.states).filter { !$1.isDeleted }.map { title, state in
                let flags = (state.isRead ? "" : "U") + (state.isStarred ? "S" : "")
                return "\(title)\t\(flags.isEmpty ? "-" : flags)\t\(state.isLabeled ? "zz" : "")"
            })
    }

    /// Presses keys that are typed at once. Returns how often the program shows the line below the article.
    mutating func press(_ keys: [String]) -> Int {
        var lines = 0
        for key in keys {
            let (index, hadHelp, isUndo) = (now.index, showsHelp, key == "u" && !showsHelp && !before.isEmpty)
            lines += press(key)
            // What was typed before an article is shown is not for it.
            if now.index != index || isUndo || hadHelp && !showsHelp { return lines }
        }
        return lines
    }

    /// A key that went on at the end of the article.
    mutating func goOn() { leave { $0.isRead = $0.isRead || !$0.isDeleted } }

    private mutating func press(_ key: String) -> Int {
        if key.hasPrefix("\u{1B}"), !["\u{1B}[A", "\u{1B}[6~"].contains(key) { return 0 }
        if showsHelp {
            showsHelp = ["j", "k", "b", "G", "\u{1B}[A"].contains(key)
            return 1
        }
        let isDeleted = now.states[now.index].isDeleted
        switch key {
        case "n": goOn()
        case "N": leave { _ in }
        case "d" where !isDeleted: leave { $0.isDeleted = true }
        case "s" where !isDeleted: change { $0.isStarred.toggle() }
        case "lzz\r" where !isDeleted: change { $0.isLabeled = true }
        case "p": now.index = (0..<now.index).last { !now.skipped.contains($0) } ?? now.index
        case "u": now = before.popLast() ?? now
        case "A": markFeed()
        case "?": showsHelp = true
        default: break
        }
        return key.hasPrefix("l") || key.hasPrefix("/") ? key.count : 1
    }

    private mutating func change(_ body: (inout State) -> Void) {
        before.append(now)
        body(&now.states[now.index])
    }

    private mutating func leave(_ body: (inout State) -> Void) {
        change(body)
        goToNext()
    }

    private mutating func goToNext() {
        now.index = (now.index + 1..<titles.count).first { !now.skipped.contains($0) } ?? titles.count
    }

    private mutating func markFeed() {
        let feed = titles[now.index].prefix(7)
        let rest = titles.indices.filter {
            $0 > now.index && titles[$0].prefix(7) == feed && !now.skipped.contains($0)
        }
        let left = rest.filter { !now.states[$0].isDeleted }
        before.append(now)
        for index in left + [now.index] where !now.states[index].isDeleted { now.states[index].isRead = true }
        now.skipped.formUnion(left)
        goToNext()
    }
}

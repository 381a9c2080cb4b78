/// Finds the known word that is closest to a misspelled one, for "did you mean".
enum SpellingSuggestion {
    /// The names of commands elsewhere, and the words to type here: if there are several, the first known one.
    private static let synonyms: [String: [String]] = [
        "remove": ["rm"], "delete": ["mark deleted or rm", "rm"], "unsubscribe": ["rm"], "del": ["rm"],
        "subscribe": ["add"], "create": ["add"], "new": ["add", "list --new"],
        "update": ["refresh", "edit"], "fetch": ["refresh"], "reload": ["refresh"], "pull": ["refresh"],
        "show": ["read", "list"], "cat": ["read"], "ls": ["list"],
        "search": ["list --search", "test"], "find": ["list --search", "test"],
        "rename": ["edit"], "change": ["edit"], "set": ["config", "edit"], "settings": ["config"],
        "revert": ["undo"], "restore": ["undo"], "undelete": ["undo"],
        "favorite": ["edit --favorite"], "pause": ["edit --pause"], "resume": ["edit --resume"], "cron": ["schedule"],
        "star": ["mark starred"], "unstar": ["mark unstarred"], "unread": ["mark unread"], "count": ["list --count"],
        "tag": ["label"], "tags": ["label"], "browse": ["open"], "info": ["status"],
        "check": ["doctor"],
        "version": ["--version"],
    ]

    /// The names of options elsewhere, and the words to type here: if there are several, the first one whose option is
    /// known.
    private static let optionSynonyms: [String: [String]] = [
        "json": ["--format json"], "jsonl": ["--format jsonl"], "tsv": ["--format tsv"], "html": ["--format html"],
        "markdown": ["--format markdown"], "opml": ["--format opml"],
        "query": ["--search"], "filter": ["--search"], "grep": ["--search"],
        "tag": ["--label or --search tag:NAME", "--category"],
        "max": ["--limit"], "count": ["--limit"], "name": ["--title"], "title": ["--name"], "force": ["--yes"],
        "every": ["--interval"], "today": ["--since today"], "no-color": ["--color never"],
        "folder": ["--category"], "after": ["--since"], "from": ["--since"], "output": ["--to"], "dir": ["--to"],
        "fix": ["--repair"],
    ]

    /// The first words of lines elsewhere, and the lines to type here.
    private static let lineSynonyms = [
        "config set": "config KEY VALUE", "config get": "config KEY", "config list": "config", "config ls": "config",
        "config unset": "config --unset KEY",
    ]

    /// The names of values elsewhere.
    private static let valueSynonyms = [
        "date": "published", "time": "published", "name": "title", "md": "markdown", "start": "on", "stop": "off",
        "favorite": "starred", "favourite": "starred",
    ]

    private static let maxTypedBytes = 100

    /// `, did you mean COMMAND?`, by meaning or by spelling; empty if no known command is close.
    ///
    /// - Parameter prefix: the command, and a space, that the known ones are subcommands of.
    static func hint(forCommand typed: String, among known: [String], prefix: String = "") -> String {
        let meant = synonyms[typed.lowercased()]?.first { line in
            line.hasPrefix("--") || known.contains(String(line.prefix { $0 != " " }))
        }
        return meant.map { ", did you mean \(prefix)\($0)?" } ?? hint(for: typed, among: known, prefix: prefix)
    }

    /// `, did you mean COMMAND?` for the first words of a line, by meaning; nil for other words.
    static func hint(forLine typed: String) -> String? {
        lineSynonyms[typed.lowercased()].map { ", did you mean \($0)?" }
    }

    /// `, did you mean --OPTION?`, by meaning or by spelling; empty if no known option is close.
    static func hint(forOption typed: String, among known: [Option]) -> String {
        let meant = optionSynonyms[typed.lowercased()]?.first { line in
            let words = line.dropFirst(2).split(separator: " ")
            guard let option = known.first(where: { $0.name == words[0] }) else { return false }
            guard words.count == 2, case .words(let values) = option.value?.completion else { return true }
            return values.contains(String(words[1]))
        }
        return meant.map { ", did you mean \($0)?" } ?? hint(for: typed, among: known.map(\.name), prefix: "--")
    }

    /// `, did you mean VALUE?`, by meaning or by spelling; empty if no known value is close.
    static func hint(forValue typed: String, among known: [String]) -> String {
        guard let meant = valueSynonyms[typed.lowercased()], known.contains(meant) else {
            return hint(for: typed, among: known)
        }
        return ", did you mean \(meant)?"
    }

    /// `, did you mean WORD?`, to end an error message with; empty if no known word is close.
    static func hint(for typed: String, among known: [String], prefix: String = "") -> String {
        nearest(to: typed, among: known).map { ", did you mean \(prefix)\($0)?" } ?? ""
    }

    /// The closest of the known words, or nil if none is close enough to suggest.
    static func nearest(to typed: String, among known: [String]) -> String? {
        // No command or option is that long, and the edit distance of a long word takes time.
        guard typed.utf8.count <= maxTypedBytes else { return nil }
        // The last part of the key of a setting.
        if let key = known.first(where: { $0.hasSuffix("." + typed.lowercased()) }) { return key }
        let typed = Array(typed.lowercased())
        guard !typed.isEmpty else { return nil }
        var best: (word: String, distance: Int)?
        for word in known {
            let letters = Array(word)
            let isShort = typed.count >= 2 && isAbbreviation(typed, of: letters)
            let distance = isShort ? 1 : editDistance(typed, letters)
            let limit = max(1, max(typed.count, letters.count) / 3)
            if distance <= limit, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    /// Whether the word with some letters left out, but not the first, gives what was typed: `pre` or `prv` for
    /// `preview`.
    private static func isAbbreviation(_ typed: [Character], of word: [Character]) -> Bool {
        guard typed.first == word.first else { return false }
        var rest = word[...]
        for letter in typed {
            guard let index = rest.firstIndex(of: letter) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }

    /// The Damerau-Levenshtein distance: how many letters to insert, delete, replace or swap with a neighbour.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let changed = last[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(changed, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}

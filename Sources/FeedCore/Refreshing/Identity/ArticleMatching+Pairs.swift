extension ArticleMatching {
    /// The pairs of one pass. Most passes have few, which are found sooner without hashes.
    struct Pairs {
        var all: [Pair] = []
        private var indices: [MatchingKey: Int] = [:]
        private static let few = 8

        mutating func add(_ key: MatchingKey, draft: Int) {
            guard index(of: key) == nil else { return }
            all.append(Pair(key: key, draft: draft))
            if all.count == Pairs.few + 1 {
                for (index, pair) in all.enumerated() { indices[pair.key] = index }
            } else if all.count > Pairs.few {
                indices[key] = all.count - 1
            }
        }

        func index(of key: MatchingKey) -> Int? {
            all.count <= Pairs.few ? all.firstIndex { $0.key == key } : indices[key]
        }
    }

    /// A draft and a stored article with the same key, and how many have it on each side.
    struct Pair {
        let key: MatchingKey
        let draft: Int
        var draftCount = 0
        var stored = 0
        var storedCount = 0

        mutating func count(stored index: Int) {
            stored = index
            storedCount += 1
        }
    }
}

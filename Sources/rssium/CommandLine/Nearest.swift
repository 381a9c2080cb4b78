/// "Did you mean": the known word that is closest to what was typed.
enum Nearest {
    private static let longest = 100

    /// The nearest of `known`, where one is near enough to be worth naming.
    static func word(to typed: String, among known: [String]) -> String? {
        // Nothing that long is near to anything, and to find that out would take its time.
        guard typed.utf8.count <= longest else { return nil }
        let typed = Array(typed.lowercased())
        guard !typed.isEmpty else { return nil }
        var best: (word: String, distance: Int)?
        for word in known {
            let letters = Array(word)
            let isShort = typed.count >= 2 && isShortForm(typed, of: letters)
            let distance = isShort ? 1 : editDistance(typed, letters)
            let limit = max(1, max(typed.count, letters.count) / 3)
            if distance <= limit, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    /// Whether it is the word with letters left out, the first one never: `pre` or `prv` for `preview`.
    private static func isShortForm(_ typed: [Character], of word: [Character]) -> Bool {
        guard typed.first == word.first else { return false }
        var rest = word[...]
        for letter in typed {
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }

    /// How many letters must be put in, left out, changed or swapped with their neighbour.
    static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
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

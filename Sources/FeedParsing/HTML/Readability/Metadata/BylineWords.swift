/// The words of the names in a byline, without those before and behind them.
struct BylineWords {
    /// A comma of its own is between two names.
    private(set) var words: [Substring] = []
    /// The word `by` has been there.
    private var isBehindBy: Bool
    /// What is read is a date or the like before the names: `May 3, 2020`, `Posted in News`.
    private var isInFact = false
    private var isBehindYear = false

    init(_ byline: Substring, isBehindBy: Bool) {
        self.isBehindBy = isBehindBy
        let all = byline.split(separator: " ")
        for (index, word) in all.enumerated() {
            guard read(word, next: all[(index + 1)...]) else { break }
        }
    }

    /// Returns false behind the names.
    private mutating func read(_ word: Substring, next: ArraySlice<Substring>) -> Bool {
        if BylineWords.bars.contains(word) {
            // `Print | Ada Holm`
            if BylineWords.isLabel(words.joined(separator: " ")) { words = [] }
            isInFact = false
            return words.isEmpty
        }
        if isBy(word) { return readBy() }
        // `By Ada Holm for The Post`, but `The Centre for History`
        let isFor = word == "for" && isBehindBy && PageByline.isPerson(words.joined(separator: " "), isSure: false)
        if BylineWords.hasDigit(word) || word.contains("@") || BylineWords.ends.contains(word) || isFor {
            isBehindYear = word.count > 4 && word.last == ","
            isInFact = words.isEmpty
            if !isInFact { dropDate() }
            return isInFact
        }
        let letters = word.prefix { $0.isLetter }
        // `Ada Holm Photos by Jens Vik`
        if words.count > 1, PageByline.isOfPictures(letters), next.first.map(BylineWords.bys.contains) ?? false {
            endSentence()
            return false
        }
        if words.isEmpty {
            if isInFact, !isBehindYear { return true }
            isInFact = BylineWords.openings.contains(letters.lowercased()) || BylineWords.begins(letters, date: next)
            if isInFact { return true }
        } else if words.count > 1, word.first == "(" || BylineWords.invitations.contains(letters.lowercased()) {
            return false
        }
        words.append(BylineWords.ands.contains(word) ? "," : word)
        return true
    }

    /// Leaves out the sign behind the last name, but not that of `Ada B.`.
    private mutating func endSentence() {
        if let last = words.last, last.last == ".", last.count > 4 { words[words.count - 1].removeLast() }
    }

    private func isBy(_ word: Substring) -> Bool {
        if word == "by" { return true }
        guard BylineWords.bys.contains(word) else { return false }
        // `Geschrieben in Berlin von Ada Holm`; but `Johann von Goethe`
        let isPhrase = !isBehindBy && words.contains { $0.first?.isLowercase ?? false }
        return words.isEmpty || isPhrase && word.first == "v"
    }

    private mutating func readBy() -> Bool {
        guard isBehindBy, !words.isEmpty else {
            (words, isInFact, isBehindBy) = ([], false, true)
            return true
        }
        // `Ada Holm, translated by Jens Vik`, but not `Ada B. Holm, …`
        if let end = words.lastIndex(where: { $0.last == "," || $0.last == ";" || $0.last == "." && $0.count > 4 }) {
            words.removeSubrange((end + 1)...)
            if words[end].last == "." { words[end].removeLast() }
        }
        return false
    }

    /// Leaves out the words of a date before its first number: `Ada Holm, May 20`, `Ada Holm Fri, May 20`.
    private mutating func dropDate() {
        while let last = words.last, words.count > 2 || words.dropLast().last?.last == "," {
            let isOfDate =
                last.last != "," && (WrittenDate.isMonth(last) || BylineWords.openings.contains(last.lowercased()))
            let isWeekday = BylineWords.isWeekday(last) || BylineWords.isShortWeekday(last)
            // `Mei Ling Sun, 20 May` has a name.
            guard isOfDate || isWeekday && !BylineWords.surnames.contains(last.lowercased()) else { return }
            words.removeLast()
        }
    }

    private static func hasDigit(_ word: Substring) -> Bool {
        word.unicodeScalars.contains { scalar in
            scalar.value < 0x80
                ? ASCII.isDigit(UInt8(scalar.value)) : scalar.properties.numericType == .decimal
        }
    }

    /// Whether a month or a weekday begins a date, and is not a name: `April Holm`.
    private static func begins(_ word: Substring, date words: ArraySlice<Substring>) -> Bool {
        guard let next = words.first else { return false }
        if isWeekday(word), hasDigit(next) || WrittenDate.isMonth(next) { return true }
        // `Sun Jun` is a name.
        if isShortWeekday(word) { return WrittenDate.isMonth(next) && words.dropFirst().first.map(hasDigit) ?? false }
        return hasDigit(next) && WrittenDate.isMonth(word)
    }

    /// Whether a text is a word before names, or the heading of a box about an author.
    static func isLabel(_ text: String) -> Bool { labels.contains(text.lowercased()) }

    private static func isWeekday(_ word: Substring) -> Bool {
        weekdays.contains(word.prefix { $0.isLetter }.lowercased())
    }

    private static func isShortWeekday(_ word: Substring) -> Bool {
        shortWeekdays.contains(word.prefix { $0.isLetter }.lowercased())
    }

    private static let weekdays: Set = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "montag", "dienstag", "mittwoch",
        "donnerstag", "freitag", "samstag", "sonntag",
    ]
    private static let shortWeekdays: Set = ["mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun"]
    private static let surnames: Set = ["sun,", "friday,"]
    private static let bars: Set<Substring> = ["|", "-", "–", "—", "•", "·", "/", "»", "«", "›"]
    private static let labels: Set = [
        "print", "email", "share", "author", "autor", "writer", "about the author", "about the writer", "about author",
        "meet the author", "über den autor", "über die autorin", "zum autor", "zur autorin", "sobre el autor",
        "à propos de l'auteur", "à propos de l’auteur", "sobre o autor", "over de auteur",
    ]
    private static let bys: Set<Substring> = ["by", "von", "vom", "par", "por", "di"]
    private static let ands: Set<Substring> = ["and", "und", "et", "y", "with"]
    /// The words that follow a name.
    private static let ends: Set<Substring> = ["on", "am", "at", "le", "in", "is"]
    private static let openings: Set = ["posted", "published", "updated", "last", "veröffentlicht", "aktualisiert"]
    private static let invitations: Set = ["follow", "view"]
}

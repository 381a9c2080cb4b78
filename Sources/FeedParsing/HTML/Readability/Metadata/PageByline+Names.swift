/// Takes the names of people out of bylines.
extension PageByline {
    /// The names in an element for authors: `By Ada Holm and Jens Vik, 2 May 2020`.
    static func names(in byline: String) -> [String] {
        let prefix = prefix(of: byline) ?? ""
        let words = BylineWords(byline.dropFirst(prefix.count), isBehindBy: !prefix.isEmpty).words
        let parts = words.joined(separator: " ").split { ",;&、，".contains($0) }
        let names = ofWriters(parts).compactMap(withoutJob)
            .filter {
                (2...60).contains($0.utf8.count) && $0.contains(where: \.isLetter) && !$0.contains("@")
                    && !$0.contains("://") && !$0.hasSuffix(":") && !nobodies.contains($0.lowercased())
            }
        // `Ada Holm, Nordby`: a place or an agency.
        guard names.first?.contains(" ") == true else { return names }
        return names.filter { $0.contains(" ") && ($0 == names[0] || !agencies.contains($0.lowercased())) }
    }

    /// The names in a line that no element says to be a byline: `By Ada Holm`, but not `By noon the streets were full`.
    static func names(inLine line: String) -> [String] {
        guard line.utf8.count < 70, let prefix = prefix(of: line), let last = line.last, !".!?…:".contains(last)
        else { return [] }
        let names = names(in: line)
        let isSure = prefix.count > 6 || prefix.contains { ":：／".contains($0) }
        return names.allSatisfy { isPerson($0, isSure: isSure) } ? names : []
    }

    /// The names in what the head of a page says of its authors: `By Ada Holm and Jens Vik`, `ada@example.org (Ada Holm)`.
    static func names(declared text: String) -> [String] {
        let prefix = prefix(of: text) ?? ""
        // `Di Wu` and `By Chance` are names.
        let isPrefix = prefix.last != " " || prefix.count > 4 || text.dropFirst(prefix.count).contains(" ")
        var name = text.dropFirst(isPrefix ? prefix.count : 0)
        if name.contains("@"), let start = name.firstIndex(of: "("), name.last == ")" {
            name = name[start...].dropFirst().dropLast()
        }
        guard !nobodies.contains(name.lowercased()) else { return [] }
        let parts = name.split(separator: ";").compactMap { SingleLineText.clean(String($0)) }
        guard parts.count == 1 else { return parts }
        // `Holm, Ada` is one name, `Nordby Ferries and Sons` no person.
        let people = names(in: parts[0])
        return people.count > 1 && people.allSatisfy { isPerson($0, isSure: false) } ? people : parts
    }

    /// Whether a name is written as those of people are: of several words that begin with capitals, but for particles.
    ///
    /// - Parameter isSure: one word is enough.
    static func isPerson(_ name: String, isSure: Bool) -> Bool {
        let words = name.split(separator: " ")
        guard ((isSure ? 1 : 2)...5).contains(words.count), let first = words.first, let last = words.last,
            !articles.contains(first.lowercased())
        else { return false }
        func isLowercase(_ word: Substring) -> Bool { word.first?.isLowercase ?? false }
        return !isLowercase(first) && !isLowercase(last)
            && words.allSatisfy { !isLowercase($0) || particles.contains($0) }
    }

    static func prefix(of text: String) -> String? {
        let start = String(text.prefix(16)).lowercased()
        return prefixes.first { start.hasPrefix($0) }
    }

    /// Each has at most 16 characters.
    private static let prefixes = [
        "geschrieben von ", "erstellt von ", "verfasst von ", "ein artikel von ", "ein beitrag von ", "text von ",
        "written by ", "posted by ", "published by ", "reported by ", "by: ", "by ", "von: ", "von ", "par ", "por ",
        "di ", "autor: ", "autorin: ", "auteur : ", "author: ", "text: ", "автор: ", "作者：", "作者: ", "文／", "文/", "記者",
        "记者",
    ]

    /// Of the parts of a byline, those that do not name photographers, without labels: `Words: Ada Holm, Photos: Jens Vik`.
    private static func ofWriters(_ parts: [Substring]) -> [Substring] {
        var isOfPictures = false
        return parts.compactMap { part in
            let words = part.split(separator: " ")
            guard let label = words.first, label.last == ":", words.count > 1 else { return isOfPictures ? nil : part }
            isOfPictures = labelsOfPictures.contains { label.lowercased().hasPrefix($0) }
            return isOfPictures ? nil : part[words[1].startIndex...]
        }
    }

    private static let labelsOfPictures = ["photo", "foto", "pictur", "image", "bild", "illustration", "ilustra"]

    /// A name without the job behind it: `Ada Holm Staff Writer`. Nil for a job alone.
    private static func withoutJob(_ name: Substring) -> String? {
        var words = name.split(separator: " ")
        if let job = words.firstIndex(where: { jobs.contains($0.lowercased()) }),
            job != 1 || kindsOfJobs.contains(words[0].lowercased())
        {
            words.removeSubrange(job...)
            while let last = words.last, words.count > 2 || job < 2, kindsOfJobs.contains(last.lowercased()) {
                words.removeLast()
            }
        }
        return SingleLineText.clean(words.joined(separator: " "))
    }

    private static let jobs: Set = [
        "writer", "reporter", "correspondent", "columnist", "editor", "photographer", "journalist", "redakteur",
        "redakteurin", "reporterin", "korrespondent", "korrespondentin", "journaliste",
    ]
    private static let kindsOfJobs: Set = [
        "staff", "senior", "chief", "contributing", "special", "political", "foreign", "news", "guest", "freelance",
    ]

    private static let nobodies: Set = [
        "admin", "administrator", "author", "authors", "autor", "by", "publiziert", "redaktion", "posted", "published",
        "updated", "written", "von", "print", "email", "share", "follow",
    ]
    private static let agencies: Set = ["associated press", "the associated press"]
    private static let articles: Set = ["the", "a", "an", "das", "die"]
    private static let particles: Set<Substring> = [
        "van", "von", "de", "den", "der", "del", "della", "di", "da", "do", "dos", "du", "la", "le", "e", "y", "al",
        "el", "bin", "ibn", "ben", "ter", "ten", "zu", "zur", "af", "av",
    ]
}

/// The words of the names in a byline, without those before and behind them.
private struct BylineWords {
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
            if words.count == 1, BylineWords.labels.contains(words[0].lowercased()) { words = [] }
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
    private static let labels: Set = ["print", "email", "share", "author", "autor", "writer"]
    private static let bys: Set<Substring> = ["by", "von", "vom", "par", "por", "di"]
    private static let ands: Set<Substring> = ["and", "und", "et", "y", "with"]
    /// The words that follow a name.
    private static let ends: Set<Substring> = ["on", "am", "at", "le", "in", "is"]
    private static let openings: Set = ["posted", "published", "updated", "last", "veröffentlicht", "aktualisiert"]
    private static let invitations: Set = ["follow", "view"]
}

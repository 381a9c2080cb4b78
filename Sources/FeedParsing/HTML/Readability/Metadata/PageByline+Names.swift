/// Takes the names of people out of bylines.
extension PageByline {
    /// The names in an element for authors: `By Ada Holm and Jens Vik, 2 May 2020`.
    ///
    /// - Parameter isMarked: the element is for an author whatever its class, so a name may begin with a digit: `330k`.
    static func names(in byline: String, isMarked: Bool = false) -> [String] {
        if let names = eastAsianNames(in: byline), !names.isEmpty { return names }
        let prefix = prefix(of: byline) ?? ""
        let rest = byline.dropFirst(prefix.count)
        if isUserName(rest, isSure: isMarked) { return [String(rest)] }
        let words = BylineWords(rest, isBehindBy: !prefix.isEmpty).words
        let parts = words.joined(separator: " ").split { ",;&、，".contains($0) }
        let names = ofWriters(parts).compactMap(withoutJob)
            .filter {
                (2...60).contains($0.utf8.count) && $0.contains(where: \.isLetter) && !$0.contains("@")
                    && !$0.contains("://") && !$0.hasSuffix(":") && !BylineWords.isLabel($0)
                    && !nobodies.contains($0.lowercased())
            }
        // `Ada Holm, Nordby`: a place or an agency.
        guard names.first?.contains(" ") == true else { return names }
        return names.filter { $0.contains(" ") && ($0 == names[0] || !agencies.contains($0.lowercased())) }
    }

    /// Whether a text is a name with digits, as users of a site have it: `ada4`.
    private static func isUserName(_ text: Substring, isSure: Bool) -> Bool {
        (3...24).contains(text.count) && text.contains(where: \.isLetter) && text.contains(where: \.isNumber)
            && (isSure || text.first?.isLetter == true) && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            && !WrittenDate.isMonth(text.prefix { $0.isLetter })
    }

    /// The names in a line that no element says to be a byline: `By Ada Holm`, but not `By noon the streets were full`.
    static func names(inLine line: String) -> [String] {
        if let names = eastAsianNames(in: line) { return names }
        guard line.utf8.count < 70, let prefix = prefix(of: line), let last = line.last, !".!?…:".contains(last)
        else { return [] }
        let names = names(in: line)
        let isSure = prefix.count > 6 || prefix.contains { ":：／".contains($0) }
        // `Submitted by ada on May 3, 2020`
        let mayBeUser = isSure && PageLetters.numbers(in: line) >= 5
        return names.allSatisfy { isPerson($0, isSure: isSure) || mayBeUser && !$0.contains(" ") } ? names : []
    }

    /// The names in what the head of a page says of its authors: `By Ada Holm and Jens Vik`, `ada@example.org (Ada Holm)`.
    static func names(declared text: String) -> [String] {
        if let names = eastAsianNames(in: text), !names.isEmpty { return names }
        let prefix = prefix(of: text) ?? ""
        // `Di Wu` and `By Chance` are names.
        let isPrefix = prefix.last != " " || prefix.count > 4 || text.dropFirst(prefix.count).contains(" ")
        var name = text.dropFirst(isPrefix ? prefix.count : 0)
        if name.contains("@"), let start = name.firstIndex(of: "("), name.last == ")" {
            name = name[start...].dropFirst().dropLast()
        }
        let hasAddress = name.contains("[at]") || name.contains("(at)")
        guard !nobodies.contains(name.lowercased()), !name.hasSuffix("admin") || name.contains(" "), !hasAddress
        else { return [] }
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
        let start = String(text.prefix(20)).lowercased()
        guard let first = start.utf8.first else { return nil }
        return prefixes[first]?.first { start.utf8.starts(with: $0.utf8) }
    }

    /// By their first byte. Each has at most 20 characters.
    private static let prefixes = Dictionary(grouping: knownPrefixes) { $0.utf8.first ?? 0 }

    private static let knownPrefixes = [
        "geschrieben von ", "erstellt von ", "verfasst von ", "gespeichert von ", "eingestellt von ",
        "eingereicht von ",
        "veröffentlicht von ", "ein artikel von ", "ein beitrag von ", "ein bericht von ", "text von ",
        "written by ", "posted by ", "published by ", "reported by ", "submitted by ", "words by ", "story by ",
        "text by ", "created by: ", "created by ", "recipe by: ", "recipe by ", "rezept von ",
        "by: ", "by ", "von: ", "von ", "par ", "por ", "écrit par ", "rédigé par ", "publié par ",
        "escrito por ", "redactado por ", "publicado por ", "scritto da ", "pubblicato da ", "a cura di ", "di ",
        "geschreven door ", "geplaatst door ", "autor: ", "autorin: ", "auteur : ", "auteur: ", "autore: ", "author: ",
        "text: ", "автор: ", "текст: ",
    ]

    /// Of the parts of a byline, those that do not name photographers, without labels: `Words: Ada Holm, Photos: Jens Vik`.
    private static func ofWriters(_ parts: [Substring]) -> [Substring] {
        var isOfPictures = false
        return parts.compactMap { part in
            let words = part.split(separator: " ")
            guard let label = words.first, label.last == ":", words.count > 1 else { return isOfPictures ? nil : part }
            isOfPictures = PageByline.isOfPictures(label)
            return isOfPictures ? nil : part[words[1].startIndex...]
        }
    }

    static func isOfPictures(_ label: Substring) -> Bool {
        let label = label.lowercased()
        return labelsOfPictures.contains { label.hasPrefix($0) }
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

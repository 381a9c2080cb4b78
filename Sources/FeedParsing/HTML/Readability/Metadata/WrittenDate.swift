/// Reads the dates that people write on a page, which are short of what feeds give: words around them, days before months.
struct WrittenDate {
    /// `02/10/2020` is a day of October, as everywhere but in the United States.
    private let isDayFirst: Bool

    /// - Parameter language: the page's.
    init(language: String?) {
        isDayFirst = language.map { $0 != "en" && $0.lowercased() != "en-us" } ?? false
    }

    /// The date that a text is.
    func date(_ text: String) -> Timestamp? {
        let isAmbiguous = isDayFirst && text.prefix(3).contains("/")
        let written = isAmbiguous ? text.replacing("/", with: ".") : text
        guard let date = FeedDate.parse(written), (1990...2099).contains(date.civil.year) else { return nil }
        return date
    }

    /// The date in a short text: `Published on 2 May 2020, 10:00`, `Stand: 02.05.2020`. That of a change counts if there is
    /// no other.
    func text(_ text: String) -> Timestamp? {
        // No date has fewer.
        guard text.utf8.count < 200, PageLetters.numbers(in: text) >= 5 else { return nil }
        if let date = date(text) { return date }
        // From each word on, as words may be before it.
        let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "|" || $0 == "," })
        var (end, changed): (Int, Timestamp?) = (0, nil)
        for start in words.indices.prefix(14) {
            guard start >= end, WrittenDate.isMonth(words[start]) || words[start].contains(where: \.isNumber),
                let (date, length) = date(at: start, of: words)
            else { continue }
            guard words[end..<start].contains(where: WrittenDate.saysChanged) else { return date }
            (end, changed) = (start + length, changed ?? date)
        }
        return changed
    }

    /// The date that begins with a word, and how many words it has.
    private func date(at start: Int, of words: [Substring]) -> (Timestamp, Int)? {
        for length in [3, 1, 2, 4, 5] where start + length <= words.count {
            let part = words[start..<start + length].joined(separator: " ")
            if PageLetters.numbers(in: part) >= 5, let date = date(part) { return (date, length) }
        }
        return nil
    }

    /// Whether a word before a date says that it is that of a change: `Updated`.
    static func saysChanged(_ word: Substring) -> Bool {
        let letters = word.drop { !$0.isLetter }.prefix(16).lowercased()
        return changes.contains(where: letters.hasPrefix)
    }

    private static let changes = [
        "updat", "modif", "aktualisiert", "geändert", "überarbeitet", "actualis", "actualiz", "aggiorn", "atualiz",
        "bijgewerkt",
        "opdater", "uppdater", "oppdater", "обновл",
    ]

    static func isMonth(_ word: Substring) -> Bool {
        if case .month? = DateWord(String(decoding: CaseFolding.folded(String(word)), as: UTF8.self)) {
            true
        } else {
            false
        }
    }
}

extension Timestamp {
    /// The day in an address: `/2020/05/12/`, `/20200512`, `/12-05-2020`.
    ///
    /// - Parameter amidWords: also one that may be what the article is about: `/since-2001-09-11-and-before`.
    init?(inAddress address: String, amidWords: Bool = true) {
        for part in address.split(whereSeparator: { !$0.isNumber && $0 != "/" && $0 != "-" }) {
            let isAmidWords = !part.contains("/") && address[part.endIndex...].first.map { !".?#".contains($0) } == true
            guard amidWords || !isAmidWords else { continue }
            let numbers = part.split { !$0.isNumber }.map { Int($0) ?? 0 }
            for (index, number) in numbers.enumerated() {
                let day =
                    switch numbers[index...].prefix(3).count {
                    case 3 where (1990...2099).contains(number): (number, numbers[index + 1], numbers[index + 2])
                    case 3 where (1990...2099).contains(numbers[index + 2]):
                        (numbers[index + 2], numbers[index + 1], number)
                    default: (number / 10_000, number / 100 % 100, number % 100)
                    }
                guard (1990...2099).contains(day.0), let date = Timestamp(year: day.0, month: day.1, day: day.2) else {
                    continue
                }
                self = date
                return
            }
        }
        return nil
    }
}

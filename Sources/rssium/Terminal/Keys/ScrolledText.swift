/// The part of a text that is on the screen.
struct ScrolledText {
    private(set) var lines: [ScreenLine]
    /// How many lines the screen shows.
    private(set) var rows: Int
    /// The first line that the screen shows.
    private(set) var top = 0
    /// The line that the last search has found.
    private var found: Int?

    init(_ lines: [ScreenLine], rows: Int) {
        (self.lines, self.rows) = (lines, max(1, rows))
    }

    private var lastTop: Int { max(0, lines.count - rows) }

    var isAtEnd: Bool { top >= lastTop }

    var visible: ArraySlice<ScreenLine> { lines[top..<min(lines.count, top + rows)] }

    /// How much of the text the user has seen, in percent; nil where all of it is on the screen.
    var percent: Int? { lastTop == 0 ? nil : min(lines.count, top + rows) * 100 / lines.count }

    mutating func scroll(by count: Int) { top = max(0, min(lastTop, top + count)) }

    /// A screen forward or back; one line of the last one stays.
    mutating func scroll(pages: Int) { scroll(by: pages * max(1, rows - 1)) }

    mutating func scrollToTop() { top = 0 }
    mutating func scrollToEnd() { top = lastTop }

    /// The same text in lines of another width: it begins with the same words.
    mutating func replaceLines(_ lines: [ScreenLine], rows: Int) {
        let letters = self.lines[..<top].reduce(0) { $0 + $1.letters }
        var seen = 0
        (self.lines, self.rows, found) = (lines, max(1, rows), nil)
        top = min(
            lastTop,
            lines.firstIndex { line in
                seen += line.letters
                return seen > letters
            } ?? 0)
    }

    // MARK: Searching

    /// Scrolls to the next line with these words, in any case: below the one found last if it is visible, else below the
    /// first visible one, else from the top. Returns it; nil where no line has them.
    mutating func find(_ words: String) -> ScreenLine? {
        let words = words.lowercased()
        let matches = lines.indices.filter { lines[$0].plain.lowercased().contains(words) }
        let last = found.flatMap { visible.indices.contains($0) ? $0 : nil } ?? top
        guard let line = matches.first(where: { $0 > last }) ?? matches.first else { return nil }
        found = line
        top = min(lastTop, line)
        return lines[line]
    }

    /// The line with these words reversed.
    static func highlight(_ words: String, in line: ScreenLine) -> ScreenLine {
        guard case .text(let text) = line else { return line }
        let found = ranges(of: words, in: text.plain)
        if found.isEmpty { return line }
        var marked = StyledText()
        var offset = 0
        for run in text.runs {
            for character in run.text {
                let isFound = found.contains { $0.contains(offset) }
                marked.append(String(character), isFound ? run.style.with(Style(isReversed: true)) : run.style)
                offset += 1
            }
        }
        return .text(marked)
    }

    /// The ranges of the words, by characters.
    private static func ranges(of words: String, in text: String) -> [Range<Int>] {
        let (letters, wanted) = (Array(text.lowercased()), Array(words.lowercased()))
        // Few letters have another length in lower case: then nothing is marked.
        guard letters.count == text.count, !wanted.isEmpty, letters.count >= wanted.count else { return [] }
        return (0...(letters.count - wanted.count)).filter { letters[$0..<($0 + wanted.count)].elementsEqual(wanted) }
            .map { $0..<($0 + wanted.count) }
    }
}

extension ScreenLine {
    /// Empty for a picture.
    fileprivate var plain: String {
        if case .text(let text) = self { text.plain } else { "" }
    }

    /// How many bytes of its text are not spaces: that is the same in lines of any width.
    fileprivate var letters: Int { plain.utf8.count { $0 != 0x20 } }
}

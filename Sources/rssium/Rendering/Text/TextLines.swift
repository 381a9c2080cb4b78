/// Fills lines of so many cells with words.
struct TextLines {
    struct Word {
        /// The bytes of the word in the text.
        let start: Int
        var end: Int
        var cells = 0
        /// The spaces before it in the text, which a line does not begin with.
        let gap: Int
    }

    private let width: Int
    /// The prefix of the first line, and that of the others. The width does not include it.
    private let firstMargin: StyledText
    private let margin: StyledText
    /// The indent of each line but the first; the width includes it.
    private let hangingIndent: Int
    private var lines: [StyledText]
    /// How many of the lines were there from the beginning.
    private let linesAboveCount: Int
    /// The bytes of the open line in the text; nil before its first word.
    private var line: Range<Int>?
    private var lineCells: Int
    /// The cells of the longest word.
    private(set) var longestWord = 0
    /// The cells of the widest line, without its margin.
    private(set) var widestLine = 0

    /// - Parameters:
    ///   - used: cells of the first line that are taken by what the caller puts before it.
    ///   - hanging: the part of the width of each line but the first that its margin takes.
    ///   - above: lines to which the new ones are appended.
    init(
        width: Int, used: Int, hanging: Int = 0, firstMargin: StyledText, margin: StyledText,
        below above: [StyledText] = []
    ) {
        (self.width, lineCells, hangingIndent) = (max(width, 1), used, hanging)
        (self.firstMargin, self.margin) = (firstMargin, margin)
        (lines, linesAboveCount) = (above, above.count)
    }

    private var isAtFirstLine: Bool { lines.count == linesAboveCount }

    /// Puts the word onto this line, or onto the next.
    ///
    /// - Parameters:
    ///   - attached: the parts of the word that are never broken.
    ///   - isWhole: whether it is not broken, however long it is.
    mutating func append(
        _ word: Word, of text: StyledLineBuilder, attached: [Range<Int>], isWhole: @autoclosure () -> Bool
    ) {
        longestWord = max(longestWord, word.cells)
        var cells = lineCells + (line == nil ? 0 : word.gap) + word.cells
        // A line without a word is ended only where the caller has begun it.
        if cells > width, line != nil || isAtFirstLine && lineCells > 0 {
            endLine(of: text)
            cells = lineCells + word.cells
        }
        var start = word.start
        if cells > width, !isWhole() {
            (start, cells) = endLines(within: word, of: text, attached)
            cells += lineCells
        }
        line = (line?.lowerBound ?? start)..<word.end
        lineCells = cells
    }

    /// Breaks a word that is longer than a line. Returns the start and the cells of the rest.
    private mutating func endLines(
        within word: Word, of text: StyledLineBuilder, _ attached: [Range<Int>]
    ) -> (start: Int, cells: Int) {
        var part = word.start..<word.start
        var cells = 0
        var units = WordUnits(text.bytes[word.start..<word.end], attached)
        while let unit = units.next() {
            if lineCells + cells + unit.cells > width, cells > 0 {
                (line, lineCells) = (part, lineCells + cells)
                endLine(of: text)
                (part, cells) = (part.upperBound..<part.upperBound, 0)
            }
            part = part.lowerBound..<unit.end
            cells += unit.cells
        }
        return (part.lowerBound, cells)
    }

    mutating func endLine(of text: StyledLineBuilder) {
        widestLine = max(widestLine, lineCells)
        lines.append(text.text(in: line ?? 0..<0, after: isAtFirstLine ? firstMargin : margin))
        line = nil
        lineCells = hangingIndent
    }

    /// Ends the last line and returns all lines.
    mutating func finish(of text: StyledLineBuilder) -> [StyledText] {
        if line != nil { endLine(of: text) }
        // The caller then owns the only reference, and appends without a copy.
        defer { lines = [] }
        return lines
    }
}

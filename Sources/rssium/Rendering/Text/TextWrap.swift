/// Breaks styled text into lines of so many cells of a terminal: first into words, then these into lines.
///
/// A line ends at a space, and between Chinese and Japanese characters; within a word only where the word is longer than
/// a line. Control characters are dropped.
struct TextWrap {
    private var words = TextWords()
    private var width: Int
    /// The prefix of the first line, and that of the others. The width does not include it.
    private var firstMargin = StyledText()
    private var margin = StyledText()
    /// The indent of each line but the first; the width includes it.
    private let hangingIndent: Int
    private var lines: [StyledText] = []
    /// How many of the lines were there from the beginning.
    private var linesAboveCount = 0
    /// The text of the open line; nil before its first word.
    private var line: Range<Int>?
    private var lineCells = 0
    /// The cells of the longest word.
    private(set) var longestWord = 0
    /// The cells of the widest line, without its margin.
    private(set) var widestLine = 0

    /// - Parameters:
    ///   - used: cells of the first line that are taken by what the caller puts before it.
    ///   - hanging: the indent of each line but the first, as part of the width.
    init(width: Int, used: Int = 0, hanging: Int = 0) {
        self.width = max(width, 1)
        hangingIndent = hanging
        if hanging > 0 { margin = StyledText(String(repeating: " ", count: hanging)) }
        lineCells = used
    }

    /// Begins anew after `finish`, with the same memory.
    ///
    /// - Parameter above: lines to which the new ones are appended.
    mutating func begin(
        width: Int, used: Int = 0, firstMargin: StyledText = StyledText(), margin: StyledText = StyledText(),
        below above: [StyledText] = []
    ) {
        self.width = max(width, 1)
        self.firstMargin = firstMargin
        self.margin = margin
        lines = above
        linesAboveCount = above.count
        lineCells = used
        longestWord = 0
        widestLine = 0
    }

    /// Appends text. Lines may end at each space; the caller has collapsed white space.
    mutating func append(_ text: String, _ style: Style) { words.append(text, style) }

    /// Appends text that stays with the word before it and is never broken itself.
    mutating func attach(_ text: String, _ style: Style) { words.attach(text, style) }

    mutating func breakLine() { words.breakLine() }

    /// Ends the last line and returns all lines.
    mutating func finish() -> [StyledText] {
        for word in words.all {
            if word.isLineBreak { endLine() } else { append(word) }
        }
        if line != nil { endLine() }
        words.removeAll()
        // The caller then owns the only reference, and appends without a copy.
        defer { lines = [] }
        return lines
    }

    private var isAtFirstLine: Bool { lines.count == linesAboveCount }

    /// Puts the word onto this line, or onto the next.
    private mutating func append(_ word: TextWords.Word) {
        longestWord = max(longestWord, word.cells)
        var cells = lineCells + (line == nil ? 0 : word.gap) + word.cells
        // A line without a word is ended only where the caller has begun it.
        if cells > width, line != nil || isAtFirstLine && lineCells > 0 {
            endLine()
            cells = lineCells + word.cells
        }
        var start = word.start
        if cells > width {
            (start, cells) = endLines(within: word)
            cells += lineCells
        }
        line = (line?.lowerBound ?? start)..<word.end
        lineCells = cells
    }

    /// Breaks a word that is longer than a line. Returns the start and the cells of the rest.
    private mutating func endLines(within word: TextWords.Word) -> (start: Int, cells: Int) {
        var part = word.start..<word.start
        var cells = 0
        var units = words.units(of: word)
        while let unit = units.next() {
            if lineCells + cells + unit.cells > width, cells > 0 {
                (line, lineCells) = (part, lineCells + cells)
                endLine()
                (part, cells) = (part.upperBound..<part.upperBound, 0)
            }
            part = part.lowerBound..<unit.end
            cells += unit.cells
        }
        return (part.lowerBound, cells)
    }

    private mutating func endLine() {
        widestLine = max(widestLine, lineCells)
        lines.append(words.text.text(in: line ?? 0..<0, after: isAtFirstLine ? firstMargin : margin))
        line = nil
        lineCells = hangingIndent
    }
}

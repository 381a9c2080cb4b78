internal import FeedCore

/// Breaks styled text into lines of so many cells of a terminal.
///
/// A line ends at a space, and between Chinese and Japanese characters; within a word only where the word is longer than
/// a line. Control characters are dropped.
struct TextWrap {
    private var width: Int
    /// The prefix of the first line, and that of the others. The width does not include it.
    private var firstMargin = StyledText()
    private var margin = StyledText()
    /// The indent of each line but the first; the width includes it.
    private let hangingIndent: Int
    private var lines: [StyledText] = []
    /// How many of the lines were there from the beginning.
    private var linesAboveCount = 0
    /// The open line, then the space and the word that may come onto it.
    private var text = StyledLineBuilder()
    /// The end of the open line in `text`.
    private var lineEnd = 0
    private var lineCells = 0
    /// Whether the line has a word.
    private var hasText = false
    /// The style of the space before the word, if the word comes onto this line.
    private var pendingSpace: Style?
    /// The open word begins here in `text`.
    private var wordStart = 0
    private var wordCells = 0
    /// The cells of the longest word, where words are measured.
    private(set) var longestWord = 0
    private var measuresWords = false
    /// The cells of the widest line, without its margin.
    private(set) var widestLine = 0
    /// The parts of the open word that are never broken, such as the number of a link.
    private var attached: [Range<Int>] = []
    private var counter = CellCounter()
    /// The last scalar of the word, and whether it took two cells.
    private var last: (scalar: UInt32, isWide: Bool) = (0, false)
    /// How many combining scalars are in a row.
    private var combiningCount = 0

    /// No writing has more accents over one letter than this (Unicode Standard Annex 15, stream-safe text format).
    private static let maxCombining = 30

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
        below above: [StyledText] = [], measuresWords: Bool = false
    ) {
        self.measuresWords = measuresWords
        self.width = max(width, 1)
        self.firstMargin = firstMargin
        self.margin = margin
        lines = above
        linesAboveCount = above.count
        lineCells = used
        longestWord = 0
        widestLine = 0
        counter = CellCounter()
        combiningCount = 0
    }

    /// Appends text. Lines may end at each space; the caller has collapsed white space.
    mutating func append(_ text: String, _ style: Style) {
        var text = text
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte > 0x20 && byte < 0x7F {
                    let start = index
                    index = fillLine(bytes, from: start, style)
                    if index > start { continue }
                    repeat { index += 1 } while index < bytes.count && bytes[index] > 0x20 && bytes[index] < 0x7F
                    appendWord(UnsafeBufferPointer(rebasing: bytes[start..<index]), style)
                } else if byte == 0x20 {
                    endWord()
                    pendingSpace = style
                    index += 1
                } else if byte < 0x80 {
                    index += 1
                } else {
                    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                    let end = min(index + length, bytes.count)
                    appendScalar(UnsafeBufferPointer(rebasing: bytes[index..<end]), style)
                    index = end
                }
            }
        }
    }

    /// Appends text that stays with the word before it and is never broken itself.
    mutating func attach(_ text: String, _ style: Style) {
        beginWord()
        let start = self.text.bytes.count - wordStart
        self.text.append(text, style)
        wordCells += TextWidth.cells(of: text)
        attached.append(start..<self.text.bytes.count - wordStart)
        last = (text.unicodeScalars.last?.value ?? 0, false)
    }

    mutating func breakLine() {
        endWord()
        endLine()
    }

    /// Ends the last line and returns all lines.
    mutating func finish() -> [StyledText] {
        endWord()
        if hasText { endLine() }
        pendingSpace = nil
        // The caller then owns the only reference, and appends without a copy.
        defer { lines = [] }
        return lines
    }

    // MARK: - Words

    private var isAtFirstLine: Bool { lines.count == linesAboveCount }
    private var hasWord: Bool { text.bytes.count > wordStart }

    /// Puts as many whole ASCII words onto the line as fit, at once: nearly all text is that. Returns where they end.
    private mutating func fillLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ style: Style) -> Int {
        guard !hasWord else { return start }
        let gap = pendingSpace != nil && hasText ? 1 : 0
        let room = width - lineCells - gap
        guard room > 0 else { return start }
        // The space behind the last word may be beyond the edge.
        let reach = bytes.endOfVisibleASCII(from: start, upTo: min(bytes.count, start + room + 1))
        var end = bytes[start..<reach].lastIndex(of: 0x20) ?? start
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > start else { return start }
        let words = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if measuresWords { longestWord = max(longestWord, TextWrap.longestWord(in: words)) }
        if let pendingSpace, gap > 0 { text.append(" ", pendingSpace) }
        text.append(words, style)
        extendLine(by: gap + words.count)
        counter = CellCounter()
        return end
    }

    private static func longestWord(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var longest = 0
        var start = 0
        for offset in bytes.indices where bytes[offset] == 0x20 {
            longest = max(longest, offset - start)
            start = offset + 1
        }
        return max(longest, bytes.count - start)
    }

    /// Makes the word, and all of `text`, part of the line.
    private mutating func extendLine(by cells: Int) {
        lineEnd = text.bytes.count
        lineCells += cells
        wordStart = lineEnd
        pendingSpace = nil
        hasText = true
    }

    private mutating func beginWord() {
        guard !hasWord else { return }
        if let pendingSpace, hasText { text.append(" ", pendingSpace) }
        wordStart = text.bytes.count
    }

    /// Appends visible ASCII.
    private mutating func appendWord(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        if hasWord, last.isWide || last.scalar == 0x2014,
            LineBreak.isAllowed(between: last.scalar, and: UInt32(bytes[0]))
        {
            endWord()
        }
        beginWord()
        text.append(bytes, style)
        wordCells += bytes.count
        last = (UInt32(bytes[bytes.count - 1]), false)
        combiningCount = 0
        counter = CellCounter()
        counter.add(last.scalar)
    }

    private mutating func appendScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        let scalar = TextWrap.scalar(bytes)
        switch scalar {
        case 0x80..<0xA0: return
        // A zero-width space, then line and paragraph separators.
        case 0x200B: return endWord()
        case 0x2028, 0x2029:
            endWord()
            pendingSpace = style
            return
        // A no-break space shows as a space.
        case 0xA0, 0x202F:
            beginWord()
            text.append(" ", style)
            wordCells += 1
            last = (scalar, false)
            return
        default: break
        }
        let before = counter.cells
        counter.add(scalar)
        let cells = counter.cells - before
        if counter.isAtCharacter {
            let isWide = cells > 1
            if hasWord, isWide || last.isWide || last.scalar == 0x2014,
                LineBreak.isAllowed(between: last.scalar, and: scalar)
            {
                endWord()
            }
            last = (scalar, isWide)
            combiningCount = 0
        } else {
            combiningCount += 1
            guard combiningCount <= TextWrap.maxCombining else { return }
        }
        beginWord()
        text.append(bytes, style)
        wordCells += cells
    }

    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        func low(_ index: Int) -> UInt32 { index < bytes.count ? UInt32(bytes[index] & 0x3F) : 0 }
        let first = UInt32(bytes[0])
        switch bytes.count {
        case 2: return (first & 0x1F) << 6 | low(1)
        case 3: return (first & 0x0F) << 12 | low(1) << 6 | low(2)
        default: return (first & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3)
        }
    }

    /// Puts the word onto this line, or onto the next.
    private mutating func endWord() {
        guard hasWord else { return }
        if measuresWords { longestWord = max(longestWord, wordCells) }
        // A line without a word is ended only where the caller has begun it.
        let mayEnd = hasText || isAtFirstLine && lineCells > 0
        if mayEnd, lineCells + wordStart - lineEnd + wordCells > width { endLine() }
        if lineCells + wordStart - lineEnd + wordCells > width { endLinesWithinWord() }
        extendLine(by: wordStart - lineEnd + wordCells)
        wordCells = 0
        if !attached.isEmpty { attached.removeAll(keepingCapacity: true) }
        last = (0, false)
    }

    /// Breaks a word that is longer than a line. The rest of it is the open word.
    private mutating func endLinesWithinWord() {
        var start = wordStart
        var end = wordStart
        var cells = 0
        var units = WordUnits(text.bytes[wordStart...], attached)
        while let unit = units.next() {
            if lineCells + cells + unit.cells > width, cells > 0 {
                appendLine(start..<end, cells: lineCells + cells)
                start = end
                cells = 0
            }
            end = unit.end
            cells += unit.cells
        }
        text.removeFirst(start)
        wordCells = cells
    }

    /// Ends the line before the word.
    private mutating func endLine() {
        let rest = hasWord ? wordStart : text.bytes.count
        appendLine(0..<lineEnd, cells: lineCells)
        text.removeFirst(rest)
    }

    private mutating func appendLine(_ range: Range<Int>, cells: Int) {
        widestLine = max(widestLine, cells)
        lines.append(text.text(in: range, after: isAtFirstLine ? firstMargin : margin))
        hasText = false
        pendingSpace = nil
        lineEnd = 0
        lineCells = hangingIndent
        wordStart = 0
    }
}

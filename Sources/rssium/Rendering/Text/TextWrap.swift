internal import FeedCore

/// Breaks spans of styled text into lines by the cells they take on a terminal.
///
/// A line ends at a blank, and between Chinese and Japanese characters, which have none; within a word only where the
/// word is longer than a line. Control characters are dropped: a line has what is seen of it.
struct TextWrap {
    private var width: Int
    /// What stands before the first line and before the others; their cells are none of the width.
    private var firstMargin = StyledText()
    private var margin = StyledText()
    /// The cells that every line but the first has less.
    private let hanging: Int
    private var lines: [StyledText] = []
    /// How many of the lines were there before.
    private var linesAbove = 0
    /// The line, and behind it the blank and the word that may come onto it.
    private var text = StyledLineBuilder()
    /// Where the line ends so far.
    private var lineEnd = 0
    private var lineCells = 0
    /// Whether a word is on the line.
    private var hasText = false
    /// The blank that stands before the word if the word comes onto this line.
    private var blank: Style?
    /// The word being read: it stays together.
    private var wordStart = 0
    private var wordCells = 0
    /// The cells of the longest word so far, if words are measured.
    private(set) var longestWord = 0
    private var measuresWords = false
    /// The cells of the widest line so far, without its margin.
    private(set) var widestLine = 0
    /// What is in the word and is not parted either where the word is, such as the number of a link: places in it.
    private var attached: [Range<Int>] = []
    private var counter = CellCounter()
    /// The last scalar of the word, and whether it took two cells.
    private var last: (scalar: UInt32, isWide: Bool) = (0, false)
    /// How many scalars in a row took no cell of their own.
    private var marks = 0

    /// Accents over one letter beyond these are no writing (Unicode Standard Annex 15, stream-safe text format).
    private static let mostMarks = 30

    /// - Parameters:
    ///   - used: cells of the first line that are taken by what the caller puts before it.
    ///   - hanging: blanks before every line but the first, which are part of the width.
    init(width: Int, used: Int = 0, hanging: Int = 0) {
        self.width = max(width, 1)
        self.hanging = hanging
        if hanging > 0 { margin = StyledText(String(repeating: " ", count: hanging)) }
        lineCells = used
    }

    /// Begins anew, in the places of memory that were used so far. What was begun has been finished.
    ///
    /// - Parameter above: lines that the new ones come below of.
    mutating func begin(
        width: Int, used: Int = 0, firstMargin: StyledText = StyledText(), margin: StyledText = StyledText(),
        below above: [StyledText] = [], measuresWords: Bool = false
    ) {
        self.measuresWords = measuresWords
        self.width = max(width, 1)
        self.firstMargin = firstMargin
        self.margin = margin
        lines = above
        linesAbove = above.count
        lineCells = used
        longestWord = 0
        widestLine = 0
        counter = CellCounter()
        marks = 0
    }

    /// Adds text. Blanks are where lines may end; each is one blank as the caller has collapsed them.
    mutating func append(_ text: String, _ style: Style) {
        var text = text
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte > 0x20 && byte < 0x7F {
                    let start = index
                    index = fill(bytes, from: start, style)
                    if index > start { continue }
                    repeat { index += 1 } while index < bytes.count && bytes[index] > 0x20 && bytes[index] < 0x7F
                    appendWord(UnsafeBufferPointer(rebasing: bytes[start..<index]), style)
                } else if byte == 0x20 {
                    endWord()
                    blank = style
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

    /// Adds text that stays with the word before it and is not parted itself.
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

    /// The lines, all of them.
    mutating func finish() -> [StyledText] {
        endWord()
        if hasText { endLine() }
        blank = nil
        // Nobody else has them: whoever gets them can add to them without a copy.
        defer { lines = [] }
        return lines
    }

    // MARK: - Words

    private var isAtFirstLine: Bool { lines.count == linesAbove }
    private var hasWord: Bool { text.bytes.count > wordStart }

    /// Puts as many whole words of ASCII onto the line as have room there, all at once: nearly all text is that.
    /// Returns where they end.
    private mutating func fill(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ style: Style) -> Int {
        guard !hasWord else { return start }
        let gap = blank != nil && hasText ? 1 : 0
        let room = width - lineCells - gap
        guard room > 0 else { return start }
        // The blank behind the last word may be beyond the edge.
        let reach = bytes.endOfVisibleASCII(from: start, upTo: min(bytes.count, start + room + 1))
        var end = bytes[start..<reach].lastIndex(of: 0x20) ?? start
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > start else { return start }
        let words = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if measuresWords { longestWord = max(longestWord, TextWrap.longestWord(in: words)) }
        if let blank, gap > 0 { text.append(" ", blank) }
        text.append(words, style)
        extendLine(by: gap + words.count)
        counter = CellCounter()
        return end
    }

    private static func longestWord(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var longest = 0
        var start = 0
        for place in bytes.indices where bytes[place] == 0x20 {
            longest = max(longest, place - start)
            start = place + 1
        }
        return max(longest, bytes.count - start)
    }

    /// All of the text is the line now.
    private mutating func extendLine(by cells: Int) {
        lineEnd = text.bytes.count
        lineCells += cells
        wordStart = lineEnd
        blank = nil
        hasText = true
    }

    private mutating func beginWord() {
        guard !hasWord else { return }
        if let blank, hasText { text.append(" ", blank) }
        wordStart = text.bytes.count
    }

    /// Adds visible ASCII.
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
        marks = 0
        counter = CellCounter()
        counter.add(last.scalar)
    }

    private mutating func appendScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        let scalar = TextWrap.scalar(bytes)
        switch scalar {
        case 0x80..<0xA0: return
        // A place where a long word may be parted, and the ends of lines that only Unicode has.
        case 0x200B: return endWord()
        case 0x2028, 0x2029:
            endWord()
            blank = style
            return
        // A blank that must not part its words still is one.
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
            marks = 0
        } else {
            marks += 1
            guard marks <= TextWrap.mostMarks else { return }
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

    /// Puts the word onto this line, or onto the next one.
    private mutating func endWord() {
        guard hasWord else { return }
        if measuresWords { longestWord = max(longestWord, wordCells) }
        // Nothing is gained by a new line for a word alone, but for the line that the caller has begun.
        let mayEnd = hasText || isAtFirstLine && lineCells > 0
        if mayEnd, lineCells + wordStart - lineEnd + wordCells > width { endLine() }
        if lineCells + wordStart - lineEnd + wordCells > width { endLinesWithinWord() }
        extendLine(by: wordStart - lineEnd + wordCells)
        wordCells = 0
        if !attached.isEmpty { attached.removeAll(keepingCapacity: true) }
        last = (0, false)
    }

    /// Parts a word that is longer than a line where the lines are full; what is left of it is the word.
    private mutating func endLinesWithinWord() {
        var start = wordStart
        var end = wordStart
        var cells = 0
        var units = WordUnits(text.bytes[wordStart...], attached)
        while let unit = units.next() {
            if lineCells + cells + unit.cells > width, cells > 0 {
                addLine(start..<end, cells: lineCells + cells)
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
        addLine(0..<lineEnd, cells: lineCells)
        text.removeFirst(rest)
    }

    /// The next line begins where this one ended.
    private mutating func addLine(_ range: Range<Int>, cells: Int) {
        widestLine = max(widestLine, cells)
        lines.append(text.text(in: range, after: isAtFirstLine ? firstMargin : margin))
        hasText = false
        blank = nil
        lineEnd = 0
        lineCells = hanging
        wordStart = 0
    }
}

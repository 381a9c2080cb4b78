/// Breaks spans of styled text into lines by the cells they take on a terminal.
///
/// A line ends at a blank, and between Chinese and Japanese characters, which have none; within a word only where the
/// word is longer than a line. Control characters are dropped: a line has what is seen of it.
struct TextWrap {
    private let width: Int
    /// Blanks before every line but the first.
    private let hanging: Int
    /// The cells of the longest word, where they are asked for.
    private(set) var longestWord = 0
    private let measuresWords: Bool
    private(set) var lines: [StyledText] = []
    private var line = StyledBytes()
    /// Whether a word is on the line.
    private var hasText = false
    /// The blank that stands before the word if the word comes onto this line.
    private var blank: Style?
    /// The word being read: it stays together.
    private var word = StyledBytes()
    /// What is in the word and is not parted either where the word is, such as the number of a link.
    private var attached: [Range<Int>] = []
    private var counter = CellCounter()
    /// The last scalar of the word, and whether it took two cells.
    private var last: (scalar: UInt32, isWide: Bool) = (0, false)
    /// How many scalars in a row took no cell of their own.
    private var marks = 0

    /// Accents over one letter beyond these are no writing (Unicode Standard Annex 15, stream-safe text format).
    private static let mostMarks = 30

    /// - Parameter used: cells of the first line that are taken by what the caller puts before it.
    init(width: Int, used: Int = 0, hanging: Int = 0, measuresWords: Bool = false) {
        self.measuresWords = measuresWords
        self.width = max(width, 1)
        self.hanging = hanging
        line.cells = used
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
        let start = word.bytes.count
        word.append(text, style)
        word.cells += TextWidth.cells(of: text)
        attached.append(start..<word.bytes.count)
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
        return lines
    }

    // MARK: - Words

    /// Puts as many whole words of ASCII onto the line as have room there, all at once: nearly all text is that.
    /// Returns where they end.
    private mutating func fill(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ style: Style) -> Int {
        guard word.isEmpty, !measuresWords else { return start }
        let gap = blank != nil && hasText ? 1 : 0
        let room = width - line.cells - gap
        var end = start
        var place = start
        while place < bytes.count, place - start <= room {
            let byte = bytes[place]
            if byte == 0x20 { end = place } else if byte < 0x20 || byte >= 0x7F { break }
            place += 1
        }
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > start else { return start }
        if let blank, gap > 0 { line.append(" ", blank) }
        line.append(UnsafeBufferPointer(rebasing: bytes[start..<end]), style)
        line.cells += gap + end - start
        blank = nil
        hasText = true
        counter = CellCounter()
        return end
    }

    /// Adds visible ASCII.
    private mutating func appendWord(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        if !word.isEmpty, last.isWide || last.scalar == 0x2014,
            LineBreak.isAllowed(between: last.scalar, and: UInt32(bytes[0]))
        {
            endWord()
        }
        word.append(bytes, style)
        word.cells += bytes.count
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
            word.append(" ", style)
            word.cells += 1
            last = (scalar, false)
            return
        default: break
        }
        let before = counter.cells
        counter.add(scalar)
        let cells = counter.cells - before
        if counter.isAtCharacter {
            let isWide = cells > 1
            if !word.isEmpty, isWide || last.isWide || last.scalar == 0x2014,
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
        word.append(bytes, style)
        word.cells += cells
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
        guard !word.isEmpty else { return }
        longestWord = max(longestWord, word.cells)
        let gap = blank != nil && hasText ? 1 : 0
        // Nothing is gained by a new line for a word alone, but for the line that the caller has begun.
        let mayEnd = hasText || lines.isEmpty && line.cells > 0
        if mayEnd, line.cells + gap + word.cells > width {
            endLine()
        } else if let blank, gap > 0 {
            line.append(" ", blank)
            line.cells += 1
        }
        blank = nil
        if line.cells + word.cells > width { addInPieces() } else { line.append(word) }
        hasText = true
        word.removeAll()
        if !attached.isEmpty { attached.removeAll(keepingCapacity: true) }
        last = (0, false)
    }

    /// Parts a word that is longer than a line where the lines are full.
    private mutating func addInPieces() {
        var start = 0
        var end = 0
        var cells = 0
        var units = WordUnits(word.bytes, attached)
        while let unit = units.next() {
            if line.cells + cells + unit.cells > width, cells > 0 {
                line.append(word, start..<end)
                line.cells += cells
                endLine()
                start = end
                cells = 0
            }
            end = unit.end
            cells += unit.cells
        }
        line.append(word, start..<end)
        line.cells += cells
    }

    private mutating func endLine() {
        lines.append(line.text)
        line.removeAll()
        hasText = false
        blank = nil
        if hanging > 0 {
            line.append(String(repeating: " ", count: hanging), .plain)
            line.cells = hanging
        }
    }
}

/// Walks over the characters of a word; what is attached is one with the character before it.
private struct WordUnits {
    private let bytes: [UInt8]
    private let attached: [Range<Int>]
    private var nextAttached = 0
    private var place = 0

    init(_ bytes: [UInt8], _ attached: [Range<Int>]) {
        self.bytes = bytes
        self.attached = attached
    }

    mutating func next() -> (end: Int, cells: Int)? {
        guard place < bytes.count else { return nil }
        var counter = CellCounter()
        while place < bytes.count {
            if nextAttached < attached.count, attached[nextAttached].lowerBound == place {
                let range = attached[nextAttached]
                nextAttached += 1
                for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars { counter.add(scalar.value) }
                place = range.upperBound
                continue
            }
            let length = bytes[place] < 0x80 ? 1 : bytes[place] < 0xE0 ? 2 : bytes[place] < 0xF0 ? 3 : 4
            let end = min(place + length, bytes.count)
            var ahead = counter
            ahead.add(bytes[place] < 0x80 ? UInt32(bytes[place]) : scalar(upTo: end))
            if ahead.isAtCharacter, counter.cells > 0 { break }
            counter = ahead
            place = end
        }
        return (place, counter.cells)
    }

    private func scalar(upTo end: Int) -> UInt32 {
        String(decoding: bytes[place..<end], as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
    }
}

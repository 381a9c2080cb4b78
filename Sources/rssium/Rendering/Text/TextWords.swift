internal import FeedCore

/// Splits styled text into the words that a line may end between, and counts their cells.
struct TextWords {
    struct Word {
        /// The bytes of the word in the text.
        let start: Int
        fileprivate(set) var end: Int
        fileprivate(set) var cells = 0
        /// The spaces before it, if it does not begin a line.
        let gap: Int
        /// The index of its first part that is never broken, if it has any.
        fileprivate let attached: Int
        /// Ends the line, and has no text.
        fileprivate(set) var isLineBreak = false
    }

    /// The words with the spaces between them.
    private(set) var text = StyledLineBuilder()
    private(set) var all: [Word] = []
    /// The parts of words that are never broken, such as the number of a link.
    private var attached: [Range<Int>] = []
    /// Whether the last word goes on.
    private var isOpen = false
    /// The style of the space before the next word.
    private var pendingSpace: Style?
    private var counter = CellCounter()
    /// The last scalar of the open word, and whether it took two cells.
    private var last: (scalar: UInt32, isWide: Bool) = (0, false)
    /// How many combining scalars are in a row.
    private var combiningCount = 0

    /// No writing has more accents over one letter than this (Unicode Standard Annex 15, stream-safe text format).
    private static let maxCombining = 30

    mutating func append(_ text: String, _ style: Style) {
        var text = text
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                let end: Int
                if byte >= 0x80 {
                    end = min(index + (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4), bytes.count)
                    appendScalar(UnsafeBufferPointer(rebasing: bytes[index..<end]), style)
                } else {
                    end = bytes.endOfVisibleASCII(from: index, upTo: bytes.count)
                    if end > index { appendASCII(UnsafeBufferPointer(rebasing: bytes[index..<end]), style) }
                }
                index = max(end, index + 1)
            }
        }
    }

    mutating func attach(_ text: String, _ style: Style) {
        let start = beginWord()
        self.text.append(text, style)
        extendWord(by: TextWidth.cells(of: text))
        attached.append(start..<self.text.bytes.count)
        last = (text.unicodeScalars.last?.value ?? 0, false)
    }

    mutating func breakLine() {
        endWord()
        pendingSpace = nil
        appendWord(at: 0, gap: 0)
        all[all.count - 1].isLineBreak = true
    }

    /// Removes the text, and keeps its memory.
    mutating func removeAll() {
        endWord()
        text.removeAll()
        all.removeAll(keepingCapacity: true)
        attached.removeAll(keepingCapacity: true)
        pendingSpace = nil
        counter = CellCounter()
        combiningCount = 0
    }

    /// The parts of a word between which it may be broken.
    func units(of word: Word) -> WordUnits {
        WordUnits(text.bytes[word.start..<word.end], attached[word.attached...])
    }

    // MARK: - Words

    /// Appends visible ASCII, which nearly all text is.
    private mutating func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        var index = bytes[..<end].firstIndex { $0 != 0x20 } ?? end
        if bytes[0] == 0x20 { endWord(beforeSpace: style) }
        guard index < end else { return }
        endWord(ifBreaksBefore: UInt32(bytes[index]), isWide: false)
        let offset = beginWord() - index
        text.append(UnsafeBufferPointer(rebasing: bytes[index..<end]), style)
        while let space = bytes.index(of: 0x20, from: index), space < end {
            extendWord(by: space - index, to: offset + space)
            index = space
            while bytes[index] == 0x20 { index += 1 }
            appendWord(at: offset + index, gap: index - space)
        }
        extendWord(by: end - index)
        last = (UInt32(bytes[end - 1]), false)
        combiningCount = 0
        counter = CellCounter()
        counter.add(last.scalar)
        if end < bytes.count { endWord(beforeSpace: style) }
    }

    private mutating func appendScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        let scalar = TextWords.scalar(bytes)
        switch scalar {
        case 0x80..<0xA0: return
        // A zero-width space, then line and paragraph separators.
        case 0x200B: return endWord()
        case 0x2028, 0x2029: return endWord(beforeSpace: style)
        // A no-break space shows as a space.
        case 0xA0, 0x202F:
            beginWord()
            text.append(" ", style)
            last = (scalar, false)
            return extendWord(by: 1)
        default: break
        }
        let before = counter.cells
        counter.add(scalar)
        let cells = counter.cells - before
        if counter.isAtCharacter {
            endWord(ifBreaksBefore: scalar, isWide: cells > 1)
            last = (scalar, cells > 1)
            combiningCount = 0
        } else {
            combiningCount += 1
            guard combiningCount <= TextWords.maxCombining else { return }
        }
        beginWord()
        text.append(bytes, style)
        extendWord(by: cells)
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

    /// Begins a word, unless one is open. Returns the end of the text.
    @discardableResult
    private mutating func beginWord() -> Int {
        if !isOpen {
            if let pendingSpace { text.append(" ", pendingSpace) }
            appendWord(at: text.bytes.count, gap: pendingSpace == nil ? 0 : 1)
            (isOpen, pendingSpace) = (true, nil)
        }
        return text.bytes.count
    }

    private mutating func appendWord(at start: Int, gap: Int) {
        all.append(Word(start: start, end: start, gap: gap, attached: attached.count))
    }

    private mutating func extendWord(by cells: Int, to end: Int? = nil) {
        all[all.count - 1].end = end ?? text.bytes.count
        all[all.count - 1].cells += cells
    }

    private mutating func endWord() {
        isOpen = false
        last = (0, false)
    }

    private mutating func endWord(beforeSpace style: Style) {
        endWord()
        pendingSpace = style
    }

    /// Ends the word where a line may end before the next scalar without a space.
    private mutating func endWord(ifBreaksBefore next: UInt32, isWide: Bool) {
        guard isOpen, isWide || last.isWide || last.scalar == 0x2014 else { return }
        if LineBreak.isAllowed(between: last.scalar, and: next) { endWord() }
    }
}

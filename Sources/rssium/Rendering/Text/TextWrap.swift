internal import FeedCore

/// Breaks styled text into lines of so many cells of a terminal: splits it into words, which `TextLines` puts into lines.
///
/// A line ends at a space, and between Chinese and Japanese characters; within a word only where the word is longer than
/// a line, and not in an address that the caller keeps. Control characters are dropped.
struct TextWrap {
    private var lines: TextLines
    private let keepsAddresses: Bool
    /// The words with the spaces between them.
    private var text = StyledLineBuilder()
    /// The open word.
    private var word: TextLines.Word?
    /// The parts of the open word that are never broken, such as the number of a link.
    private var attached: [Range<Int>] = []
    /// The style of the space before the next word.
    private var pendingSpace: Style?
    private var counter = CellCounter(joinsEmoji: false)
    /// The last scalar of the open word, and whether it took two cells.
    private var last: (scalar: UInt32, isWide: Bool) = (0, false)
    /// How many combining scalars are in a row.
    private var combiningCount = 0

    /// No writing has more accents over one letter than this (Unicode Standard Annex 15, stream-safe text format).
    private static let maxCombining = 30

    /// - Parameters:
    ///   - used: cells of the first line that are taken by what the caller puts before it.
    ///   - hanging: the indent of each line but the first, as part of the width.
    ///   - keepsAddresses: whether an address that is longer than a line stays in one piece.
    init(width: Int, used: Int = 0, hanging: Int = 0, keepsAddresses: Bool = false) {
        self.keepsAddresses = keepsAddresses
        let indent = StyledText(String(repeating: " ", count: hanging))
        lines = TextLines(width: width, used: used, hanging: hanging, firstMargin: StyledText(), margin: indent)
    }

    /// Begins anew after `finish`, with the same memory.
    ///
    /// - Parameter above: lines to which the new ones are appended.
    mutating func begin(
        width: Int, used: Int = 0, firstMargin: StyledText = StyledText(), margin: StyledText = StyledText(),
        below above: [StyledText] = []
    ) {
        lines = TextLines(width: width, used: used, firstMargin: firstMargin, margin: margin, below: above)
    }

    /// The cells of the longest word.
    var longestWord: Int { lines.longestWord }
    /// The cells of the widest line, without its margin.
    var widestLine: Int { lines.widestLine }

    /// Appends text. Lines may end at each space; the caller has collapsed white space.
    mutating func append(_ text: String, _ style: Style) {
        var text = text
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let end: Int
                if bytes[index] >= 0x80 {
                    end = bytes.endOfCharacter(at: index)
                    appendScalar(UnsafeBufferPointer(rebasing: bytes[index..<end]), style)
                } else {
                    end = bytes.endOfVisibleASCII(from: index, upTo: bytes.count)
                    if end > index { appendASCII(UnsafeBufferPointer(rebasing: bytes[index..<end]), style) }
                }
                index = max(end, index + 1)
            }
        }
    }

    /// Appends text in its styles.
    mutating func append(_ text: StyledText) {
        for run in text.runs { append(String(run.text), run.style) }
    }

    /// Appends text that stays with the word before it and is never broken itself.
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
        lines.endLine(of: text)
    }

    /// Ends the last line and returns all lines.
    mutating func finish() -> [StyledText] {
        endWord()
        let finished = lines.finish(of: text)
        text.removeAll()
        pendingSpace = nil
        counter = CellCounter(joinsEmoji: false)
        combiningCount = 0
        return finished
    }

    // MARK: - Words

    /// Appends visible ASCII, which nearly all text is.
    private mutating func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        var index: Int = bytes[..<end].firstIndex(where: { $0 != 0x20 }) ?? end
        if bytes[0] == 0x20 { endWord(beforeSpace: style) }
        guard index < end else { return }
        endWord(ifBreaksBefore: UInt32(bytes[index]), isWide: false)
        let offset = beginWord() - index
        text.append(UnsafeBufferPointer(rebasing: bytes[index..<end]), style)
        while let space = bytes.index(of: 0x20, from: index), space < end {
            extendWord(by: space - index, to: offset + space)
            endWord()
            index = space
            while bytes[index] == 0x20 { index += 1 }
            word = TextLines.Word(start: offset + index, end: offset + index, gap: index - space)
        }
        extendWord(by: end - index)
        last = (UInt32(bytes[end - 1]), false)
        combiningCount = 0
        counter = CellCounter(joinsEmoji: false)
        counter.add(last.scalar)
        if end < bytes.count { endWord(beforeSpace: style) }
    }

    private mutating func appendScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        let scalar = bytes.character
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
            guard combiningCount <= TextWrap.maxCombining else { return }
        }
        beginWord()
        text.append(bytes, style)
        extendWord(by: cells)
    }

    /// Begins a word, unless one is open. Returns the end of the text.
    @discardableResult
    private mutating func beginWord() -> Int {
        if word == nil {
            if let pendingSpace { text.append(" ", pendingSpace) }
            word = TextLines.Word(start: text.bytes.count, end: text.bytes.count, gap: pendingSpace == nil ? 0 : 1)
            pendingSpace = nil
        }
        return text.bytes.count
    }

    private mutating func extendWord(by cells: Int, to end: Int? = nil) {
        word?.end = end ?? text.bytes.count
        word?.cells += cells
    }

    private mutating func endWord() {
        guard let word else { return }
        lines.append(
            word, of: text, attached: attached,
            isWhole: keepsAddresses && text.bytes[word.start..<word.end].contains("://".utf8))
        self.word = nil
        if !attached.isEmpty { attached.removeAll(keepingCapacity: true) }
        last = (0, false)
    }

    private mutating func endWord(beforeSpace style: Style) {
        endWord()
        pendingSpace = style
    }

    /// Ends the word where a line may end before the next scalar without a space.
    private mutating func endWord(ifBreaksBefore next: UInt32, isWide: Bool) {
        guard word != nil, isWide || last.isWide || last.scalar == 0x2014 else { return }
        if LineBreak.isAllowed(between: last.scalar, and: next) { endWord() }
    }
}

extension StyledText {
    /// The lines of the text, as `TextWrap` breaks it.
    func wrapped(to width: Int, used: Int = 0, hanging: Int = 0) -> [StyledText] {
        var wrap = TextWrap(width: width, used: used, hanging: hanging)
        wrap.append(self)
        return wrap.finish()
    }
}

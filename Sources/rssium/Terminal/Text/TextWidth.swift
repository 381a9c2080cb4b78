internal import FeedCore

/// The width of text on a terminal in cells: a Chinese character or an emoji takes two, a combining accent none.
///
/// Control characters count as nothing: `ControlCharacterFilter` removes them.
enum TextWidth {
    /// The cells of the text in one line.
    static func cells(of text: some StringProtocol) -> Int {
        let ascii = text.utf8.withContiguousStorageIfAvailable(asciiCells)
        if case .some(.some(let cells)) = ascii { return cells }
        return cells(of: text.unicodeScalars)
    }

    /// The cells of one character, of however many scalars.
    static func cells(of character: Character) -> Int {
        cells(of: character.unicodeScalars)
    }

    /// The text, cut to end in `…` where it does not fit.
    static func cut(_ text: String, to cells: Int) -> String {
        guard cells > 0 else { return "" }
        // A text has at most as many cells as bytes.
        if text.utf8.count <= cells || self.cells(of: text) <= cells { return text }
        return text[..<end(of: text, within: cells - 1)] + "…"
    }

    /// The end of the longest beginning that fits into so many cells, between two characters.
    static func end(of text: some StringProtocol, within cells: Int) -> String.Index {
        var used = 0
        var index = text.startIndex
        while index < text.endIndex {
            used += self.cells(of: text[index])
            if used > cells { break }
            text.formIndex(after: &index)
        }
        return index
    }

    /// Nil where a byte is not ASCII.
    private static func asciiCells(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var hidden = 0
        var seen: UInt8 = 0
        for byte in bytes {
            seen |= byte
            if byte < 0x20 || byte == 0x7F { hidden += 1 }
        }
        return seen < 0x80 ? bytes.count - hidden : nil
    }

    private static func cells(of scalars: some Sequence<Unicode.Scalar>) -> Int {
        var counter = CellCounter()
        for scalar in scalars { counter.add(scalar.value) }
        return counter.cells
    }
}

/// Counts cells scalar by scalar, with the state that the next scalar needs: some change the width of the one before.
struct CellCounter {
    /// Whether emoji that are joined, or have a skin color, are one emoji. Not all terminals draw them so.
    private let joinsEmoji: Bool
    private(set) var cells = 0
    /// Whether the last scalar began a character.
    private(set) var isAtCharacter = false
    /// The last scalar that took cells, and how many.
    private var base: UInt32 = 0
    private var baseCells = 0
    private var isJoined = false
    private var isHalfFlag = false

    init(joinsEmoji: Bool = true) { self.joinsEmoji = joinsEmoji }

    mutating func add(_ scalar: UInt32) {
        isAtCharacter = false
        if scalar < 0x300 {
            // Most terminals show U+00AD, the soft hyphen.
            let isShown = scalar >= 0x20 && !(0x7F..<0xA0).contains(scalar)
            return count(scalar, isShown ? 1 : 0)
        }
        switch scalar {
        case 0x370..<0x483, 0x2010..<0x2028:
            // Greek and Cyrillic, dashes, quotation marks and bullets, without a search.
            count(scalar, 1)
        case 0x200D:
            isJoined = baseCells > 0
        case 0xFE0F:
            if baseCells == 1, WidthTable.emojiWithSelector.holds(base) { widen() }
        case 0x1F1E6...0x1F1FF where isHalfFlag:
            isHalfFlag = false
        case 0x1F1E6...0x1F1FF:
            count(scalar, 2)
            isHalfFlag = true
        case 0x1F3FB...0x1F3FF where base >= 0x261D && !isAlwaysWide(base):
            // A skin color is part of the emoji before it, and makes an emoji of a text symbol.
            if baseCells == 1 { widen() }
            if !joinsEmoji { cells += 2 }
        default:
            addByTable(scalar)
        }
    }

    private mutating func addByTable(_ scalar: UInt32) {
        if isAlwaysWide(scalar) || WidthTable.wide.holds(scalar) {
            count(scalar, 2)
        } else if WidthTable.zero.holds(scalar) {
            return
        } else if WidthTable.spacingMarks.holds(scalar) {
            // All marks of a letter take one cell together.
            if baseCells == 1 {
                cells += 1
                baseCells = 0
            }
        } else {
            count(scalar, 1)
        }
    }

    /// Most Chinese, Japanese and Korean text, without a search.
    private func isAlwaysWide(_ scalar: UInt32) -> Bool {
        (0x4E00...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar) || (0x3041...0x3096).contains(scalar)
    }

    private mutating func count(_ scalar: UInt32, _ width: Int) {
        isHalfFlag = false
        // A terminal draws the characters that are joined to an emoji as one.
        let isPart = isJoined && baseCells == 2 && (width == 2 || WidthTable.emojiWithSelector.holds(scalar))
        isJoined = false
        guard width > 0 else { return }
        if !isPart || !joinsEmoji { cells += width }
        if isPart { return }
        isAtCharacter = true
        base = scalar
        baseCells = width
    }

    private mutating func widen() {
        cells += 1
        baseCells = 2
    }
}

extension [UInt32] {
    /// Whether the value is in one of the ranges, whose first and last values alternate here.
    fileprivate func holds(_ value: UInt32) -> Bool {
        let bound = partitionIndex { $0 >= value }
        return bound % 2 == 1 || bound < count && self[bound] == value
    }
}

/// How wide text is on a terminal, which counts cells: a Chinese character or an emoji takes two, an accent none.
///
/// What a terminal never gets to see, control characters, counts as nothing.
enum TextWidth {
    /// The cells that the text takes in one line.
    static func cells(of text: some StringProtocol) -> Int {
        let ascii = text.utf8.withContiguousStorageIfAvailable(asciiCells)
        if case .some(.some(let cells)) = ascii { return cells }
        return cells(of: text.unicodeScalars)
    }

    /// The cells of one character as a reader sees it, however many scalars it is made of.
    static func cells(of character: Character) -> Int {
        cells(of: character.unicodeScalars)
    }

    /// The text as far as it fits, and then it ends in `…`; the whole text where it fits.
    static func cut(_ text: String, to cells: Int) -> String {
        guard cells > 0 else { return "" }
        // A byte is at most one cell: four bytes make at most two, and three make at most two.
        if text.utf8.count <= cells || self.cells(of: text) <= cells { return text }
        return text[..<end(of: text, within: cells - 1)] + "…"
    }

    /// Where the longest beginning ends that takes no more than so many cells; it never parts a character.
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

/// Counts scalar by scalar, keeping what the next one needs to know: some change the width of the one before them.
struct CellCounter {
    private(set) var cells = 0
    /// Whether the last scalar was the first of what a reader sees as a character.
    private(set) var isAtCharacter = false
    /// The last scalar that took cells, and how many.
    private var base: UInt32 = 0
    private var baseCells = 0
    private var isJoined = false
    private var isHalfFlag = false

    mutating func add(_ scalar: UInt32) {
        isAtCharacter = false
        if scalar < 0x300 {
            // U+00AD, a soft hyphen, is shown by most terminals.
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
            // A skin color: part of the emoji before it, and it makes an emoji of a sign.
            if baseCells == 1 { widen() }
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
            // One cell for all the marks of a letter.
            if baseCells == 1 {
                cells += 1
                baseCells = 0
            }
        } else {
            count(scalar, 1)
        }
    }

    /// The bulk of Chinese, Japanese and Korean text, without a search.
    private func isAlwaysWide(_ scalar: UInt32) -> Bool {
        (0x4E00...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar) || (0x3041...0x3096).contains(scalar)
    }

    private mutating func count(_ scalar: UInt32, _ width: Int) {
        isHalfFlag = false
        // What a joiner ties to an emoji is drawn within it.
        let isPart = isJoined && baseCells == 2 && (width == 2 || WidthTable.emojiWithSelector.holds(scalar))
        isJoined = false
        if isPart { return }
        guard width > 0 else { return }
        isAtCharacter = true
        cells += width
        base = scalar
        baseCells = width
    }

    private mutating func widen() {
        cells += 1
        baseCells = 2
    }
}

extension [UInt32] {
    /// Whether the value is within one of the ranges whose first and last values stand here in pairs.
    fileprivate func holds(_ value: UInt32) -> Bool {
        var low = 0
        var high = count / 2
        while low < high {
            let middle = (low + high) / 2
            if value > self[middle * 2 + 1] {
                low = middle + 1
            } else if value < self[middle * 2] {
                high = middle
            } else {
                return true
            }
        }
        return false
    }
}

/// What a document was meant to be that begins like JSON and is none: cut off in the middle, or written by hand with
/// comments, commas too many, line breaks in texts.
///
/// Of a document that ends too soon what is complete stays: the members of the feed before the cut, and of its items
/// those that were closed. The one that was being written is left out whole.
struct JSONRepair {
    /// Well-formed as far as brackets, texts and commas go.
    private(set) var bytes: [UInt8] = []
    /// The document had its end.
    private(set) var isComplete = false

    private let source: [UInt8]
    private var index = 0
    private var open: [Container] = []
    /// A comma was met, and is written only when something follows.
    private var hasComma = false
    /// How far the document may be cut, and what closes it there.
    private var cut = 0
    private var closing: [UInt8] = []

    private struct Container {
        let bracket: UInt8
        /// The member of an object whose value is being read is the list of items.
        var isAtItems = false
        var expectsName: Bool
    }

    /// Nil where nothing can be made of it.
    init?(_ source: [UInt8]) {
        self.source = source
        bytes.reserveCapacity(source.count)
        var pieces = 0
        while index < source.count, !isComplete {
            pieces += 1
            guard pieces & 0xFFF != 0 || !Task.isCancelled, readNext() else { return nil }
        }
        guard !isComplete else { return }
        guard cut > 0 else { return nil }
        bytes.removeSubrange(cut...)
        bytes.append(contentsOf: closing)
    }

    /// False where it is certain that this is no JSON.
    private mutating func readNext() -> Bool {
        switch source[index] {
        case 0x00...0x20, 0xEF, 0xBB, 0xBF:
            index += 1
        case UInt8(ascii: "/") where skipComment():
            break
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            writeComma()
            guard open.count <= JSONReader.nestingLimit else { return false }
            open.append(Container(bracket: source[index], expectsName: source[index] == UInt8(ascii: "{")))
            take()
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return readClosing()
        case UInt8(ascii: ","):
            hasComma = true
            if open.last?.bracket == UInt8(ascii: "{") { open[open.count - 1].expectsName = true }
            index += 1
        case UInt8(ascii: ":"):
            take()
        case UInt8(ascii: "\""):
            writeComma()
            readText()
        default:
            writeComma()
            return readWord()
        }
        return true
    }

    private mutating func take() {
        bytes.append(source[index])
        index += 1
    }

    private mutating func writeComma() {
        if hasComma, let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            bytes.append(UInt8(ascii: ","))
        }
        hasComma = false
    }

    private mutating func skipComment() -> Bool {
        guard index + 1 < source.count else { return false }
        switch source[index + 1] {
        case UInt8(ascii: "/"):
            index = source[index...].firstIndex(of: 0x0A) ?? source.count
        case UInt8(ascii: "*"):
            let end = source.withUnsafeBufferPointer { $0.end(of: "*/", from: index + 2) }
            index = end ?? source.count
        default:
            return false
        }
        return true
    }

    private mutating func readClosing() -> Bool {
        // Each bracket has a pair two places on.
        guard let container = open.popLast(), container.bracket + 2 == source[index] else { return false }
        hasComma = false
        take()
        finishValue()
        return true
    }

    /// A text, with what may not stand in one escaped; one without end is left where it is: what was cut goes anyway.
    private mutating func readText() {
        let start = bytes.count
        take()
        while index < source.count {
            switch source[index] {
            case UInt8(ascii: "\""):
                take()
                if open.last?.expectsName == true {
                    open[open.count - 1].expectsName = false
                    open[open.count - 1].isAtItems = bytes[start...].elementsEqual("\"items\"".utf8)
                } else {
                    finishValue()
                }
                return
            case UInt8(ascii: "\\"):
                readEscape()
            case 0x00..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(JSONRepair.hexDigits[Int(source[index] >> 4)])
                bytes.append(JSONRepair.hexDigits[Int(source[index] & 15)])
                index += 1
            default:
                take()
            }
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// `\'` and the like, which only JavaScript knows, lose their backslash.
    private mutating func readEscape() {
        guard index + 1 < source.count else {
            index += 1
            return
        }
        if "\"\\/bfnrtu".utf8.contains(source[index + 1]) { take() } else { index += 1 }
        take()
    }

    /// A number, `true`, `false` or `null`: what is at the very end may be half of one.
    private mutating func readWord() -> Bool {
        let start = index
        while index < source.count, JSONRepair.isWordByte(source[index]) { take() }
        guard index > start else { return false }
        if index < source.count { finishValue() }
        return true
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        HTMLTag.isLetter(byte) || byte &- UInt8(ascii: "0") < 10 || "+-.".utf8.contains(byte)
    }

    /// A value has its end: the document may be cut here, if it is a member of the feed or one of its items.
    private mutating func finishValue() {
        switch open.count {
        case 0:
            isComplete = true
        case 1 where open[0].bracket == UInt8(ascii: "{"):
            (cut, closing) = (bytes.count, Array("}".utf8))
        case 2 where open[0].isAtItems && open[1].bracket == UInt8(ascii: "["):
            (cut, closing) = (bytes.count, Array("]}".utf8))
        default: break
        }
    }
}

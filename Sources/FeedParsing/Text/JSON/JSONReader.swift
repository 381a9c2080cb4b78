/// A JSON value.
public enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case integer(Int64)
    case number(Double)
    case bool(Bool)
    case null

    /// The member of an object; nil for other values.
    public subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string; nil for other values.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }
    /// The elements of an array; nil for other values.
    public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}

/// Why a text cannot be read as JSON.
public enum JSONError: Error, Hashable, Sendable {
    case malformed
    case tooDeep
    case tooMany
    /// The caller wants no more values of the list, or the task is cancelled.
    case stopped
}

/// Reads JSON (RFC 8259). Half a surrogate pair and `\u0000` are read as U+FFFD.
public enum JSONReader {
    /// How deep objects and arrays may be nested.
    public static let nestingLimit = 200
    /// How many values are held at once: each takes many times its size in the text.
    public static let valueLimit = 100_000

    /// Reads a whole text.
    public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try read(bytes, lists: []) { _, _ in true }
    }

    /// Reads a text that has many values in a list. A comma may follow the last value of a list or an object, as some leave one
    /// who write JSON by hand. What follows the outermost value is not read: servers add a comma, or a comment in HTML.
    ///
    /// - Parameters:
    ///   - lists: where such a list may be: the names of the members that lead to it from the outermost object; none for
    ///     an array that is the whole text. If it is an array, `take` gets its values one by one, and the result has it
    ///     empty.
    ///   - take: gets a value and the index of its list, and returns whether it wants more values.
    package static func read(
        _ bytes: [UInt8], lists: [[String]], take: (JSONValue, Int) -> Bool
    ) throws(JSONError) -> JSONValue {
        try bytes.withBuffer { bytes throws(JSONError) in
            var text = JSONText(bytes, lists: lists)
            return try text.read(take)
        }
    }

    /// Reads a text, or the complete members of an object that ends too soon, as a broken transfer leaves it, and of the objects in
    /// it that lead to a list. `take` gets the complete values of the list.
    static func readCutOff(
        _ bytes: [UInt8], lists: [[String]], take: (JSONValue, Int) -> Bool
    ) throws(JSONError) -> (value: JSONValue, isComplete: Bool) {
        try bytes.withBuffer { bytes throws(JSONError) in
            var text = JSONText(bytes, lists: lists)
            do throws(JSONError) {
                return (try text.read(take), true)
            } catch {
                guard error == .malformed, let value = text.valueBeforeEnd else { throw error }
                return (value, false)
            }
        }
    }
}

/// A text and how far it has been read.
private struct JSONText {
    typealias Take = (JSONValue, Int) -> Bool

    private let bytes: UnsafeBufferPointer<UInt8>
    private let lists: [[String]]
    private var index: Int
    private var held = 0
    private var escapes = 0
    /// The objects that lead to a list, as far as they have been read: from the outermost inwards.
    private var outer: [OuterObject] = []

    private struct OuterObject {
        var members: [String: JSONValue] = [:]
        /// The name of the member that is being read.
        var name = ""
        /// The end of that member has not been seen.
        var isOpen = false
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, lists: [[String]]) {
        self.bytes = bytes
        self.lists = lists
        // A byte order mark may be there (RFC 8259, section 8.1).
        index = bytes.markLength
    }

    mutating func read(_ take: Take) throws(JSONError) -> JSONValue {
        let value = try value(depth: 0, take)
        guard !lists.isEmpty || next() == nil else { throw .malformed }
        return value
    }

    /// After a failure at the end of the text: the members that are complete. Nil if there are none, or if more
    /// text follows.
    var valueBeforeEnd: JSONValue? {
        // The text may end in half of `false`.
        guard bytes.count - index < 5 else { return nil }
        let value = outer.reversed().reduce(nil) { (inner: JSONValue?, object) in
            var members = object.members
            if object.isOpen { members[object.name] = inner }
            return .object(members)
        }
        return value == .object([:]) ? nil : value
    }

    /// The next byte that is not white space; nil at the end.
    private mutating func next() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return bytes[index]
            }
        }
        return nil
    }

    /// Passes over this byte if it is next.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int, _ take: Take) throws(JSONError) -> JSONValue {
        held += 1
        guard held <= JSONReader.valueLimit else { throw .tooMany }
        if held & 0xFFF == 0, Task.isCancelled { throw .stopped }
        switch next() {
        case UInt8(ascii: "{"): return try object(depth: depth, take)
        case UInt8(ascii: "["): return try array(depth: depth, take)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes.has(word, at: index) else { throw .malformed }
        index += word.utf8CodeUnitCount
        return value
    }

    private mutating func object(depth: Int, _ take: Take) throws(JSONError) -> JSONValue {
        guard depth < JSONReader.nestingLimit else { throw .tooDeep }
        index += 1
        if leadsToList(depth) { return try outerObject(take) }
        var members: [String: JSONValue] = [:]
        while !skip(UInt8(ascii: "}")) {
            let name = try memberName()
            members[name] = try value(depth: depth + 1, take)
            try endValue(before: UInt8(ascii: "}"))
        }
        return .object(members)
    }

    private mutating func memberName() throws(JSONError) -> String {
        guard next() == UInt8(ascii: "\"") else { throw .malformed }
        let name = try string()
        guard skip(UInt8(ascii: ":")) else { throw .malformed }
        return name
    }

    /// Whether the names of the members around an object are the beginning of the way to a list. Objects in arrays are
    /// deeper than the objects around them are many.
    private func leadsToList(_ depth: Int) -> Bool {
        outer.count == depth
            && lists.contains { list in list.count > depth && outer.indices.allSatisfy { outer[$0].name == list[$0] } }
    }

    private mutating func outerObject(_ take: Take) throws(JSONError) -> JSONValue {
        let depth = outer.count
        outer.append(OuterObject())
        while !skip(UInt8(ascii: "}")) {
            let name = try memberName()
            outer[depth].name = name
            if next() == UInt8(ascii: "["), let list = lists.firstIndex(where: { $0 == outer.map(\.name) }) {
                outer[depth].members[name] = .array([])
                try readList(list, take)
            } else {
                outer[depth].isOpen = true
                let value = try value(depth: depth + 1, take)
                outer[depth].members[name] = value
                // Digits may follow a number.
                outer[depth].isOpen = value.isNumber
            }
            try endValue(before: UInt8(ascii: "}"))
            outer[depth].isOpen = false
        }
        return .object(outer.removeLast().members)
    }

    private mutating func array(depth: Int, _ take: Take) throws(JSONError) -> JSONValue {
        if depth == 0, let list = lists.firstIndex(of: []) {
            try readList(list, take)
            return .array([])
        }
        guard depth < JSONReader.nestingLimit else { throw .tooDeep }
        index += 1
        var values: [JSONValue] = []
        while !skip(UInt8(ascii: "]")) {
            values.append(try value(depth: depth + 1, take))
            try endValue(before: UInt8(ascii: "]"))
        }
        return .array(values)
    }

    private mutating func readList(_ list: Int, _ take: Take) throws(JSONError) {
        index += 1
        let heldBefore = held
        while !skip(UInt8(ascii: "]")) {
            guard take(try value(depth: outer.count + 1, take), list) else { throw .stopped }
            held = heldBefore
            try endValue(before: UInt8(ascii: "]"))
        }
    }

    /// Reads the comma after a value.
    private mutating func endValue(before end: UInt8) throws(JSONError) {
        if next() == end { return }
        guard skip(UInt8(ascii: ",")), !lists.isEmpty || next() != end else { throw .malformed }
    }
}

// MARK: - Numbers and strings

extension JSONText {
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        var isInteger = true
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
        if byte == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try skipDigits()
        }
        if let letter = byte, letter | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        // Ids can have more digits than any number.
        if isInteger { return Int64(text).map { .integer($0) } ?? .string(text) }
        guard let number = Double(text) else { throw .malformed }
        return .number(number)
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipDigits() throws(JSONError) {
        let start = index
        while let byte, ASCII.isDigit(byte) { index += 1 }
        guard index > start else { throw .malformed }
    }

    /// Reads from the opening quotation mark to behind the closing one.
    private mutating func string() throws(JSONError) -> String {
        let start = index + 1
        index = plainEnd(from: start)
        if byte == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var text = [UInt8](bytes[start..<index])
        while byte == UInt8(ascii: "\\") {
            index += 1
            try readEscape(into: &text)
            let start = index
            index = plainEnd(from: start)
            text.append(contentsOf: bytes[start..<index])
        }
        guard byte == UInt8(ascii: "\"") else { throw .malformed }
        index += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// The offset of the next quotation mark, backslash or control character. Publishers forget to escape line feeds and
    /// tabs.
    private func plainEnd(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C,
            bytes[index] >= 0x20 || [0x09, 0x0A, 0x0D].contains(bytes[index])
        {
            index += 1
        }
        return index
    }

    /// Reads what follows a backslash.
    private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
        guard let letter = byte else { throw .malformed }
        escapes += 1
        if escapes & 0xFFF == 0, Task.isCancelled { throw .stopped }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            text.append(contentsOf: Character(try scalar(from: unit)).utf8)
        default: throw .malformed
        }
    }

    private mutating func scalar(from unit: UInt32) throws(JSONError) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard (0xD800...0xDBFF).contains(unit) else {
            return Unicode.Scalar(unit == 0 ? 0xD800 : unit) ?? replacement
        }
        let offset = index
        if bytes.has("\\u", at: index) {
            index += 2
            let low = try codeUnit()
            if (0xDC00...0xDFFF).contains(low) {
                return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00) ?? replacement
            }
            // The second escape is a character of its own.
            index = offset
        }
        return replacement
    }

    /// Reads the four hexadecimal digits of `\uXXXX`.
    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = byte.flatMap(ASCII.hexValue) else { throw .malformed }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }
}

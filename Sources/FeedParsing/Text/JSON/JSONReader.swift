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
    ///   - limit: how many values are held at once: more for a file of the user's than for what a server sends.
    ///   - take: gets a value and the index of its list, and returns whether it wants more values.
    package static func read(
        _ bytes: [UInt8], lists: [[String]], limit: Int = valueLimit, take: (JSONValue, Int) -> Bool
    ) throws(JSONError) -> JSONValue {
        try bytes.withBuffer { bytes throws(JSONError) in
            var text = JSONText(bytes, lists: lists, limit: limit)
            return try text.read(take)
        }
    }

    /// Reads a text, or the complete members of an object that ends too soon, as a broken transfer leaves it, and of the
    /// objects in it that lead to a list. `take` gets the complete values of the list.
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
struct JSONText {
    typealias Take = (JSONValue, Int) -> Bool

    let bytes: UnsafeBufferPointer<UInt8>
    private let lists: [[String]]
    private let limit: Int
    var index: Int
    private var held = 0
    var escapes = 0
    /// The objects that lead to a list, as far as they have been read: from the outermost inwards.
    private var outer: [OuterObject] = []

    private struct OuterObject {
        var members: [String: JSONValue] = [:]
        /// The name of the member that is being read.
        var name = ""
        /// The end of that member has not been seen.
        var isOpen = false
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, lists: [[String]], limit: Int = JSONReader.valueLimit) {
        (self.bytes, self.lists, self.limit) = (bytes, lists, limit)
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
    mutating func next() -> UInt8? {
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

    mutating func value(depth: Int, _ take: Take) throws(JSONError) -> JSONValue {
        held += 1
        guard held <= limit else { throw .tooMany }
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

    mutating func object(depth: Int, _ take: Take) throws(JSONError) -> JSONValue {
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

    mutating func array(depth: Int, _ take: Take) throws(JSONError) -> JSONValue {
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

internal import CSQLite

/// A value of JSON.
public enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case integer(Int64)
    case number(Double)
    case bool(Bool)
    case null

    /// The member of an object.
    public subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}

/// Why a text is no JSON that is read.
public enum JSONError: Error, Hashable, Sendable {
    case malformed
    case tooDeep
}

/// Reads JSON by the parser that SQLite has, in a database of its own that holds nothing.
public enum JSONReader {
    /// Objects and arrays nested deeper are refused.
    public static let nestingLimit = 200

    /// Reads a whole text.
    ///
    /// - Parameters:
    ///   - list: The member of the outermost object whose values need not be held all at once.
    ///   - take: Gets them one by one; where they are an array, `read` returns it empty.
    public static func read(
        _ bytes: [UInt8], list: String? = nil, take: (JSONValue) -> Void = { _ in }
    ) throws(JSONError) -> JSONValue {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard
            sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
                == SQLITE_OK
        else { throw .malformed }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let query = "SELECT key, atom, type, id, parent FROM json_tree(?1)"
        guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK
        else { throw .malformed }
        let text = JSONReader.withoutTraps(bytes)
        let bound = text.withUnsafeBytes { buffer in
            rssium_bind_text(
                statement, 1, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: buffer.count))
        }
        guard bound == SQLITE_OK else { throw .malformed }
        var tree = JSONTree(list: list)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                try tree.add(statement)
                tree.takeListed().forEach(take)
            case SQLITE_DONE:
                let root = tree.finished
                tree.takeListed().forEach(take)
                guard let root else { throw .malformed }
                return root
            default: throw .malformed
            }
        }
    }

    /// `\u0000` would end a text for SQLite, and half a surrogate pair is no character: both become U+FFFD.
    private static func withoutTraps(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var result: [UInt8]?
        var index = start
        bytes.withUnsafeBufferPointer { buffer in
            while let slash = buffer.index(of: 0x5C, from: index) {
                index = slash + 2
                guard let unit = codeUnit(buffer, at: slash) else { continue }
                index = slash + 6
                if (0xD800...0xDBFF).contains(unit), let low = codeUnit(buffer, at: index),
                    (0xDC00...0xDFFF).contains(low)
                {
                    index += 6
                } else if unit == 0 || (0xD800...0xDFFF).contains(unit) {
                    if result == nil { result = bytes }
                    result?.replaceSubrange(slash + 2..<slash + 6, with: "FFFD".utf8)
                }
            }
        }
        let text = result ?? bytes
        return start == 0 ? text : Array(text.dropFirst(start))
    }

    /// The number in `\uXXXX`.
    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at slash: Int) -> UInt32? {
        guard slash + 6 <= bytes.count, bytes[slash] == 0x5C, bytes[slash + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt32(String(decoding: bytes[slash + 2..<slash + 6], as: UTF8.self), radix: 16)
    }
}

/// Puts the rows of `json_tree`, which come in the document's order, together again.
private struct JSONTree {
    private struct Open {
        let id: Int64
        let key: String?
        var members: [String: JSONValue]?
        var values: [JSONValue] = []

        var value: JSONValue { members.map(JSONValue.object) ?? .array(values) }
    }

    private let list: String?
    /// The values of the list that were read and not yet taken.
    private var listed: [JSONValue] = []
    private var open: [Open] = []
    private var root: JSONValue?

    init(list: String?) { self.list = list }

    mutating func takeListed() -> [JSONValue] {
        defer { listed.removeAll(keepingCapacity: true) }
        return listed
    }

    /// The whole value, once every row has been added.
    var finished: JSONValue? {
        mutating get {
            while !open.isEmpty { close() }
            return root
        }
    }

    mutating func add(_ row: OpaquePointer?) throws(JSONError) {
        let parent = sqlite3_column_type(row, 4) == SQLITE_NULL ? -1 : sqlite3_column_int64(row, 4)
        while let last = open.last, last.id != parent { close() }
        let key = sqlite3_column_type(row, 0) == SQLITE_TEXT ? text(row, 0) : nil
        // The name of the type: array, object, text, integer, real, true, false, null.
        let type = sqlite3_column_text(row, 2)
        switch (type?[0], type?[1]) {
        case (UInt8(ascii: "o"), _):
            try push(Open(id: sqlite3_column_int64(row, 3), key: key, members: [:]))
        case (UInt8(ascii: "a"), _):
            try push(Open(id: sqlite3_column_int64(row, 3), key: key))
        case (UInt8(ascii: "t"), UInt8(ascii: "e")): put(.string(text(row, 1)), as: key)
        case (UInt8(ascii: "t"), _): put(.bool(true), as: key)
        case (UInt8(ascii: "f"), _): put(.bool(false), as: key)
        case (UInt8(ascii: "i"), _) where sqlite3_column_type(row, 1) == SQLITE_INTEGER:
            put(.integer(sqlite3_column_int64(row, 1)), as: key)
        case (UInt8(ascii: "i"), _), (UInt8(ascii: "r"), _):
            put(.number(sqlite3_column_double(row, 1)), as: key)
        default: put(.null, as: key)
        }
    }

    private mutating func push(_ value: Open) throws(JSONError) {
        guard open.count < JSONReader.nestingLimit else { throw .tooDeep }
        open.append(value)
    }

    private mutating func close() {
        guard let last = open.popLast() else { return }
        put(last.value, as: last.key)
    }

    private mutating func put(_ value: JSONValue, as key: String?) {
        guard !open.isEmpty else {
            root = value
            return
        }
        let place = open.count - 1
        if let key, open[place].members != nil {
            open[place].members?[key] = value
        } else if place == 1, let list, open[1].key == list, open[0].members != nil {
            listed.append(value)
        } else {
            open[place].values.append(value)
        }
    }

    private func text(_ row: OpaquePointer?, _ column: Int32) -> String {
        guard let start = sqlite3_column_text(row, column) else { return "" }
        let count = Int(sqlite3_column_bytes(row, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

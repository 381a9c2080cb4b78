/// Reads any line. Article lines as they are written have a faster reader, `ArticleLineReader`.
extension StateLine {
    /// - Parameter keepsEmpty: also returns a line that has a key alone.
    static func read(_ bytes: [UInt8], keepsEmpty: Bool) throws(BadStateLine) -> StateLine? {
        guard bytes.count <= StateLimits.lineBytes else { throw BadStateLine.tooLong }
        if let line = bytes.withUnsafeBufferPointer({ ArticleLineReader.read($0) }) { return line }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw BadStateLine("not UTF-8") }
        // Why it does not parse would not help the user, who has not written it.
        guard case .object(let members)? = try? JSONReader.read(bytes) else {
            throw BadStateLine("not a JSON object")
        }
        let line = try line(of: StateLine.firstName(in: bytes), members)
        return keepsEmpty || line?.isEmpty == false ? line : nil
    }

    private static func line(of kind: String, _ members: Members) throws(BadStateLine) -> StateLine? {
        switch kind {
        case "article":
            guard let key = members[kind]?.string.flatMap({ ArticleKey($0) }) else { throw bad(kind, "a key", members) }
            return .article(key, try decisions(of: members))
        case "category": return .other(.category(try name(kind, members)), try properties(of: kind, members))
        case "feed": return .other(.feed(try feedKey(members)), try properties(of: kind, members))
        case "rule": return .other(.rule(try rule(members)), try properties(of: kind, members))
        case "view":
            let name = try name(kind, members)
            guard StateLimits.isView(name.text) else { throw bad(kind, "a name of letters, digits, - and _", members) }
            return .other(.view(name), try properties(of: kind, members))
        default: return nil
        }
    }

    // MARK: Keys

    private typealias Members = [String: JSONValue]

    /// The name of the first member says what kind a line is of: the scope of a rule is a feed or a category, too.
    private static func firstName(in bytes: [UInt8]) -> String {
        let isSpace = { (byte: UInt8) in ASCII.isWhitespace(byte) }
        let inside = bytes.drop(while: isSpace).dropFirst().drop(while: isSpace)
        return String(decoding: inside.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    private static func name(_ kind: String, _ members: Members) throws(BadStateLine) -> ExactText {
        guard let name = members[kind]?.string, StateLimits.isName(name) else { throw bad(kind, "a name", members) }
        return ExactText(name)
    }

    private static func feedKey(_ members: Members) throws(BadStateLine) -> FeedKey {
        guard let key = members["feed"]?.string.flatMap({ FeedKey(written: $0) }) else {
            throw bad("feed", "a key", members)
        }
        return key
    }

    private static func rule(_ members: Members) throws(BadStateLine) -> RuleKey {
        guard let action = members["rule"]?.string.flatMap({ RuleKey.Action($0) }) else {
            throw bad("rule", "an action", members)
        }
        guard let query = members["query"]?.string else { throw bad("query", "a text", members) }
        do { _ = try Query(query) } catch { throw BadStateLine("query: \(error.message)") }
        let scope: RuleKey.Scope
        switch (members["feed"], members["category"]) {
        case (nil, nil): scope = .all
        case (_?, nil): scope = .feed(try feedKey(members))
        case (nil, _?): scope = .category(try name("category", members))
        case (_?, _?): throw BadStateLine("rule: its scope is both a feed and a category")
        }
        return RuleKey(action: action, query: ExactText(query), scope: scope)
    }

    // MARK: Properties

    private static func decisions(of members: Members) throws(BadStateLine) -> ArticleDecisions {
        func flag(_ name: String) throws(BadStateLine) -> StateEntry<Bool>? {
            try members[name].map { value throws(BadStateLine) in try StateLine.flag(value, named: name) }
        }
        var labels: [ExactText: StateEntry<Bool>] = [:]
        if let value = members["labels"] {
            guard case .object(let entries) = value else { throw bad("labels", "an object", members) }
            guard entries.count <= StateLimits.labels else {
                throw BadStateLine("labels: more than \(StateLimits.labels)")
            }
            for (name, entry) in entries {
                guard StateLimits.isLabel(name) else {
                    throw BadStateLine("labels: not a name: \(BadStateLine.shown(.string(name)))")
                }
                labels[ExactText(name)] = try StateLine.flag(entry, named: "labels")
            }
        }
        return ArticleDecisions(
            deleted: try flag("deleted"), read: try flag("read"), starred: try flag("starred"), labels: labels)
    }

    private static func flag(_ value: JSONValue, named name: String) throws(BadStateLine) -> StateEntry<Bool> {
        let entry = try StateEntryText(value, named: name)
        guard case .bool(let isTrue) = entry.value else { throw .wrong(name, "true or false", entry.value) }
        return StateEntry(isTrue, entry.stamp)
    }

    private static func properties(of kind: String, _ members: Members) throws(BadStateLine) -> StateProperties {
        var properties: StateProperties = [:]
        for property in StateProperty.allCases {
            guard let shape = StateShape(of: property, in: kind), let value = members[property.rawValue] else {
                continue
            }
            let entry = try StateEntryText(value, named: property.rawValue)
            guard let value = StateValue(entry.value), shape.fits(value) else {
                throw .wrong(property.rawValue, shape.description, entry.value)
            }
            properties[property] = StateEntry(value, entry.stamp)
        }
        return properties
    }

    private static func bad(_ name: String, _ wanted: String, _ members: Members) -> BadStateLine {
        .wrong(name, wanted, members[name])
    }
}

/// `[value, stamp, machine]` and perhaps `"auto"`; further elements are ignored.
private struct StateEntryText {
    let value: JSONValue
    let stamp: DecisionStamp

    init(_ entry: JSONValue, named name: String) throws(BadStateLine) {
        guard let parts = entry.array, parts.count >= 3 else { throw .wrong(name, "an entry", entry) }
        guard let time = parts[1].string.flatMap({ DecisionTime($0) }) else { throw .wrong(name, "a stamp", parts[1]) }
        guard let machine = parts[2].string.flatMap({ MachineID($0) }) else {
            throw .wrong(name, "a machine", parts[2])
        }
        value = parts[0]
        stamp = DecisionStamp(time: time, machine: machine, isAuto: parts.count > 3 && parts[3] == .string("auto"))
    }
}

extension BadStateLine {
    static let tooLong = BadStateLine("longer than \(StateLimits.lineBytes >> 10) KiB")

    static func wrong(_ name: String, _ wanted: String, _ value: JSONValue?) -> BadStateLine {
        BadStateLine("\(name): not \(wanted)" + (value.map { ": " + shown($0) } ?? ""))
    }

    /// The value, or the beginning of it, as a message shows it.
    fileprivate static func shown(_ value: JSONValue) -> String {
        switch value {
        case .string(let text):
            let start = String(text.unicodeScalars.prefix(40))
            return "\"\(start)\(start.utf8.count < text.utf8.count ? "…" : "")\""
        case .integer(let number): return String(number)
        case .number(let number): return String(number)
        case .bool(let isTrue): return String(isTrue)
        case .null: return "null"
        case .array: return "a list"
        case .object: return "an object"
        }
    }
}

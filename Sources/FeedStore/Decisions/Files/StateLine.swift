/// A line of a state file between its head and its end: all that was decided about one thing.
public struct StateLine: Hashable, Sendable {
    public let key: DecisionKey
    public var decisions: Decisions

    public init(_ key: DecisionKey, _ decisions: Decisions) {
        self.key = key
        self.decisions = decisions
    }

    /// Appends the line with its line feed, without the labels that do not fit.
    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "{\(key.subject)".utf8)
        var isInLabels = false
        for (property, decision) in written.sorted(by: { $0.key < $1.key }) {
            if let label = property.label {
                bytes.append(contentsOf: (isInLabels ? "," : ",\"labels\":{").utf8)
                DecisionValue.append(label, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                isInLabels = true
            } else {
                bytes.append(contentsOf: "\(isInLabels ? "}" : ""),\"\(property.name)\":".utf8)
                isInLabels = false
            }
            decision.append(to: &bytes)
        }
        bytes.append(contentsOf: (isInLabels ? "}}\n" : "}\n").utf8)
    }

    /// The labels that an article has come before those that were taken off, and newer ones before older ones.
    private var written: Decisions {
        let labels = decisions.filter { $0.key.label != nil }
        var size = 0
        let kept = labels.sorted { left, right in
            let isOn = (left.value.value == .bool(true), right.value.value == .bool(true))
            return isOn.0 == isOn.1 ? (left.value, left.key) > (right.value, right.key) : isOn.0
        }.prefix(Label.maxCount).prefix { label in
            size += Label.size(of: label.key.label ?? "")
            return size <= StateLimits.lineBytes - 1024
        }
        guard kept.count < labels.count else { return decisions }
        let names = Set(kept.map(\.key))
        return decisions.filter { $0.key.label == nil || names.contains($0.key) }
    }

    // MARK: Reading

    /// Reads a line without its line feed.
    ///
    /// - Returns: nil for a line of an unknown kind and for one that has nothing that is known here.
    /// - Throws: why the whole line is bad.
    public static func read(_ bytes: [UInt8]) throws(BadStateLine) -> StateLine? {
        let (kind, members) = try members(of: bytes)
        guard let key = try key(kind, members) else { return nil }
        var decisions: Decisions = [:]
        for (property, shape) in DecisionProperty.all(of: kind) {
            let name = property.name.text
            if let entry = members[name] { decisions[property] = try Decision(reading: entry, name, shape) }
        }
        if kind == "article", let labels = members["labels"] {
            guard case .object(let entries) = labels else { throw .wrong("labels", "an object", labels) }
            guard entries.count <= Label.maxCount else { throw BadStateLine("labels: more than \(Label.maxCount)") }
            for (name, entry) in entries {
                guard NameRules.isLabel(name) else { throw .wrong("labels", "a name", .string(name)) }
                decisions[.label(name)] = try Decision(reading: entry, "labels", .flag)
            }
        }
        return decisions.isEmpty ? nil : StateLine(key, decisions)
    }

    /// Reads the key alone; nil for a line of an unknown kind.
    static func key(of bytes: [UInt8]) throws(BadStateLine) -> DecisionKey? {
        let (kind, members) = try members(of: bytes)
        return try key(kind, members)
    }

    private typealias Members = [String: JSONValue]

    private static func members(of bytes: [UInt8]) throws(BadStateLine) -> (kind: String, Members) {
        guard bytes.count <= StateLimits.lineBytes else { throw BadStateLine.tooLong }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw BadStateLine("not UTF-8") }
        // Why it does not parse would not help the user, who has not written it.
        guard case .object(let members)? = try? JSONReader.read(bytes) else { throw BadStateLine("not a JSON object") }
        // The name of the first member says what kind a line is of: the scope of a rule is a feed or a category, too.
        let isSpace = { (byte: UInt8) in ASCII.isWhitespace(byte) }
        let inside = bytes.drop(while: isSpace).dropFirst().drop(while: isSpace)
        let name = inside.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        return (String(decoding: name, as: UTF8.self), members)
    }

    // MARK: Keys

    private static func key(_ kind: String, _ members: Members) throws(BadStateLine) -> DecisionKey? {
        switch kind {
        case "article": return .article(try member(kind, "a key", members) { ArticleKey($0) })
        case "category": return .category(try category(members))
        case "feed": return .feed(try feedKey(members))
        case "rule": return .rule(try rule(members))
        case "view":
            let name = try member(kind, "a name of letters, digits, - and _", members) {
                NameRules.isView($0) ? ExactText($0) : nil
            }
            return .view(name)
        default: return nil
        }
    }

    /// What a text of the line means.
    private static func member<Meaning>(
        _ name: String, _ wanted: String, _ members: Members, _ meaning: (String) -> Meaning?
    ) throws(BadStateLine) -> Meaning {
        guard let found = members[name]?.string.flatMap(meaning) else { throw .wrong(name, wanted, members[name]) }
        return found
    }

    private static func category(_ members: Members) throws(BadStateLine) -> ExactText {
        try member("category", "a name", members) { NameRules.isCategory($0) ? ExactText($0) : nil }
    }

    private static func feedKey(_ members: Members) throws(BadStateLine) -> FeedKey {
        try member("feed", "a key", members) { FeedKey(written: $0) }
    }

    private static func rule(_ members: Members) throws(BadStateLine) -> RuleKey {
        let action = try member("rule", "an action", members) { isAction($0) ? ExactText($0) : nil }
        let query = try member("query", "a text", members) { ExactText($0) }
        do { _ = try Query(query.text) } catch { throw BadStateLine("query: \(error.message)") }
        let scope: RuleKey.Scope
        switch (members["feed"], members["category"]) {
        case (nil, nil): scope = .all
        case (_?, nil): scope = .feed(try feedKey(members))
        case (nil, _?): scope = .category(try category(members))
        case (_?, _?): throw BadStateLine("rule: its scope is both a feed and a category")
        }
        return RuleKey(action: action, query: query, scope: scope)
    }

    private static func isAction(_ text: String) -> Bool {
        guard let action = Rule.Action(rawValue: text) else { return false }
        if case .label(let name) = action { return NameRules.isLabel(name) }
        return true
    }
}

extension Decision {
    /// Reads `[value, stamp, machine]` and perhaps `"auto"`; further elements are ignored.
    fileprivate init(reading entry: JSONValue, _ name: String, _ shape: ValueShape) throws(BadStateLine) {
        guard let parts = entry.array, parts.count >= 3 else { throw .wrong(name, "an entry", entry) }
        guard let time = parts[1].string.flatMap({ DecisionTime($0) }) else { throw .wrong(name, "a stamp", parts[1]) }
        guard let machine = parts[2].string.flatMap({ MachineID($0) }) else {
            throw .wrong(name, "a machine", parts[2])
        }
        guard let value = DecisionValue(parts[0]), shape.fits(value) else {
            throw .wrong(name, shape.description, parts[0])
        }
        self.init(value, at: time, by: machine, isAutomatic: parts.count > 3 && parts[3] == .string("auto"))
    }
}

/// Why a line of a state file is skipped as a whole, such as `read: not a stamp: "today"`.
public struct BadStateLine: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: String
    public var description: String { reason }

    init(_ reason: String) { self.reason = reason }

    static let tooLong = BadStateLine("longer than \(StateLimits.lineBytes >> 10) KiB")

    static func wrong(_ name: String, _ wanted: String, _ value: JSONValue?) -> BadStateLine {
        BadStateLine("\(name): not \(wanted)" + (value.map { ": " + shown($0) } ?? ""))
    }

    /// The value, or the beginning of it, as a message shows it.
    private static func shown(_ value: JSONValue) -> String {
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

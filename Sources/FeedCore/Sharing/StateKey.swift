/// Which category, feed, rule or view a line of a state file is about.
public enum StateKey: Hashable, Sendable {
    case category(ExactText)
    case feed(FeedKey)
    case rule(RuleKey)
    case view(ExactText)

    /// The beginning of its line without the brace, such as `"category":"News"`: kind and key as JSON.
    public var subject: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil unless the text is a `subject`.
    public init?(subject: String) {
        guard case .other(let key, _)? = try? StateLine.read(Array("{\(subject)}".utf8), keepsEmpty: true) else {
            return nil  // The reason does not matter: the caller wrote the text.
        }
        self = key
    }

    func append(to bytes: inout [UInt8]) {
        func put(_ name: StaticString, _ text: String) {
            bytes.append(contentsOf: "\"\(name)\":".utf8)
            StateValue.append(text, to: &bytes)
        }
        switch self {
        case .category(let name): put("category", name.text)
        case .feed(let key): put("feed", key.text)
        case .view(let name): put("view", name.text)
        case .rule(let rule):
            put("rule", rule.action.text)
            bytes.append(UInt8(ascii: ","))
            put("query", rule.query.text)
            switch rule.scope {
            case .all: return
            case .feed(let key):
                bytes.append(UInt8(ascii: ","))
                put("feed", key.text)
            case .category(let name):
                bytes.append(UInt8(ascii: ","))
                put("category", name.text)
            }
        }
    }
}

/// What makes a rule the same on several machines: all of it.
public struct RuleKey: Hashable, Sendable {
    public let action: Action
    /// As the user typed it.
    public let query: ExactText
    public let scope: Scope

    public init(action: Action, query: ExactText, scope: Scope = .all) {
        self.action = action
        self.query = query
        self.scope = scope
    }

    public enum Action: Hashable, Sendable {
        case drop, markRead, star
        case label(ExactText)

        /// As it is written: `drop`, `mark-read`, `star`, `label:NAME`.
        public var text: String {
            switch self {
            case .drop: "drop"
            case .markRead: "mark-read"
            case .star: "star"
            case .label(let name): "label:" + name.text
            }
        }

        /// Nil for an unknown action, and for a label without a name.
        public init?(_ text: String) {
            switch text {
            case "drop": self = .drop
            case "mark-read": self = .markRead
            case "star": self = .star
            default:
                guard text.utf8.starts(with: "label:".utf8) else { return nil }
                let name = String(Substring(text.utf8.dropFirst("label:".utf8.count)))
                guard StateLimits.isLabel(name) else { return nil }
                self = .label(ExactText(name))
            }
        }
    }

    public enum Scope: Hashable, Sendable {
        case all
        case feed(FeedKey)
        case category(ExactText)
    }
}

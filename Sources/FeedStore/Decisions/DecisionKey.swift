/// The thing that a decision is about.
public enum DecisionKey: Hashable, Sendable {
    case article(ArticleKey)
    case category(ExactText)
    case feed(FeedKey)
    case rule(RuleKey)
    case view(ExactText)

    /// As the database has it: the digits of an article's key, after `=` if it is by one evidence alone; else `subject`,
    /// which begins with a quotation mark.
    var text: String {
        guard case .article(let key) = self else { return subject }
        return key.isSole ? "=\(key)" : key.text
    }

    /// Nil unless it is a `text`.
    init?(text: String) {
        if text.utf8.first == UInt8(ascii: "\"") {
            // The reason does not matter: the caller wrote the text.
            guard let key = try? StateLine.key(of: Array("{\(text)}".utf8)) else { return nil }
            self = key
        } else if let key = ArticleKey(text.hasPrefix("=") ? String(text.dropFirst()) : text) {
            self = .article(key)
        } else {
            return nil
        }
    }

    /// Conditions on texts: those of articles, those that other machines may know, and those of everything else. A quotation
    /// mark is less than digits, `=` and letters, and these are less than `~`.
    static let isArticle = "key >= '0'"
    static let isSharedArticle = "key >= '0' AND key < '~'"
    static let isSole = "key >= '=' AND key < '>'"
    static let isOther = "key < '0'"

    /// The beginning of its line in the state file without the brace, such as `"category":"News"`.
    var subject: String {
        let members: [(name: String, text: String)] =
            switch self {
            case .article(let key): [("article", key.text)]
            case .category(let name): [("category", name.text)]
            case .feed(let key): [("feed", key.text)]
            case .view(let name): [("view", name.text)]
            case .rule(let rule): [("rule", rule.action.text), ("query", rule.query.text)] + rule.scope.members
            }
        var bytes: [UInt8] = []
        for (name, text) in members {
            bytes.append(contentsOf: "\(bytes.isEmpty ? "" : ",")\"\(name)\":".utf8)
            DecisionValue.append(text, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The common part of all keys of one thing: names of categories and views that differ only in case name one thing,
    /// on all machines together as on each, and so does a rule, however its category is spelled. Nil for a key without
    /// another spelling.
    var alias: String? {
        let folded = { (name: ExactText) in ExactText(name.text.foldedName) }
        switch self {
        case .category(let name): return DecisionKey.category(folded(name)).subject
        case .view(let name): return DecisionKey.view(folded(name)).subject
        case .rule(let rule):
            guard case .category(let name) = rule.scope else { return nil }
            let scope = RuleKey.Scope.category(folded(name))
            return DecisionKey.rule(RuleKey(action: rule.action, query: rule.query, scope: scope)).subject
        case .article, .feed: return nil
        }
    }
}

/// The identity of a rule on several machines: all of it.
public struct RuleKey: Hashable, Sendable {
    /// As `Rule.Action` writes it.
    public let action: ExactText
    /// As the user typed it.
    public let query: ExactText
    public let scope: Scope

    public enum Scope: Hashable, Sendable {
        case all
        case feed(FeedKey)
        case category(ExactText)

        fileprivate var members: [(name: String, text: String)] {
            switch self {
            case .all: []
            case .feed(let key): [("feed", key.text)]
            case .category(let name): [("category", name.text)]
            }
        }
    }
}

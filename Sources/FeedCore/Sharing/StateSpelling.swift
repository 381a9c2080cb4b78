/// Names of categories and views that differ in case alone name one thing, on every machine as on each. Of each property
/// the winner among all spellings counts, and the spelling is that of the winner of `on`. A rule is likewise one, however
/// its category is spelled.
extension StateKey {
    /// What is equal for all spellings; nil for a key that has one only.
    var folded: FoldedKey? {
        switch self {
        case .category(let name): .category(name.text.lowercased())
        case .view(let name): .view(name.text.lowercased())
        case .rule(let rule):
            if case .category(let name) = rule.scope {
                .rule(rule.action, rule.query, name.text.lowercased())
            } else {
                nil
            }
        case .feed: nil
        }
    }
}

/// A key whose name is in lower case.
enum FoldedKey: Hashable {
    case category(String)
    case view(String)
    case rule(RuleKey.Action, ExactText, String)
}

extension SharedState {
    /// The categories, rules and views, each once. The key is spelled as the thing is.
    var united: [StateKey: StateProperties] {
        var united: [StateKey: StateProperties] = [:]
        var spellings: [FoldedKey: [StateKey]] = [:]
        for (key, properties) in others {
            if let folded = key.folded {
                spellings[folded, default: []].append(key)
            } else if case .rule = key {
                united[key] = properties
            }
        }
        for keys in spellings.values {
            var all: StateProperties = [:]
            for key in keys { all.merge(others[key] ?? [:]) }
            let leading = keys.filter { others[$0]?[.on] == all[.on] }.min { $0.subject < $1.subject }
            if let leading { united[leading] = all }
        }
        return united
    }

    /// How the categories that exist are spelled, by their names in lower case: those that are on, and those that a
    /// subscribed feed is in. One about which nothing else was decided is spelled as the first of its feeds' spellings.
    var categoryNames: [String: ExactText] {
        var names: [String: ExactText] = [:]
        for (key, properties) in others {
            guard case .feed = key, properties[.on]?.value == .bool(true),
                let name = properties[.category]?.value.text.map({ ExactText($0) })
            else { continue }
            let known = names[name.text.lowercased()] ?? name
            names[name.text.lowercased()] = min(known, name)
        }
        for (key, properties) in united {
            guard case .category(let name) = key, let on = properties[.on] else { continue }
            let folded = name.text.lowercased()
            if on.value == .bool(true) || names[folded] != nil { names[folded] = name }
        }
        return names
    }
}

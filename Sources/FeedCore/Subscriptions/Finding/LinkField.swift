/// The links of the header field `Link` (RFC 8288, section 3), such as `</feed>; rel="alternate"; title="News"`.
enum LinkField {
    /// Each as the attributes that a `link` element would have. Fields that are not links are left out.
    static func links(_ value: String) -> [[HTMLAttribute]] {
        var rest = value[...]
        var links: [[HTMLAttribute]] = []
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">"),
            links.count < LinkField.limit
        {
            let target = rest[rest.index(after: open)..<close].filter { !$0.isWhitespace }
            rest = rest[rest.index(after: close)...]
            links.append([HTMLAttribute(name: "href", value: target)] + parameters(&rest))
        }
        return links
    }

    private static let limit = 100

    /// The parameters up to the comma behind them.
    private static func parameters(_ rest: inout Substring) -> [HTMLAttribute] {
        var parameters: [HTMLAttribute] = []
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == ";" }
            guard let first = rest.first, first != "," else {
                rest = rest.dropFirst()
                return parameters
            }
            let name = rest.prefix { !"=;,".contains($0) }
            rest = rest[name.endIndex...]
            var value = ""
            if rest.first == "=" {
                rest = rest.dropFirst()
                value = rest.first == "\"" ? quoted(&rest) : token(&rest)
            }
            let attribute = HTMLAttribute(name: name.lowercased().filter { !$0.isWhitespace }, value: value)
            // The first one of each name counts (RFC 8288, section 3.3).
            if parameters[attribute.name] == nil { parameters.append(attribute) }
        }
    }

    private static func token(_ rest: inout Substring) -> String {
        let value = rest.prefix { !";,".contains($0) }
        rest = rest[value.endIndex...]
        return value.filter { !$0.isWhitespace }
    }

    private static func quoted(_ rest: inout Substring) -> String {
        var value = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let escaped = rest.popFirst() {
                value.append(escaped)
            } else {
                value.append(character)
            }
        }
        return value
    }
}

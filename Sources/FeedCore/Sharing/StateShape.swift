/// Which values a property may have.
enum StateShape {
    case flag, integer, texts, address
    // Or null.
    case text, name, seconds, members

    /// Nil if lines of this kind have no such property.
    init?(of property: StateProperty, in kind: String) {
        switch (kind, property) {
        case ("category", .color): self = .text
        case ("category", .position): self = .integer
        case ("feed", .category): self = .name
        case ("feed", .favorite), ("feed", .paused): self = .flag
        case ("feed", .interval): self = .seconds
        case ("feed", .title): self = .text
        case ("feed", .url): self = .address
        case ("feed", .xpaths): self = .members
        case ("view", .filters): self = .texts
        case (_, .on): self = .flag
        default: return nil
        }
    }

    func fits(_ value: StateValue) -> Bool {
        switch (self, value) {
        case (.flag, .bool), (.integer, .integer), (.texts, .texts), (.text, .text), (.members, .members): true
        case (.text, .null), (.name, .null), (.seconds, .null), (.members, .null): true
        case (.name, .text(let name)): StateLimits.isName(name)
        case (.seconds, .integer(let seconds)): seconds >= 0
        case (.address, .text(let url)): StateShape.isAddress(url)
        default: false
        }
    }

    /// A URL with credentials does not count: credentials are never shared.
    private static func isAddress(_ url: String) -> Bool {
        guard url.utf8.count <= StateLimits.urlBytes, let address = WebAddress(url), address.scheme != .file else {
            return false
        }
        let authority = url.utf8.dropFirst(address.scheme.rawValue.utf8.count + 3).prefix { !"/?#".utf8.contains($0) }
        return !authority.contains(UInt8(ascii: "@"))
    }

    /// What follows "not" in a message.
    var description: String {
        switch self {
        case .flag: "true or false"
        case .integer: "a whole number"
        case .texts: "a list of texts"
        case .address: "an http or https URL without credentials of at most \(StateLimits.urlBytes >> 10) KiB"
        case .text: "a text or null"
        case .name: "a name or null"
        case .seconds: "a number of seconds or null"
        case .members: "an object of texts or null"
        }
    }
}

extension XMLRepair {
    /// The name of an element, where it stands.
    struct Name {
        let range: Range<Int>
        /// The part behind the colon, in lower case, packed as `HTMLTag` packs it.
        let key: UInt64
        /// The part before it; 0 where there is none.
        let prefix: UInt64

        func isNamed(_ name: StaticString) -> Bool { key == HTMLTag.name(name) }

        /// One of HTML's.
        var isHTML: Bool { HTMLTag.isKnown(key) }

        var isArticle: Bool { isNamed("item") || isNamed("entry") }

        /// One of HTML's that has no end tag.
        var isVoid: Bool { prefix == 0 && HTMLTag.isVoid(key) }
    }

    /// What an element is in a feed, as far as it tells where others end.
    enum Role: Hashable {
        case root, channel, article
        /// Has text, and elements only as HTML.
        case field
        /// The same, but what it has is no HTML: a feed's element in it is one behind it.
        case line
        /// A line, or with elements of its own.
        case person
        case other

        var isField: Bool { self == .field || self == .line }
    }

    func name(_ range: Range<Int>) -> Name {
        var key: UInt64 = 0
        var prefix: UInt64 = 0
        for byte in input[range] {
            if byte == UInt8(ascii: ":"), prefix == 0 {
                prefix = key
                key = 0
            } else {
                key = HTMLTag.pack(key, byte)
            }
        }
        return Name(range: range, key: key, prefix: prefix)
    }

    /// Equal but for case.
    func isSame(_ one: Name, _ other: Name) -> Bool {
        one.key == other.key && one.prefix == other.prefix
    }

    func role(of name: Name) -> Role {
        guard let role = XMLRepair.roles[name.key] else { return .other }
        switch role {
        case .root, .channel, .article:
            return isOwnPrefix(name.prefix) ? role : .other
        case .field where name.prefix == XMLRepair.mediaPrefix && name.isNamed("content"):
            return .other
        case .person where beginsWithElement(behind: name):
            return .other
        case .person:
            return .line
        default:
            return role
        }
    }

    /// A prefix under which the format's own elements stand.
    func isOwnPrefix(_ prefix: UInt64) -> Bool {
        prefix == 0 || prefix == open.first?.name.prefix || XMLRepair.ownPrefixes.contains(prefix)
    }

    /// Parts of a person, or of a feed that an entry is from: RSS has names for both without.
    private func beginsWithElement(behind name: Name) -> Bool {
        let start = name.range.upperBound
        let near = min(input.count, start + 1000)
        guard
            var index = input[start..<near].firstIndex(where: {
                $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
            }), input[index] == UInt8(ascii: ">")
        else { return false }
        index += 1
        while index < near, input[index] <= 0x20 { index += 1 }
        guard index < input.count, input[index] == UInt8(ascii: "<"), token(at: index) == .start else {
            return false
        }
        let inner = self.name(nameRange(from: tagName(at: index).start))
        if name.isNamed("source") {
            return open.first?.name.isNamed("feed") == true && !inner.isHTML || isTitle(inner)
        }
        return XMLRepair.partsOfPersons.contains(inner.key)
            || inner.prefix != 0 && inner.prefix != name.prefix && self.role(of: inner) == .other
    }

    /// The bytes of a name that begins at `start`.
    func nameRange(from start: Int) -> Range<Int> {
        var end = start
        while end < input.count, XMLRepair.isNameByte(input[end]) { end += 1 }
        return start..<end
    }

    /// The elements before which the fields of an article end, whatever is missing.
    func isBoundary(_ name: Name, isEnd: Bool) -> Bool {
        switch role(of: name) {
        case .root, .channel, .article: return true
        default: break
        }
        // The element around the field.
        guard isEnd, let last = open.last else { return false }
        return isSame(last.name, name)
    }

    private static func packed(_ names: String) -> [UInt64] {
        names.split(separator: " ").map { $0.utf8.reduce(0, HTMLTag.pack) }
    }

    private static let mediaPrefix = HTMLTag.name("media")
    private static let ownPrefixes = Set(packed("rss rdf atom atom10 a10"))
    /// A name that means something in feeds.
    static func isFeedName(_ name: Name) -> Bool { roles[name.key] != nil }

    private static let roles: [UInt64: Role] = {
        var roles: [UInt64: Role] = [:]
        let fields = """
            title description encoded summary content subtitle tagline abstract fullitem rights copyright info text
            """
        let lines = """
            link guid id pubdate published updated modified issued created date language ttl generator docs \
            managingeditor webmaster category comments creator subject url name email uri homepage width height \
            lastbuilddate duration keywords explicit origlink publisher icon logo commentrss commentscount \
            updateperiod updatefrequency
            """
        for name in packed(fields) { roles[name] = .field }
        for name in packed(lines) { roles[name] = .line }
        for name in packed("author contributor source") { roles[name] = .person }
        for name in packed("rss rdf feed opml") { roles[name] = .root }
        for name in packed("channel items") { roles[name] = .channel }
        for name in packed("item entry") { roles[name] = .article }
        return roles
    }()
}

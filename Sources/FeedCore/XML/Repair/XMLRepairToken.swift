/// One piece of markup of a broken document, by its place.
struct XMLRepairToken {
    enum Kind {
        case start, end, section
        /// A comment, a processing instruction or a declaration: XMLRepair leaves it out.
        case dropped
    }

    /// What an element is in a feed.
    enum Role {
        case root, channel, article
        /// It has text, and elements only as HTML.
        case field
        /// A field in RSS, in Atom an element with fields of its own.
        case person
        case other
    }

    /// The name of an element. Letter case does not count.
    struct Name: Hashable {
        /// The part after the colon, packed as `HTMLTag` packs it.
        let local: UInt64
        /// The part before the colon; 0 if there is none.
        let prefix: UInt64

        static let none = Name(local: 0, prefix: 0)

        func isNamed(_ name: StaticString) -> Bool { local == HTMLTag.name(name) }

        var isHTML: Bool { HTMLTag.isKnown(local) }

        /// Feeds have elements of this name.
        var isOfFeeds: Bool { Name.roles[local] != nil }

        /// What the element is in a document whose root has `rootPrefix`.
        func role(rootPrefix: UInt64) -> Role {
            guard let role = Name.roles[local] else { return .other }
            switch role {
            case .root, .channel, .article:
                return prefix == 0 || prefix == rootPrefix || Name.formatPrefixes.contains(prefix) ? role : .other
            case .field where prefix == Name.media && isNamed("content"): return .other
            default: return role
            }
        }

        static func packed(_ names: String) -> [UInt64] {
            names.split(separator: " ").map { $0.utf8.reduce(0, HTMLTag.pack) }
        }

        private static let media = HTMLTag.name("media")
        /// The prefixes that RSS and Atom themselves have.
        private static let formatPrefixes = Set(packed("rss rdf atom atom10 a10"))

        private static let roles: [UInt64: Role] = {
            let fields = """
                title description encoded summary content subtitle tagline abstract fullitem rights copyright info \
                text link guid id pubdate published updated modified issued created date language ttl generator docs \
                managingeditor webmaster category comments creator subject url name email uri homepage width height \
                lastbuilddate duration keywords explicit origlink publisher icon logo commentrss commentscount \
                updateperiod updatefrequency
                """
            var roles: [UInt64: Role] = [:]
            for name in packed(fields) { roles[name] = .field }
            for name in packed("author contributor source") { roles[name] = .person }
            for name in packed("rss rdf feed opml") { roles[name] = .root }
            for name in packed("channel") { roles[name] = .channel }
            for name in packed("item entry") { roles[name] = .article }
            return roles
        }()
    }

    let kind: Kind
    let start: Int
    /// The index after the token. A tag without `>` ends before the next `<`.
    let end: Int
    /// The range of an element's name, or of a section's content.
    var content = 0..<0
    var name = Name.none
    var role = Role.other
    var isEmpty = false
    /// A tag has its `>`; a section has one end and no other section in it.
    var isTerminated = true
    /// Strict XML allows it unchanged.
    var isTidy = true

    // What `XMLRepair.pairUp` finds out.

    /// The index of the end tag of a start tag, and the other way round.
    var partner: Int?
    /// Strict XML allows all tags between this start tag and its end tag.
    var isContentTidy = false

    /// No field reaches beyond this tag.
    var isBoundary: Bool {
        (kind == .start || kind == .end) && (role == .root || role == .channel || role == .article)
    }
}

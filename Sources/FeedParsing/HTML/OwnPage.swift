internal import FeedModel

/// The page that a text is from. A link within the text may name it, too: `https://a.example/p#note` for `#note`.
package struct OwnPage: Sendable {
    /// The address without a fragment.
    private let address: Substring
    private let canonical: Int64

    package init(_ address: String) {
        self.address = address.prefix { $0 != "#" }
        canonical = ArticleFingerprint.canonicalLink(String(self.address))
    }

    /// The fragment of a link to this page or an alike address, without `#`; nil for a link without one, or to another page.
    package func fragment(of link: String) -> Substring? {
        guard let sign = link.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        let page = link[..<sign]
        guard page == address || ArticleFingerprint.canonicalLink(String(page)) == canonical else { return nil }
        return link[sign...].dropFirst()
    }
}

/// The anchors of a text that links within it can lead to. Feeds cut texts and take out what pages have around them, so the
/// anchor of a link such as `#comments` may be on the page alone.
package struct HTMLAnchors: Sendable {
    private let names: Set<String>

    package init(_ tree: HTMLTree) { self.init(tree, of: tree.nodes.indices) }

    /// - Parameter elements: those that the text shows.
    init(_ tree: HTMLTree, of elements: some Sequence<HTMLTree.Index>) {
        var names: Set<String> = []
        for element in elements {
            for name in [PackedName.id, PackedName.name] {
                if let anchor = tree.attribute(name, of: element) { names.insert(anchor) }
            }
        }
        self.names = names
    }

    /// Whether the text has the anchor that a link leads to.
    ///
    /// - Parameter fragment: as the link has it, without `#`. Without a name it is the start of the text.
    package func contains(_ fragment: some StringProtocol) -> Bool {
        let name = String(fragment)
        // GitHub writes the prefix only before the names of the anchors.
        return name.isEmpty || names.contains(name) || names.contains("user-content-" + name)
            || name.utf8.contains(UInt8(ascii: "%"))
                && names.contains(String(decoding: URISyntax.percentDecoded(name.utf8), as: UTF8.self))
    }
}

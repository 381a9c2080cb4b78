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

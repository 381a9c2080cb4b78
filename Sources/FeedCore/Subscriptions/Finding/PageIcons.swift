/// Chooses the icon of a page from its `link` elements (HTML, 4.6.7.8).
struct PageIcons {
    private var best: (url: String, rank: Int)?

    /// The address of the largest icon.
    var largest: String? { best?.url }

    mutating func note(_ attributes: [HTMLAttribute], base: String, isLocal: Bool) {
        guard let relation = attributes["rel"], let reference = attributes["href"], !reference.isEmpty,
            let rank = PageIcons.rank(relation, sizes: attributes["sizes"]), rank > best?.rank ?? -1,
            let url = LinkScheme.kept(LinkResolver.page(reference, base: base), isLocal: isLocal),
            LinkResolver.isAbsolute(url)
        else { return }
        best = (url, rank)
    }

    /// Any `icon` ranks above the icons for phones; nil for other links.
    private static func rank(_ relation: String, sizes: String?) -> Int? {
        let relations = relation.lowercased().split(whereSeparator: \.isWhitespace)
        if relations.contains("icon") { return 10_000 + pixels(sizes) }
        return relations.contains { $0.hasPrefix("apple-touch-icon") } ? pixels(sizes) : nil
    }

    /// `16x16 48x48` is 48; `any` is a vector image.
    private static func pixels(_ sizes: String?) -> Int {
        let sizes = sizes?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        if sizes.contains("any") { return 5_000 }
        return sizes.compactMap { size in size.split(separator: "x").first.flatMap { Int($0) } }
            .filter { (1...4_096).contains($0) }.max() ?? 0
    }
}

/// Reduces cards to links. A card is the preview of another page in an article, as newsletters and blogs make it of an
/// address alone: a link around a picture, a title and a description.
extension ContentCleaning {
    /// The link of a card that is a figure. Elsewhere, one may be a teaser of the site's.
    func card(_ node: Index) -> Index? {
        let measure = page[node]
        guard measure.kind == .figure, (10..<800).contains(measure.link), measure.items + measure.controls == 0,
            let link = onlyLink(in: node), isAroundCard(link), beginsWithText(link),
            let address = page.tree.attribute(PackedName.href, of: link), !address.hasPrefix("#"),
            !ContentCleaning.isOfFile(address)
        else { return nil }
        return link
    }

    /// Whether an address is that of a picture, which a link around a smaller copy shows.
    static func isOfFile(_ address: String) -> Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].contains(where: path.hasSuffix)
    }

    /// The link that holds all of a block but a caption.
    private func onlyLink(in node: Index) -> Index? {
        var outer = node
        for _ in 0..<4 {
            let parts = page.tree.children(of: outer).filter {
                !page.isHidden[$0] && page[$0].text + page[$0].images > 0
                    && page.name($0) != PackedName.figcaption
            }
            guard parts.count == 1, page.isElement(parts[0]) else { return nil }
            if page.name(parts[0]) == PackedName.a { return parts[0] }
            outer = parts[0]
        }
        return nil
    }

    /// Whether a link is around several blocks of text, and none of a kind that cards lack.
    private func isAroundCard(_ link: Index) -> Bool {
        let inner = page.elements(in: link)
        let others: Set<PageElementKind> = [.list, .table, .code, .quote, .figure]
        return inner.count < 60 && inner.count { page[$0].kind.isBlock && page[$0].ownText > 0 } > 1
            && !inner.contains { others.contains(page[$0].kind) }
    }

    /// Whether text is before the first picture: a caption is behind its own.
    private func beginsWithText(_ link: Index) -> Bool {
        let first = page.elements(in: link).first {
            page[$0].kind == .image || page[$0].kind.isBlock && page[$0].ownText > 0
        }
        return first.map { page[$0].kind != .image } ?? false
    }

    /// Leaves of a card the title alone.
    mutating func reduce(card link: Index) {
        let inner = page.elements(in: link)
        let blocks = inner.filter { page[$0].kind.isBlock && page[$0].ownText > 0 }
        // The name of the site stands beside its sign.
        let title =
            blocks.first { page[$0].kind == .heading }
            ?? blocks.first { page[$0].images == 0 && !(page.tree.line(of: $0)?.hasBytes("://") ?? true) }
            ?? blocks.first
        guard var node = title else { return }
        page.showAsLine(node)
        while node != link, let parent = page.tree.parent(of: node) {
            page.hide(page.tree.children(of: parent).filter { $0 != node })
            node = parent
        }
    }
}

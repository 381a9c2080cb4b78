/// Tells lists and lines of links from those that belong to the text.
extension ContentCleaning {
    /// Whether the element lists links to other pages of the site. Lists of the text itself have plain items, and no
    /// telling name.
    func isListOfLinks(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.text > 0 else { return false }
        // Such a name may be chance: `class="list"`.
        let isNamed =
            measure.hints.contains(.furniture) || measure.hints.contains(.doubtful) && measure.linkDensity > 0.9
        switch measure.kind {
        case .list, .container, .table, .article:
            // A picture with a caption; what is in an item or a cell was judged with the list or the table.
            if measure.kind == .container, measure.headings == 0, measure.text < 200, measure.images < 2,
                measure.images == 1 && (measure.linkDensity < 0.9 || !links(in: node).contains { page[$0].images > 0 })
                    || measure.items == 0 && page.isIn(.item, .cell, of: node)
            {
                return false
            }
            if isQuotedPost(node) || isCopyOfPicture(node) { return false }
            // The source of a quotation.
            if page.name(node) == PageAnalysis.footer { return false }
            // If the whole text is full of links, lists of them belong to it.
            if page[best].linkDensity > 0.12, measure.kind != .container, !isNamed { return false }
            let isDense = measure.linkDensity > (measure.kind == .table ? 0.85 : 0.5)
            guard measure.linkDensity > 0.7 && measure.prose < 60 && isDense || isDense && measure.prose == 0
            else { return false }
            return (isNamed || !isPlainList(node)) && !page.offersFile(node) && !holdsText(node, isNamed: isNamed)
                && !isOfWords(node)
        default: return false
        }
    }

    /// Whether a block of links is a note or lines of the text, the linked heading of a text, or has code or a table.
    private func holdsText(_ node: Index, isNamed: Bool) -> Bool {
        let measure = page[node]
        guard measure.text < 2000, !measure.hints.contains(.furniture) else { return false }
        // A note has a title; a line alone may name other pages.
        if measure.hints.contains(.admonition) { return isInText(node) && measure.ownText < measure.text }
        if !isNamed, isInText(node), isLines(node) { return true }
        let isHeading = measure.headings == 1 && measure.images + measure.items == 0
        return page.elements(in: node).contains { inner in
            let part = page[inner]
            let isPlain = part.link == 0 && [.table, .quote].contains(part.kind) || part.kind == .code
            return isPlain && part.text > 0 || isHeading && part.kind == .heading && part.text == measure.text
        }
    }

    /// Whether a block within the text is the words of a post in a social network, with a link or two to it.
    private func isQuotedPost(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.text >= 80, measure.items + measure.headings == 0, isInText(node) else { return false }
        let links = links(in: node) + page.tree.ancestors(of: node).prefix(2).filter { page.name($0) == PackedName.a }
        return (1...3).contains(links.count)
            && links.allSatisfy {
                let host = page.tree.attribute(PackedName.href, of: $0).flatMap(WebAddress.init)?.host ?? ""
                return ContentCleaning.networks.contains { host == $0 || host.hasSuffix("." + $0) }
            }
    }

    /// Whether a block is one picture that leads to a larger copy.
    private func isCopyOfPicture(_ node: Index) -> Bool {
        let links = links(in: node)
        return page[node].images == 1 && links.count == 1 && page.isOfPicture(links[0])
    }

    private func leadsToOtherSite(_ link: Index) -> Bool {
        let address = page.tree.attribute(PackedName.href, of: link).flatMap(WebAddress.init)
        return address.map { $0.host != host } ?? false
    }

    private static let networks = [
        "twitter.com", "x.com", "instagram.com", "facebook.com", "threads.net", "bsky.app", "tiktok.com", "t.me",
        "reddit.com", "linkedin.com",
    ]

    /// Whether a block has one of the dates of a chronicle. That of the article stands alone, or in front of the text.
    func isDateOfText(_ part: CleanedPart) -> Bool {
        let measure = part.measure
        return hasDates && part.has(.date) && measure.hints.isDisjoint(with: [.author, .facts])
            && measure.link + measure.images == 0 && secondProse < part.node && part.node < lastProse
    }

    private func isInText(_ node: Index) -> Bool { firstBlock < node && node < lastProse }

    /// Whether a block is lines of text that begin with words and have some beside all links, and none leads away.
    private func isLines(_ node: Index) -> Bool {
        guard page[node].items == 0, let first = page.firstText(in: node), page[first].link == 0 else { return false }
        let leadAway = links(in: node).contains {
            page[$0].images > 0 || page.tree.line(of: $0).map(PointerPhrases.isNetwork) ?? false
        }
        return !leadAway
            && ([node] + page.elements(in: node)).allSatisfy {
                let part = page[$0]
                return !part.kind.isBlock || part.ownText == 0
                    || (part.ownLink == 0 || part.ownText > part.ownLink + 2) && !page.isPointer($0)
            }
    }

    /// Whether an element is a list with items of a line, maybe under a heading, or a table, and neither the heading nor
    /// the line before it says that it leads away.
    func isPlainList(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.images == 0, measure.items > 0 || measure.kind == .table else { return false }
        if measure.kind == .container || measure.kind == .article {
            let parts = page.tree.children(of: node).filter { page[$0].text > 0 }
            let isHeaded = measure.headings == 1 && (measure.link * 20 < measure.text * 19 || node < lastProse)
            return (measure.headings == 0 || isHeaded)
                && parts.allSatisfy { page[$0].kind == .list || page[$0].kind == .heading && !page.isPointer($0) }
        }
        return measure.headings == 0 && before(node) { page[$0].text == 0 }.map { !page.isPointer($0) } ?? true
    }

    /// Whether a line or a list behind the text has only links to other articles. Those of the text have a heading or a
    /// line with a colon before them, or show their addresses.
    func isTrailingLink(_ node: Index) -> Bool {
        let measure = page[node]
        guard node > lastProse, measure.kind == .paragraph || measure.kind == .list, measure.images == 0,
            measure.text >= 15, measure.link * 20 > measure.text * 19
        else { return false }
        guard let before = before(node, passing: { page[$0].text == 0 || page[$0].linkDensity > 0.95 }),
            let line = page.tree.line(of: node), !line.hasBytes("://"), !line.hasPrefix("www.")
        else { return false }
        if links(in: node).contains(where: leadsToOtherSite) { return false }
        let isAnnounced = page[before].kind == .heading || page.tree.line(of: before)?.utf8.last == UInt8(ascii: ":")
        return !isAnnounced || page.isPointer(before)
    }

    /// Whether a line is links that are the names of social networks, and little else.
    func namesNetworks(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.ownLink == measure.link, (10..<100).contains(measure.link), measure.images == 0,
            measure.link * 4 > measure.text * 3
        else { return false }
        let links = links(in: node)
        return links.count > 1
            && links.allSatisfy { page.tree.line(of: $0).map(PointerPhrases.isNetwork) ?? false }
    }

    func links(in node: Index) -> [Index] {
        ([node] + page.elements(in: node)).filter { page.name($0) == PackedName.a }
    }

    /// The node before another one, without those to pass.
    func before(_ node: Index, passing isPassed: (Index) -> Bool) -> Index? {
        var before = page.tree.previousSibling(of: node)
        for _ in 0..<16 {
            guard let current = before, isPassed(current) else { break }
            before = page.tree.previousSibling(of: current)
        }
        return before
    }
}

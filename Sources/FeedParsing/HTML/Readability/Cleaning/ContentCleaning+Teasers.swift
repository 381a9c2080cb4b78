/// Finds the links to other articles in that of a page, and forms to sign up.
extension ContentCleaning {
    /// Whether a paragraph or a list is mostly links, or teasers, and follows a line that leads away, maybe after others like
    /// it.
    func isBehindPointer(_ node: Index) -> Bool {
        let measure = page[node]
        let mayBeTeaser = measure.link >= 10 && measure.kind.isBlock && measure.images + measure.headings > 0
        guard isMostlyLinks(node) || mayBeTeaser,
            let pointer = before(node, passing: { !page.isPointer($0) }), page.isPointer(pointer)
        else { return false }
        var next: Index? = node
        while let current = next, current != pointer {
            guard page[current].text == 0 || isMostlyLinks(current) || isTeaser(current) else { return false }
            next = page.tree.previousSibling(of: current)
        }
        return true
    }

    private func isMostlyLinks(_ node: Index) -> Bool {
        let measure = page[node]
        return (measure.kind == .paragraph || measure.kind == .list) && measure.images == 0
            && measure.linkDensity > 0.6
    }

    /// Whether a block is about another article: a linked heading or picture with a few words, or several such.
    private func isTeaser(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.link >= 10 else { return false }
        var parts = page.tree.children(of: node).filter { page[$0].text > 0 }
        if measure.kind == .list { return parts.allSatisfy { page[$0].kind == .item && isTeaserItem($0) } }
        guard measure.kind == .container || measure.kind == .article else { return false }
        if isTeaserItem(node) { return true }
        // They may be in rows, or a list.
        if parts.count == 1 { parts = page.tree.children(of: parts[0]).filter { page[$0].text > 0 } }
        return parts.allSatisfy(isTeaserItem)
    }

    private func isTeaserItem(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.text < 500, measure.headings < 2, measure.images < 3, measure.link >= 10 else { return false }
        return links(in: node).contains { page[$0].images > 0 || page[$0].headings > 0 }
            || page.elements(in: node).contains { page[$0].kind == .heading && page[$0].linkDensity > 0.9 }
    }

    /// Whether a short block holds a form that asks for an address or a password.
    func isAroundSignUp(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.kind == .container, measure.controls > 0, measure.text < 400, measure.images < 2 else {
            return false
        }
        return page.tree.children(of: node).contains { page[$0].kind == .form && asksForAccount($0) }
    }

    private func asksForAccount(_ form: Index) -> Bool {
        page.tree.descendants(of: form).prefix(60).contains { node in
            guard page.name(node) == PackedName.input else { return false }
            let type = page.tree.attribute(PackedName.type, of: node)?.lowercased()
            return type == "email" || type == "password"
        }
    }
}

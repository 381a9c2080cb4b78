/// The part of a page in which authors and dates are those of its article, and not of other stories, of readers or of the
/// site.
struct BylineScope {
    typealias Index = HTMLTree.Index

    let page: PageAnalysis
    /// The heading with the title of the page, if it is known.
    let heading: Index?
    /// The element to search: the article's, if the title is in it, else the body.
    let top: Index
    /// The elements that the title is in.
    private let around: Set<Index>
    private let title: String

    init(_ page: PageAnalysis, heading: Index?) {
        self.page = page
        self.heading = heading
        around = page.elements(around: heading)
        title = heading.flatMap { page.tree.line(of: $0) }.map(PageLetters.of) ?? ""
        top = BylineScope.article(around: heading, page) ?? page.body
    }

    /// The innermost `article` around the title, if half of the page's text is in it: some hold the title alone.
    private static func article(around heading: Index?, _ page: PageAnalysis) -> Index? {
        let around = heading.map { sequence(first: $0, next: page.tree.parent).prefix { $0 != page.body } } ?? []
        guard let article = around.first(where: { page[$0].kind == .article }) else { return nil }
        return page[article].prose * 2 > page[page.body].prose ? article : nil
    }

    /// Whether a node is in nothing beside the article, and in the scope if it is before the title.
    func holds(_ node: Index) -> Bool {
        let end = heading.map { node < $0 } ?? false ? top : page.body
        var outer: Index? = node
        while let current = outer, current != end {
            guard current != page.body, !isBeside(current) else { return false }
            outer = page.tree.parent(of: current)
        }
        return outer != nil
    }

    /// Whether a byline is a short block of its own beside the article: it leads to no other page.
    func isAlone(_ byline: Index) -> Bool {
        var (outer, branch) = (byline, byline)
        while outer != page.body, !around.contains(outer) {
            guard !isBeside(outer), let parent = page.tree.parent(of: outer) else { return false }
            (branch, outer) = (outer, parent)
        }
        let measure = page[branch]
        return measure.headings == 0 && measure.text < 200 && measure.link == page[byline].link
    }

    /// Whether an element is beside the article: navigation, a picture with its photographer, a table, code, or another story.
    /// Names of classes say too little: a `footer` may have the date of the article.
    private func isBeside(_ node: Index) -> Bool {
        guard !around.contains(node) else { return false }
        let measure = page[node]
        if measure.kind == .figure || measure.kind == .code || measure.kind == .cell && page.isOfData(node) {
            return true
        }
        let isNamed = !measure.hints.isDisjoint(with: [.author, .date, .facts, .person])
        // In an article, such elements often say who wrote it.
        let isPart = top != page.body && BylineScope.namesOfParts.contains(page.name(node))
        let isOwn = isPart && page.elements(around: node).contains(top)
        return measure.kind == .furniture && !isNamed && !isOwn || isTeaser(node) || isListed(node)
    }

    /// Whether an element holds comments. Forums have the article itself in one.
    func isByReaders(_ node: Index) -> Bool { page[node].hints.contains(.comments) && !around.contains(node) }

    private static let namesOfParts: Set = [HTMLTag.name("footer"), HTMLTag.name("aside")]

    /// Whether a block is about another story: it is short, and its headings are links to others.
    private func isTeaser(_ node: Index) -> Bool {
        let measure = page[node]
        guard heading != nil, measure.headings > 0, measure.text < 800, measure.kind.isBlock, measure.kind != .heading
        else { return false }
        var (next, headings) = (page.tree.node(after: node, in: node), measure.headings)
        for _ in 0..<60 {
            guard headings > 0, let current = next else { return headings == 0 }
            let isHeading = page[current].kind == .heading && !page.isHidden[current]
            if isHeading {
                guard leadsToOther(current) else { return false }
                headings -= 1
            }
            next = page.tree.node(after: current, in: node, skipsContent: isHeading || page.isHidden[current])
        }
        return false
    }

    /// Whether an item is one of a list of other stories, of which several have a link and a date.
    private func isListed(_ node: Index) -> Bool {
        guard page[node].kind == .item, isDatedLink(node) else { return false }
        let before = page.tree.siblings(before: node).first(where: page.isElement)
        let behind = page.tree.siblings(behind: node).first(where: page.isElement)
        return [before, behind].compactMap(\.self).contains(where: isDatedLink)
    }

    private func isDatedLink(_ node: Index) -> Bool {
        page[node].link > 0 && page[node].items == 1 && page[node].text < 400
            && page.tree.line(of: node).map { PageLetters.numbers(in: $0) >= 5 } ?? false
    }

    /// Whether what follows a heading is of another story, which begins with it.
    func isOfOther(behind heading: Index?) -> Bool {
        heading.map { leadsToOther($0) && holds($0) } ?? false
    }

    /// Whether a heading is a link to another story, and not the title or the name of the site.
    private func leadsToOther(_ node: Index) -> Bool {
        let measure = page[node]
        guard heading != nil, node != heading, measure.link > 0, measure.link * 10 >= measure.text * 9,
            measure.hints.isDisjoint(with: [.author, .date, .person]), let address = address(of: node), address != "/"
        else { return false }
        let isAbsolute = address.first != "/" || address.hasPrefix("//")
        if isAbsolute, let web = WebAddress(address), ["", "/"].contains(web.path) { return false }
        let mayBeTitle = heading.map { page[$0].text == measure.text } ?? false
        return !mayBeTitle || page.tree.line(of: node).map(PageLetters.of) != title
    }

    /// The address of the link in a heading, or around it.
    private func address(of heading: Index) -> String? {
        let link = (page.elements(in: heading) + page.tree.ancestors(of: heading).prefix(4)).first {
            page.name($0) == PackedName.a
        }
        return link.flatMap { page.tree.attribute(PackedName.href, of: $0) }
    }
}

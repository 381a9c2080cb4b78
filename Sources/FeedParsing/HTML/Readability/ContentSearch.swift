/// Finds the element that the article of a page is in: by the text that is in its paragraphs, how little of it is in
/// links, and what the names of elements say.
struct ContentSearch {
    typealias Index = HTMLTree.Index

    private(set) var page: PageAnalysis
    /// How readily elements are taken for furniture.
    enum Care: CaseIterable { case strict, lenient }

    /// The heading with the title of the page, if it is known.
    private let heading: Index?

    init(_ found: consuming PageAnalysis, heading: Index?, _ care: Care) {
        page = consume found
        self.heading = heading
        if care == .strict { hideFurniture() }
        score()
    }

    // MARK: Furniture

    /// Leaves out what its name or its element says to be beside the article, unless much of the page's text is in it.
    private mutating func hideFurniture() {
        let all = page[page.body].prose
        // An element that holds the title also holds other parts of the article.
        let around = page.elements(around: heading)
        var found: [Index] = []
        page.forEachElement(in: page.body) { node in
            guard !around.contains(node), isFurniture(node, of: all) else { return page[node].kind != .code }
            found.append(node)
            return false
        }
        page.hide(found)
    }

    private func isFurniture(_ node: Index, of all: Int32) -> Bool {
        let measure = page[node]
        let hints = measure.hints
        guard measure.kind.isBlock || measure.kind == .inline && !page.isWording(node) else { return false }
        if page.areNotes(node) || measure.images > 0 && measure.text < 100 && page.isInFigure(node) { return false }
        let share = all > 0 ? Float(measure.prose) / Float(all) : 0
        if hints.contains(.comments) { return share < (hints.isDisjoint(with: [.article, .content]) ? 0.95 : 0.35) }
        if hints.contains(.content), share > 0.1 { return false }
        if hints.contains(.hidden) { return measure.text < 100 }
        if measure.kind == .furniture { return share < 0.6 }
        if measure.kind == .heading || measure.kind == .paragraph || measure.isLead { return false }
        guard hints.contains(.furniture) else { return false }
        return share < (hints.contains(.article) ? 0.15 : 0.5) && !page.isWrapper(node)
    }

    // MARK: Scores

    private mutating func score() {
        for node in [page.body] + page.elements(in: page.body) {
            let measure = page[node]
            guard measure.ownText >= 25, measure.kind.isBlock, measure.kind != .heading else { continue }
            var score = 1 + Float(measure.kind == .code ? 0 : measure.ownCommas) + min(Float(measure.ownText) / 100, 3)
            score *= 1 - min(1, measure.ownLinkDensity * 1.5)
            if measure.kind == .item { score *= 0.4 }
            guard score > 0 else { continue }
            let holdsParagraphs = [.container, .article, .cell, .form].contains(measure.kind)
            var holder: Index? = holdsParagraphs ? node : page.tree.parent(of: node)
            var (level, steps): (Float, Int) = (0, 0)
            while let current = holder, level < 5, steps < 20 {
                steps += 1
                page.add(level == 0 ? score : level == 1 ? score / 2 : score / (level * 3), to: current)
                if current == page.body { break }
                // Inline elements around blocks do not count as a level.
                if page[current].kind.isBlock { level += 1 }
                holder = page.tree.parent(of: current)
            }
        }
    }

    // MARK: The best element

    /// The element that the article is in; the body, if none stands out.
    func best() -> Index {
        var best = page.body
        var bestScore: Float = -1
        let around = page.elements(around: heading).subtracting([page.body])
        for index in page.order {
            let node = Index(index)
            guard page[node].score > 0 else { continue }
            var score = weighed(node)
            if !around.isEmpty { score *= closeness(node, to: around) }
            if score > bestScore { (best, bestScore) = (node, score) }
        }
        return widened(best, around)
    }

    /// How much more likely an element is the article the nearer it is to the elements that the title is in.
    private func closeness(_ node: Index, to around: Set<Index>) -> Float {
        let path = sequence(first: node, next: page.tree.parent).prefix(6)
        let level = path.enumerated().first { around.contains($0.element) }?.offset
        return level.map { 1.3 - Float(max(0, $0 - 1)) * 0.05 } ?? 1
    }

    private func weighed(_ node: Index) -> Float {
        let measure = page[node]
        var score = measure.score * (1 - measure.linkDensity)
        if measure.hints.contains(.content) { score = score * 1.5 + 2 }
        if measure.hints.contains(.article) || measure.kind == .article { score = score * 1.1 + 1 }
        // The lead alone is not the article.
        if measure.isLead { score *= 0.4 }
        return score
    }

    /// Goes outwards while that brings more of an article: its text may be in several elements side by side.
    ///
    /// - Parameter around: the elements that the title is in. Their children beside the text are examined one by one.
    private func widened(_ start: Index, _ around: Set<Index>) -> Index {
        var best = start
        var node = start
        while node != page.body, let parent = page.tree.parent(of: node) {
            let (inner, outer) = (page[best], page[parent])
            let gained = outer.prose - inner.prose
            let gainedText = max(1, outer.text - inner.text)
            let isDense = Float(outer.link - inner.link) / Float(gainedText) < 0.35
            // A lead beside the title is not the article.
            if around.contains(node), inner.prose >= 300 { break }
            let least: Float = around.contains(node) ? 2 : around.contains(parent) ? 0.8 : 0.25
            let isMuch = Float(gained) > least * Float(inner.prose)
            if isMuch && isDense && Float(gained) > 0.4 * Float(gainedText) { best = parent }
            node = parent
        }
        return outOfParts(best)
    }

    /// Goes out of a list, a table, code or a quotation, because an article has more than that, and of what only wraps it.
    private func outOfParts(_ start: Index) -> Index {
        var (best, node, isPart) = (start, start, false)
        // A cell may be what a page is laid out with.
        while page[node].kind != .cell, let parent = page.tree.parent(of: node), parent != page.body {
            isPart =
                isPart || ContentSearch.partsOfText.contains(page[node].kind) || page.isWrapper(node)
                || page.name(node) == PageAnalysis.details
            if page[parent].text > page[node].text {
                guard isPart else { break }
                (best, isPart) = (parent, false)
            }
            node = parent
        }
        return best
    }

    private static let partsOfText: Set<PageElementKind> = [.list, .item, .table, .tablePart, .quote, .figure, .code]
}

/// Chooses what around the element of an article belongs to it.
extension ContentCleaning {
    /// Takes in the lead and the picture between the title and the text, and more text of the same kind behind it.
    mutating func widen() {
        guard best != page.body else { return }
        var path = [best]
        for outer in page.tree.ancestors(of: best).prefix(7) where path.last != page.body { path.append(outer) }
        let found = path.indices.dropFirst().first { around.contains(path[$0]) }
        let hasTitleInside = around.contains(best)
        let reach = max(hasTitleInside ? (all < 1000 ? 1 : 0) : max(1, found ?? 1), levelOfSections(path) ?? 0)
        for level in 0...reach where level > 0 && level < path.count {
            top = path[level]
            chooseSiblings(
                of: path[level - 1], in: path[level], certainty(path, level), mayLead: found != nil && !hasTitleInside)
        }
        keepNotesAndPicture(path, beyond: reach)
    }

    /// Takes in, of what is further outside, the footnotes behind the text and the picture in front of it alone.
    private mutating func keepNotesAndPicture(_ path: [Index], beyond reach: Int) {
        let levels = (1..<path.count).dropFirst(reach).prefix(4)
        let outermost = levels.last { level in
            page.tree.children(of: path[level]).contains { isNotesOrPicture($0, beside: path[level - 1]) }
        }
        guard let outermost else { return }
        for level in levels where level <= outermost {
            let branch = path[level - 1]
            top = path[level]
            for child in Array(page.tree.children(of: top)) where child != branch {
                let isKept = isNotesOrPicture(child, beside: branch)
                page.hide(!isKept ? [child] : child < branch ? captions(of: child) : [])
            }
        }
    }

    private func isNotesOrPicture(_ node: Index, beside branch: Index) -> Bool {
        guard page.isElement(node), !page.isHidden[node], node != branch else { return false }
        return node > branch ? page.areNotes(node) : isPictureBeforeTitle(node)
    }

    /// How far outside the text is in a section beside more sections of it, or all of it in one of several alike.
    private func levelOfSections(_ path: [Index]) -> Int? {
        (1..<path.count).prefix(6).first { level in
            let section = path[level - 1]
            let (isSection, shape) = (page.name(section) == PackedName.section, shape(of: section))
            guard isSection || page[section].text == all else { return false }
            // Before the text, only a page without a title has more of it.
            return page.tree.children(of: path[level]).contains {
                $0 > section && isSection && isSectionOfText($0)
                    || ($0 > section || $0 < section && heading == nil) && isTwin($0, of: shape)
            }
        }
    }

    /// Whether an element is a section with text alone, and no name speaks against it.
    private func isSectionOfText(_ node: Index) -> Bool {
        let measure = page[node]
        let isOther: ElementHints = [.furniture, .comments, .person, .topics, .facts, .hidden]
        return page.name(node) == PackedName.section && !page.isHidden[node] && measure.controls == 0
            && measure.prose >= 40 && measure.prose * 10 >= measure.text * 6 && measure.link * 5 < measure.text
            && measure.hints.isDisjoint(with: isOther)
    }

    private mutating func chooseSiblings(
        of branch: Index, in parent: Index, _ certainty: Certainty, mayLead: Bool
    ) {
        let children = Array(page.tree.children(of: parent))
        var hidden = children.filter { page.tree.nodes[$0].kind == .text }
        let seen = children.filter { page.isElement($0) && !page.isHidden[$0] }
        let parts = Set(seen.filter { $0 != branch && !around.contains($0) && isPart($0, like: branch, certainty) })
        hidden += notOfText(before: branch, in: parent, seen.prefix { $0 < branch }, parts, mayLead: mayLead)
        hidden += notOfText(behind: branch, seen.drop { $0 <= branch }, parts)
        page.hide(hidden.sorted())
    }

    /// Of the elements before a part of the text, those that do not belong to it.
    private mutating func notOfText(
        before branch: Index, in parent: Index, _ elements: ArraySlice<Index>, _ parts: Set<Index>, mayLead: Bool
    ) -> [Index] {
        var (hasBegun, hidden): (Bool, [Index]) = (false, [])
        // The title may be further outside.
        var isBehindTitle = heading.map { $0 < parent && !around.contains(parent) } ?? false
        let (level, shape) = (page.headingLevel(of: branch), shape(of: branch))
        let isSubsection = [branch, parent].allSatisfy { page.name($0) == PackedName.section }
        let isPart = isUnnamedPart(branch) || isSubsection && around.contains(parent)
        for element in elements {
            let holdsTitle = around.contains(element)
            // The title of the head may differ from that of the article.
            let isHead = heading == nil && isInArticle(element) && page.headingLevel(of: element) == 0x31  // h1
            let isPartOfText = parts.contains(element) && (isBehindTitle || heading == nil)
            if isPartOfText || !holdsTitle && isTwin(element, of: shape) {
                hasBegun = true
            } else if isPart, isBehindTitle || heading == nil, isBeginning(element, hasBegun: hasBegun) {
                hasBegun = true
            } else if mayLead && (holdsTitle || isBehindTitle) || isHead {
                keepLead(in: element, afterTitle: holdsTitle)
            } else if isPictureBeforeTitle(element) {
                hidden += captions(of: element)
            } else if heading != nil && mayLead
                || !isMore(element, level) && !(hasBegun && isContent(element))
            {
                hidden.append(element)
            } else {
                hasBegun = true
            }
            if holdsTitle { isBehindTitle = true }
        }
        return hidden
    }

    /// The same of those behind it.
    private func notOfText(behind branch: Index, _ elements: ArraySlice<Index>, _ parts: Set<Index>) -> [Index] {
        let (level, shape) = (page.headingLevel(of: branch), shape(of: branch))
        let isSection = page.name(branch) == PackedName.section
        let isPart = isUnnamedPart(branch)
        var (hidden, between): ([Index], [Index]) = ([], [])
        var (isContiguous, isHeaded) = (true, false)
        for element in elements where !page.areNotes(element) {
            if parts.contains(element) || isMore(element, level) || isSection && isSectionOfText(element)
                || isTwin(element, of: shape)
            {
                // Elements between two parts of the text belong to it.
                between = []
            } else if isContent(element) {
                between.append(element)
                isHeaded = isHeaded || page[element].kind == .heading
                isContiguous = isContiguous && (!isPart || isEnd(element))
                if isContiguous, isPart || isHeaded && isData(element) { between = [] }
            } else {
                hidden.append(element)
                isContiguous = isContiguous && page[element].isEmpty
            }
        }
        return hidden + between
    }

    /// Whether the name or the class of the element around another one says that it is an article.
    func isInArticle(_ node: Index) -> Bool {
        guard let parent = page.tree.parent(of: node), parent != page.body else { return false }
        return page[parent].kind == .article || !page[parent].hints.isDisjoint(with: [.article, .content])
    }

    /// Whether a part of an article has no name of its own, so that what is beside it belongs to the article, too.
    private func isUnnamedPart(_ node: Index) -> Bool {
        page[node].kind == .container && page[node].hints.isDisjoint(with: [.content, .article]) && isInArticle(node)
    }

    /// Whether an element behind such a part goes on with it: of containers, only text under a heading.
    private func isEnd(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.kind == .container else { return measure.linkDensity < 0.6 && !page.isControl(node) }
        return page.headingLevel(of: node) != nil && measure.images + measure.controls == 0 && measure.prose >= 100
            && measure.link * 5 < measure.text && measure.hints.isDisjoint(with: ContentCleaning.besideText)
    }

    /// Whether an element between the title and such a part is a sentence, code or a quotation, or behind one a list or a
    /// table.
    private func isBeginning(_ node: Index, hasBegun: Bool) -> Bool {
        guard isContent(node), !page.isFact(node), !page.isDateLine(node) else { return false }
        switch page[node].kind {
        case .quote, .code: return true
        case .paragraph:
            let end = page.tree.line(of: node)?.last
            return page[node].text >= 15 && page[node].linkDensity < 0.6 && end.map(".!?:".contains) ?? false
        case .list, .table, .figure: return hasBegun
        default: return false
        }
    }

    /// Whether an element may stand between two parts of a text: a list, a table, a picture and the like without a name
    /// that speaks against it.
    func isContent(_ node: Index) -> Bool {
        let measure = page[node]
        let isOther: ElementHints = [.furniture, .comments, .person, .topics, .facts, .doubtful, .hidden]
        guard measure.hints.isDisjoint(with: isOther), !isListOfLinks(node), !page.isPointer(node) else { return false }
        switch measure.kind {
        case .list, .table, .quote, .code, .figure, .heading, .paragraph: return true
        case .container: return measure.images > 0 ? measure.link == 0 : measure.linkDensity < 0.25 && measure.text > 0
        default: return false
        }
    }

    /// Whether an element is a list or a table without links, as ingredients and specifications are.
    private func isData(_ node: Index) -> Bool {
        let measure = page[node]
        return (measure.kind == .list || measure.kind == .table) && measure.link == 0 && measure.controls == 0
            && measure.images == 0 && measure.text > 0
    }

    /// Whether an element beside the article's is more of it.
    private func isMore(_ node: Index, _ level: UInt64?) -> Bool {
        let measure = page[node]
        // Sections of one document have headings of one level.
        if let level, level == page.headingLevel(of: node), measure.kind == page[best].kind,
            measure.linkDensity < 0.4 || isPlainList(node) && measure.linkDensity < 0.95,
            measure.hints.isDisjoint(with: [.furniture, .comments, .person, .lead, .topics])
        {
            return true
        }
        let isInArticle = node > best && measure.controls + measure.images == 0 && isInArticle(node)
        let isPlain = measure.kind == .paragraph && measure.text > 0 && measure.link == 0
        if isInArticle, isPlain, page.tree.attributes(of: node).isEmpty, !page.isPointer(node) { return true }
        let isOther: ElementHints = [.furniture, .comments, .person, .topics, .facts, .lead, .doubtful]
        return measure.prose > (isInArticle ? 100 : 300) && measure.prose * 10 > measure.text * 8
            && measure.linkDensity < 0.1
            && measure.hints.isDisjoint(with: isOther)
    }

    /// The hints of elements that are beside the text of an article.
    static let besideText: ElementHints = [
        .furniture, .comments, .person, .topics, .facts, .author, .date, .hidden,
    ]

}

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

    /// Whether an element is a picture, maybe with its caption, and the element with the title follows it.
    private func isPictureBeforeTitle(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.images == 1, measure.link == 0, measure.headings == 0, measure.text < 400,
            measure.kind == .figure || measure.kind == .container && (measure.text == 0 || hasCaption(node)),
            measure.hints.isDisjoint(with: [.furniture, .comments, .person, .hidden, .doubtful])
        else { return false }
        let next = page.tree.siblings(behind: node).first { !page.isHidden[$0] && !page[$0].isEmpty }
        guard let next, around.contains(next) else { return false }
        // What is linked is a logo, or sold.
        return links(in: node).isEmpty
    }

    /// The texts in a picture beside the title, which are no part of the text: many only name the photographer.
    private func captions(of picture: Index) -> [Index] {
        page.tree.children(of: picture).flatMap { child in
            page[child].text == 0 ? [] : page[child].images == 0 ? [child] : captions(of: child)
        }
    }

    /// Whether a block is a picture with a caption.
    private func hasCaption(_ node: Index) -> Bool {
        let measure = page[node]
        let isOther: ElementHints = [.author, .facts, .person, .furniture]
        guard measure.kind == .container, measure.images == 1, measure.headings == 0, (1..<300).contains(measure.text),
            measure.hints.isDisjoint(with: isOther)
        else { return false }
        return measure.hints.contains(.caption)
            || page.elements(in: node).contains { page[$0].hints.contains(.caption) || page[$0].kind == .figure }
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
        let isPart = isUnnamedPart(branch)
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

    /// Whether an element beside a part of the text is another one: it has the same name and class, and text with few links.
    private func isTwin(_ node: Index, of part: Shape?) -> Bool {
        let measure = page[node]
        let isText = measure.prose >= 100 && measure.prose * 10 >= measure.text * 6
        let isShort = page.name(node) == PackedName.section && measure.link == 0 && measure.images == 0
        guard let part, page.name(node) == part.name, isText || isShort && measure.text >= 40, measure.controls == 0,
            measure.link * 5 < measure.text, measure.hints.isDisjoint(with: ContentCleaning.besideText)
        else { return false }
        return shape(of: node) == part
    }

    /// Whether two elements have the same name and class.
    func isShaped(_ node: Index, like other: Index) -> Bool { shape(of: other).map { shape(of: node) == $0 } ?? false }

    /// What an element has in common with others like it: its name and class, of parts of an article the name alone.
    private func shape(of node: Index) -> Shape? { Shape(page.tree, node, needsClass: !isInArticle(node)) }

    /// Whether the name or the class of the element around another one says that it is an article.
    private func isInArticle(_ node: Index) -> Bool {
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
    private func isContent(_ node: Index) -> Bool {
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

    /// Keeps the paragraphs and pictures between the title and the text.
    private mutating func keepLead(in node: Index, afterTitle: Bool) {
        var isBehindTitle = !afterTitle
        var found: [Index] = []
        func look(_ node: Index) {
            guard page.isElement(node), !page.isHidden[node] else {
                if page.tree.nodes[node].kind == .text { found.append(node) }
                return
            }
            if node == heading {
                isBehindTitle = true
                return
            }
            let measure = page[node]
            let isPicture = (measure.kind == .figure || measure.kind == .image) && measure.text < 400
            if isBehindTitle, isPicture {
                found += captions(of: node)
                return
            }
            let isTable = measure.kind == .list || measure.kind == .table
            if isBehindTitle, isText(node) { return }
            if isBehindTitle,
                isLead(node) || isTable && measure.text >= 100 && measure.linkDensity < 0.1 && isContent(node)
            {
                return
            }
            let holdsMore = measure.text > 0 || measure.images > 0
            guard holdsMore, !page.isFact(node) else {
                found.append(node)
                return
            }
            var hasChildren = false
            for child in page.tree.children(of: node) {
                hasChildren = true
                look(child)
            }
            if !hasChildren { found.append(node) }
        }
        look(node)
        page.hide(found)
    }

    /// Whether an element is named for the text of an article: the question of a forum, before its answers.
    private func isText(_ node: Index) -> Bool {
        let measure = page[node]
        return measure.hints.contains(.content) && measure.hints.isDisjoint(with: ContentCleaning.besideText)
            && measure.controls == 0 && measure.text >= 40 && measure.linkDensity < 0.3
    }

    /// The hints of elements that are beside the text of an article.
    private static let besideText: ElementHints = [
        .furniture, .comments, .person, .topics, .facts, .author, .date, .hidden,
    ]

    /// Whether an element between the title and the text is a paragraph that belongs to the article.
    private mutating func isLead(_ node: Index) -> Bool {
        let measure = page[node]
        // A subtitle.
        if measure.kind == .heading, measure.link == 0, measure.images == 0, (10...300).contains(measure.text),
            !page.isFact(node), !page.isPointer(node), !isTitle(node)
        {
            subtitle = node
            return true
        }
        guard measure.text >= 40, measure.linkDensity < 0.3, measure.ownText * 2 > measure.text,
            measure.isLead || measure.hints.isDisjoint(with: [.author, .date, .facts, .person, .furniture, .topics])
        else { return false }
        return measure.isLead || !page.isDateLine(node)
    }
}

/// What the elements of a page that are written alike have in common.
private struct Shape: Equatable {
    let name: UInt64
    /// The first two names of the class: others may number the element.
    private let classes: [Substring]

    /// Nil without a class that it needs.
    init?(_ tree: HTMLTree, _ node: HTMLTree.Index, needsClass: Bool) {
        name = tree.nodes[node].name
        let written = tree.attribute(PackedName.classes, of: node)?.prefix(200) ?? ""
        classes = Array(written.split(separator: " ", maxSplits: 2).prefix(2))
        if classes.isEmpty, needsClass { return nil }
    }
}

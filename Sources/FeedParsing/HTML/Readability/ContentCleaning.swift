/// Leaves out what is no part of an article's text in and around the element that was found: the title again, bylines,
/// lists of links, boxes.
struct ContentCleaning {
    typealias Index = HTMLTree.Index

    var page: PageAnalysis
    /// The element whose content is the article.
    var top: Index
    let best: Index
    let heading: Index?
    private let title: String
    /// The host of the page.
    private let host: String?
    /// The text of the article's element.
    let all: Int32
    /// The elements that the title is in.
    let around: Set<Index>
    /// A heading behind the title without a text of its own.
    var subtitle: Index?
    /// The first paragraph of the text.
    fileprivate var firstProse = Index.max
    /// The first and the last block of the text with a sentence or two.
    private var (firstBlock, lastProse) = (Index.max, 0)

    init(_ found: consuming PageAnalysis, _ best: Index, heading: Index?, title: String?, host: String?) {
        self.host = host
        page = consume found
        self.best = best
        self.heading = heading
        around = page.elements(around: heading)
        self.title = PageLetters.of(title ?? "")
        top = best
        if best != page.body { page.showText(in: best) }
        all = page[best].text
        widen()
        for node in page.elements(in: top) where page[node].ownText >= 80 && page[node].ownLinkDensity < 0.5 {
            if firstProse == .max, page[node].kind == .paragraph { firstProse = node }
            firstBlock = min(firstBlock, node)
            lastProse = node
        }
        if firstProse == .max {
            firstProse =
                page.elements(in: top).first {
                    page[$0].ownText >= 20 && page[$0].kind == .paragraph && !isTitle($0) && !page.isDateLine($0)
                        && !page.isFact($0)
                } ?? .max
        }
        clean()
        page.hide(around.filter { page[$0].isEmpty }.sorted())
        dropRepeatedCaptions()
        dropEmptyHeadings()
    }

    // MARK: Inside the element

    private mutating func clean() {
        var (found, cards): ([Index], [Index]) = ([], [])
        page.forEachElement(in: top) { node in
            if let card = card(node) {
                cards.append(card)
                return false
            }
            guard isDropped(node) else { return page[node].kind != .code }
            found.append(node)
            return false
        }
        page.hide(found)
        for card in cards { reduce(card: card) }
    }

    private func isDropped(_ node: Index) -> Bool {
        let measure = page[node]
        let part = Part(node: node, measure: measure, share: Float(measure.text) / Float(max(1, all)))
        let rules =
            switch measure.kind {
            case .heading: ContentCleaning.headingRules
            case .inline: ContentCleaning.inlineRules
            default: ContentCleaning.blockRules
            }
        return rules.first { $0.test(self, part) }?.isDropped ?? false
    }

    /// Whether the text of an element is the title.
    func isTitle(_ node: Index) -> Bool {
        !title.isEmpty && page.tree.line(of: node).map(PageLetters.of) == title
    }

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
            let isPlain = part.text > 0 && part.link == 0 && [.code, .table, .quote].contains(part.kind)
            return isPlain || isHeading && part.kind == .heading && part.text == measure.text
        }
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
    fileprivate func isTrailingLink(_ node: Index) -> Bool {
        let measure = page[node]
        guard node > lastProse, measure.kind == .paragraph || measure.kind == .list, measure.images == 0,
            measure.text >= 15, measure.link * 20 > measure.text * 19
        else { return false }
        guard let before = before(node, passing: { page[$0].text == 0 || page[$0].linkDensity > 0.95 }),
            let line = page.tree.line(of: node), !line.hasBytes("://"), !line.hasPrefix("www.")
        else { return false }
        let leadsToOthers = links(in: node).contains {
            let address = page.tree.attribute(PackedName.href, of: $0).flatMap(WebAddress.init)
            return address.map { $0.host != host } ?? false
        }
        guard !leadsToOthers else { return false }
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

    /// Leaves out the second copy of a caption: galleries have a short and a full one, or one for each size of screen.
    private mutating func dropRepeatedCaptions() {
        var seen: Set<String> = []
        var found: [Index] = []
        page.forEachElement(in: top) { node in
            let measure = page[node]
            guard measure.kind.isBlock, measure.ownText == measure.text, (40...2000).contains(measure.text)
            else { return true }
            let isCaption = [node, page.tree.parent(of: node) ?? node].contains {
                page[$0].hints.contains(.caption) || page[$0].kind == .figure
            }
            guard isCaption, let line = page.tree.line(of: node) else { return true }
            if !seen.insert(PageLetters.of(line)).inserted { found.append(node) }
            return false
        }
        page.hide(found)
    }

    // MARK: Headings

    /// Leaves out the headings of what was left out. Those before other headings alone, a rule or the end stay: some use
    /// them for text.
    private mutating func dropEmptyHeadings() {
        // The headings without a text so far, and how many of them something was left out behind.
        var (last, emptied): ([(node: Index, level: UInt64)], Int) = ([], 0)
        var found: [Index] = []
        let alone: Set<PageElementKind> = [.image, .media, .lineBreak]
        func close(_ level: UInt64) {
            guard let innermost = last.last, innermost.level >= level else { return }
            if emptied < last.count { last.removeAll() }
            while let before = last.last, before.level >= level {
                found.append(before.node)
                last.removeLast()
            }
            emptied = last.count
        }
        var node = page.tree.node(after: top, in: top)
        while let current = node {
            let measure = page[current]
            var isPassed = page.isHidden[current]
            if isPassed {
                if page.isElement(current), measure.kind != .paragraph || !measure.isEmpty { emptied = last.count }
            } else if measure.kind == .heading, measure.text < 120, measure.images == 0, current != subtitle {
                // A longer one is the lead.
                isPassed = true
                close(page.name(current) & 0xFF)
                last.append((current, page.name(current) & 0xFF))
            } else if !measure.isEmpty, !page.isElement(current) || alone.contains(measure.kind) {
                last.removeAll()
                emptied = 0
            }
            node = page.tree.node(after: current, in: top, skipsContent: isPassed)
        }
        close(0)
        page.hide(found)
    }
}

/// An element in the article's.
private struct Part {
    let node: HTMLTree.Index
    let measure: PageAnalysis.Measure
    /// How much of the article's text is in it, from 0 to 1.
    let share: Float

    func has(_ hint: ElementHints) -> Bool { measure.hints.contains(hint) }
}

/// Why elements are dropped or kept. The first rule that fits decides; without one, an element stays.
extension ContentCleaning {
    fileprivate typealias Rule = (
        reason: StaticString, isDropped: Bool, test: @Sendable (ContentCleaning, Part) -> Bool
    )

    fileprivate static let headingRules: [Rule] = [
        ("the title", true, { $1.node == $0.heading }),
        ("empty", true, { $1.measure.isEmpty }),
        ("leads away", true, { $0.page.isPointer($1.node) || $0.namesNetworks($1.node) }),
        ("the title again", true, { $1.measure.text < 400 && $0.heading != nil && $0.isTitle($1.node) }),
    ]

    fileprivate static let inlineRules: [Rule] = [
        ("a sign that links to a heading", true, { $1.measure.text < 12 && $0.page.isHeadingMark($1.node) }),
        ("in a line of text", false, { !$0.page.standsAlone($1.node) }),
        ("leads away", true, { $0.page.isPointer($1.node) }),
        ("a control", true, { $0.page.isControl($1.node) }),
        ("a fact in front of the text", true, { $1.node < $0.firstProse && $0.page.isFact($1.node) }),
        ("a date in front of the text", true, { $1.node < $0.firstProse && $0.page.isDateLine($1.node) }),
    ]

    fileprivate static let blockRules: [Rule] = [
        ("the title again", true, { $1.measure.kind == .paragraph && $1.node < $0.firstProse && $0.isTitle($1.node) }),
        ("empty", true, { $1.measure.kind.isBlock && $1.measure.isEmpty }),
        ("footnotes", false, { $0.page.areNotes($1.node) }),
        ("around the title", false, { $0.around.contains($1.node) }),
        ("a date in front of the text", true, { $1.node < $0.firstProse && $0.page.isDateLine($1.node) }),
        ("much of the text", false, { $1.share > 0.5 || $1.has(.content) && $1.share > 0.3 }),
        ("leads away", true, { $0.page.isPointer($1.node) || $0.namesNetworks($1.node) }),
        ("a control", true, { $0.page.isControl($1.node) }),
        ("of a picture", false, { $1.has(.caption) || $1.measure.kind == .figure || $0.page.isInFigure($1.node) }),
        ("a lead", false, { $1.measure.isLead && ($1.node < $0.best || $1.share < 0.2) }),
        (
            "a paragraph of text", false,
            { $1.measure.kind == .paragraph && $1.has(.furniture) && $1.measure.text >= 60 && $1.measure.link == 0 }
        ),
        (
            "furniture", true,
            {
                $1.has(.furniture) && $1.measure.kind != .image && $1.share < 0.2 && !$0.page.isWrapper($1.node)
            }
        ),
        ("links behind the text", true, { $0.isTrailingLink($1.node) }),
        ("links behind a line that leads away", true, { $0.isBehindPointer($1.node) }),
        ("a fact", true, { $0.page.isFact($1.node) }),
        ("about a person", true, { $1.has(.person) && $1.measure.kind != .table && $1.share < 0.3 }),
        ("a form", true, { $1.measure.kind == .form && $1.share < 0.3 && !$0.isChecklist($1.node) }),
        ("around a form to sign up", true, { $1.share < 0.2 && $0.isAroundSignUp($1.node) }),
        ("a list of links", true, { $0.isListOfLinks($1.node) }),
    ]
}

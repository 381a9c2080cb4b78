/// Leaves out what does not belong to an article's text in and around the element that was found: the title again, bylines,
/// lists of links, boxes.
///
/// The order of the stages in `init` matters, because each looks at what the ones before it have left:
///
/// | stage | looks at | does |
/// | --- | --- | --- |
/// | `showText` | what names had hidden in the element | shows text again |
/// | `widen` | what is around the element, as far out as the title | sets `top`; hides what is beside the text |
/// | `firstProse` and so on | what is seen in `top` | sets where the text begins and ends |
/// | `clean` | each element in `top`, by rules that ask where the text begins | hides elements, reduces cards |
/// | `hide(around)` | the elements that the title was in | hides those that are empty now |
/// | `dropRepeatedCaptions` | captions | hides the second of two |
/// | `dropEmptyHeadings` | headings, and what was hidden behind them | hides those whose text is gone |
///
/// An example, where `…` is a long text:
///
///     <div id=a><h1>On fog</h1><p class=byline>By Ann</p><p class=lead>Why the coast is white.</p>
///     <div id=b><p>…</p><p>…</p><h2>Weather</h2><ul class=related><li><a href=/rain>Rain</a></li></ul></div></div>
///
/// The element that was found is `b`. `widen` goes out to the title: `top` is `a`, the lead stays, the byline goes. `clean`
/// hides the title, and the list as furniture. The heading `Weather` has nothing behind it now, and goes at the end. The
/// article is the lead and the two paragraphs.
struct ContentCleaning {
    typealias Index = HTMLTree.Index

    var page: PageAnalysis
    /// The element whose content is the article.
    var top: Index
    let best: Index
    let heading: Index?
    private let title: String
    /// The host of the page.
    let host: String?
    /// The text of the article's element.
    let all: Int32
    /// The elements that the title is in.
    let around: Set<Index>
    /// A heading behind the title without a text of its own.
    var subtitle: Index?
    /// The first paragraph of the text.
    var firstProse = Index.max
    /// The first, the second and the last block of the text with a sentence or two.
    var (firstBlock, secondProse, lastProse) = (Index.max, Index.max, 0)
    /// Several dates stand between them.
    private(set) var hasDates = false

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
            if firstBlock < node { secondProse = min(secondProse, node) }
            firstBlock = min(firstBlock, node)
            lastProse = node
        }
        let dates = page.elements(in: top).filter { page[$0].hints.contains(.date) && page[$0].kind.isBlock }
        hasDates = dates.count { secondProse < $0 && $0 < lastProse } > 1
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
        let part = CleanedPart(node: node, measure: measure, share: Float(measure.text) / Float(max(1, all)))
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

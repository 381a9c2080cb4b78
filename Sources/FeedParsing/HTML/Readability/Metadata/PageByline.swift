/// The authors and the date of an article, as the page shows them to readers. They count if the head of the page does
/// not give them.
struct PageByline {
    private(set) var authors: [String] = []
    /// Whether the authors are in elements that are for authors whatever their class.
    private(set) var isMarked = false
    private(set) var published: Timestamp?
    /// The date of a line in the text or in a sentence, which may be that of something else.
    private(set) var mentioned: Timestamp?

    /// No page needs more elements.
    private static let limit = 200

    /// - Parameters:
    ///   - needsAuthors: the page's head names no people.
    ///   - needsDate: it has no date.
    init(
        _ page: PageAnalysis, heading: HTMLTree.Index?, _ reader: WrittenDate, needsAuthors: Bool, needsDate: Bool
    ) {
        guard needsAuthors || needsDate else { return }
        let scope = BylineScope(page, heading: heading)
        searchElements(scope, needsDate ? reader : nil, needsAuthors: needsAuthors)
        let (lacksAuthors, lacksDate) = (needsAuthors && authors.isEmpty, needsDate && published == nil)
        guard lacksAuthors || lacksDate else { return }
        searchLines(scope, lacksDate ? reader : nil, needsAuthors: lacksAuthors)
        if needsAuthors, authors.isEmpty { searchBefore(scope) }
    }

    /// Looks at the lines around the title and in the text.
    private mutating func searchLines(_ scope: BylineScope, _ reader: WrittenDate?, needsAuthors: Bool) {
        let page = scope.page
        let lines = BylineLines(page, around: scope.heading)
        var (alone, inSentence): (Timestamp?, Timestamp?)
        for node in lines.nodes {
            let isInText = lines.isInText(node)
            let lacksDate = published == nil && (alone == nil || !isInText) && page.tree.mayHaveNumbers(node)
            guard needsAuthors && authors.isEmpty || reader != nil && lacksDate,
                let line = PageByline.line(of: node, page)
            else { continue }
            let names = needsAuthors && authors.isEmpty ? PageByline.names(inLine: line) : []
            let date = lacksDate ? reader?.text(line) : nil
            guard !names.isEmpty || date != nil, scope.holds(node) else { continue }
            if authors.isEmpty, date != nil || !lines.isInSection(node) { authors = names }
            if isInText {
                if lines.isAlone(node) { alone = alone ?? date }
            } else if lines.isAlone(node), line.last != "." {
                published = published ?? date
            } else {
                inSentence = inSentence ?? date
            }
        }
        mentioned = alone ?? inSentence
    }

    /// Looks before the article for a byline that says it is one.
    private mutating func searchBefore(_ scope: BylineScope) {
        let page = scope.page
        var left = PageByline.limit
        page.forEachElement(in: page.body) { node in
            guard authors.isEmpty, left > 0, node < scope.top, !scope.isByReaders(node) else { return false }
            guard page[node].text < 120, page[node].hints.contains(.author) else { return true }
            left -= 1
            guard scope.isAlone(node), let byline = page.tree.byline(of: node) else { return true }
            let isMarked = PageByline.isMarked(node, page.tree)
            let isLabelled = PageByline.prefix(of: byline) != nil || PageByline.eastAsianNames(in: byline) != nil
            if isMarked || isLabelled { authors = PageByline.names(in: byline) }
            self.isMarked = isMarked && !authors.isEmpty
            return true
        }
    }

    /// Looks at the elements that are for authors or dates.
    ///
    /// - Parameter reader: of dates; nil if they are not needed.
    private mutating func searchElements(_ scope: BylineScope, _ reader: WrittenDate?, needsAuthors: Bool) {
        let page = scope.page
        var found = Authors()
        var (inElement, shown, changed): (Timestamp?, Timestamp?, Timestamp?)
        var left = PageByline.limit
        var last: HTMLTree.Index?
        page.forEachElement(in: scope.top) { node in
            guard left > 0, !scope.isByReaders(node) else { return false }
            let measure = page[node]
            let isTime = reader != nil && PageByline.times.contains(page.name(node))
            if measure.kind == .heading {
                last = node
                found.pass(heading: node, title: scope.heading)
            }
            guard measure.text < 120, isTime || !measure.hints.isDisjoint(with: [.date, .author]) else { return true }
            left -= 1
            guard scope.holds(node), !scope.isOfOther(behind: last) else { return true }
            let line = page.tree.line(of: node)
            if let reader, inElement == nil, isTime {
                let date =
                    page.tree.attribute(PackedName.datetime, of: node).flatMap(reader.date) ?? line.flatMap(reader.text)
                if PageByline.isOfChange(node, page.tree) { changed = changed ?? date } else { inElement = date }
            }
            if let reader, shown == nil, measure.hints.contains(.date) {
                shown =
                    line.flatMap(reader.text) ?? page.tree.attribute(PackedName.title, of: node).flatMap(reader.text)
            }
            if needsAuthors, measure.hints.contains(.author) {
                let isMarked = PageByline.isMarked(node, page.tree)
                for byline in PageByline.bylines(in: node, page, isMarked: isMarked) {
                    found.add(PageByline.names(in: byline, isMarked: isMarked), isMarked: isMarked)
                }
            }
            return true
        }
        (authors, isMarked) = (found.best, found.areMarked)
        published = inElement ?? shown ?? changed
    }

    /// Whether an element has the date of a change, or the word before it says so: `Updated <time>…`.
    private static func isOfChange(_ time: HTMLTree.Index, _ tree: HTMLTree) -> Bool {
        if tree.attribute(PackedName.itemprop, of: time) == "dateModified" { return true }
        guard let before = tree.previousSibling(of: time), tree.nodes[before].kind == .text else { return false }
        let words = tree.text(of: before).suffix(40).split { !$0.isLetter }
        return words.suffix(3).contains(where: WrittenDate.saysChanged)
    }

    private static let times: Set = [PackedName.time, HTMLTag.name("relative-time")]

    /// The names in elements for authors: those behind the title, up to the next heading, else those before it.
    private struct Authors {
        private let before: (names: [String], areMarked: Bool)
        private var (marked, classed): ([String], [String]) = ([], [])
        private var isClosed = false

        init(before: (names: [String], areMarked: Bool) = ([], false)) { self.before = before }

        var best: [String] { !marked.isEmpty ? marked : !classed.isEmpty ? classed : before.names }

        var areMarked: Bool { !marked.isEmpty || classed.isEmpty && before.areMarked }

        mutating func pass(heading: HTMLTree.Index, title: HTMLTree.Index?) {
            if heading == title {
                self = Authors(before: (best, areMarked))
            } else if !best.isEmpty {
                isClosed = true
            }
        }

        mutating func add(_ names: [String], isMarked: Bool) {
            guard !isClosed else { return }
            if isMarked { marked += names } else if classed.isEmpty { classed = names }
        }
    }

    /// Whether an element is for an author whatever its class.
    private static func isMarked(_ node: HTMLTree.Index, _ tree: HTMLTree) -> Bool {
        tree.attribute(PackedName.itemprop, of: node) == "author"
            || tree.attribute(PackedName.rel, of: node) == "author"
    }

    /// The texts of an element for authors: the names in it that microdata calls so, else all of it.
    private static func bylines(in node: HTMLTree.Index, _ page: PageAnalysis, isMarked: Bool) -> [String] {
        var names: [HTMLTree.Index] = []
        page.forEachElement(in: node) { part in
            if page.tree.attribute(PackedName.itemprop, of: part) == "name" { names.append(part) }
            // Another item, as where the author works.
            return page.tree.attribute(PageByline.itemscope, of: part) == nil
        }
        let shown = (isMarked && !names.isEmpty ? names : [node]).compactMap(page.tree.byline)
        guard shown.isEmpty, isMarked else { return shown }
        // `<meta itemprop=name content="Ada Holm">`
        let unseen = page.tree.descendants(of: node).prefix(12).first {
            page.tree.attribute(PackedName.itemprop, of: $0) == "name"
        }
        return [unseen.flatMap { page.tree.attribute(PageByline.content, of: $0) }].compactMap(\.self)
    }

    private static let content = HTMLTag.name("content")

    private static let itemscope = HTMLTag.name("itemscope")

    private static func line(of node: HTMLTree.Index, _ page: PageAnalysis) -> String? {
        page.isElement(node) ? page.tree.byline(of: node) : SingleLineText.clean(page.tree.text(of: node))
    }
}

extension HTMLTree {
    /// The text of a byline on one line, with a bar between words that only the layout of the page keeps apart.
    fileprivate func byline(of node: Index) -> String? {
        var text: [UInt8] = []
        var (isApart, hasWords) = (false, false)
        var walk = HTMLWalk(self, in: node)
        while text.count < 1000, let step = walk.next() {
            switch step {
            case .start(let inner) where PageElementKind.of(nodes[inner].name) == .unseen: walk.skip()
            case .start(let inner), .end(let inner):
                let kind = PageElementKind.of(nodes[inner].name)
                isApart = isApart || kind.isBlock || kind == .lineBreak
            case .text(let inner):
                var part: [UInt8] = []
                appendText(of: inner, to: &part)
                guard part.contains(where: { $0 > 0x20 }) else {
                    text += part
                    continue
                }
                let begins = ASCII.isLetter(part[0]) || part[0] == UInt8(ascii: "@")
                let runsOn = begins && text.last.map { ASCII.isLetter($0) || $0 >= 0x80 } == true
                if hasWords, isApart || runsOn { text += " | ".utf8 }
                text += part
                (isApart, hasWords) = (false, true)
            }
        }
        return SingleLineText.clean(text)
    }

    /// Whether a text or an element has digits, of any script.
    fileprivate func mayHaveNumbers(_ node: Index) -> Bool {
        subtree(of: node).contains { inner in
            nodes[inner].kind == .text && source[nodes[inner].range].contains { ASCII.isDigit($0) || $0 > 0xD7 }
        }
    }
}

/// Finds the title of an article: without the name of the site, as its heading has it.
struct PageTitle {
    let text: String?
    /// The heading in the page that has it.
    let heading: HTMLTree.Index?

    /// - Parameter site: the name of the site, if it is known.
    init(_ metadata: PageMetadata, _ page: PageAnalysis, site: String?, host: String?) {
        let headings = PageTitle.headings(page)
        let sites = [site, host].compactMap(\.self).map(PageLetters.of)
        let declared = [
            metadata.structured.headline, metadata.value("og:title"), metadata.value("twitter:title"), metadata.title,
            metadata.value("title", "dc.title", "dcterms.title", "headline", "parsely-title", "sailthru.title"),
        ].compactMap(\.self)
        // The heading that a title of the head has, alone or beside the name of the site.
        for title in declared {
            let parts = PageTitle.parts(of: title)
            if let match = headings.first(where: { heading in
                heading.level <= 3 && parts.contains { $0 == heading.letters } && !sites.contains(heading.letters)
            }) {
                (text, heading) = (match.text, match.node)
                return
            }
        }
        let main = headings.filter { $0.level == 1 && !sites.contains($0.letters) && $0.text.utf8.count > 3 }
        guard
            let title = declared.first(where: { !sites.contains(PageLetters.of($0)) }) ?? main.first?.text
                ?? declared.first
        else {
            // One of many headings is the best there is, and stays in the text.
            (text, heading) = (headings.first?.text, nil)
            return
        }
        // A heading with most of its words.
        let words = Set(PageTitle.words(title))
        let alike = headings.first { heading in
            let own = Set(PageTitle.words(heading.text))
            return heading.level <= 2 && own.count >= 3 && own.intersection(words).count * 4 >= max(own.count, 1) * 3
        }
        if let alike {
            (text, heading) = (alike.text, alike.node)
        } else {
            (text, heading) = (PageTitle.withoutSite(title, sites), nil)
        }
    }

    struct Heading {
        let node: HTMLTree.Index
        let level: Int
        let text: String
        let letters: String
    }

    private static func headings(_ page: PageAnalysis) -> [Heading] {
        var found: [Heading] = []
        for index in page.order {
            let node = HTMLTree.Index(index)
            guard page[node].kind == .heading, found.count < 200, page[node].text < 400,
                let text = page.tree.line(of: node).map(withoutMark)
            else { continue }
            found.append(
                Heading(
                    node: node, level: Int(page.name(node) & 0xFF) - 0x30, text: text, letters: PageLetters.of(text)))
        }
        return found.sorted { $0.level < $1.level }
    }

    /// Without the sign behind it that links to it.
    private static func withoutMark(_ heading: String) -> String {
        let end = heading.last.map { "¶§🔗".contains($0) } ?? false || heading.hasSuffix(" #")
        return end && heading.count > 2 ? heading.dropLast().trimmed : heading
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The letters of the whole title, and of what is before and behind each separator in it.
    private static func parts(of title: String) -> [String] {
        var parts = [PageLetters.of(title)]
        for cut in cuts(in: title) {
            parts.append(PageLetters.of(String(title[..<cut.lowerBound])))
            parts.append(PageLetters.of(String(title[cut.upperBound...])))
        }
        return parts.filter { $0.utf8.count > 2 }
    }

    /// Where a title may end and the name of the site begin.
    private static func cuts(in title: String) -> [Range<String.Index>] {
        let signs = title.unicodeScalars
        var cuts: [Range<String.Index>] = []
        for index in signs.indices where cuts.count < 12 && mayCut.contains(signs[index]) {
            let sign = signs[index]
            let after = signs.index(after: index)
            let isBeforeSpace = after < signs.endIndex && signs[after].properties.isWhitespace
            let isBetweenSpaces =
                isBeforeSpace && index > signs.startIndex
                && signs[signs.index(before: index)].properties.isWhitespace
            if alwaysCut.contains(sign) || sign == ":" && isBeforeSpace || isBetweenSpaces {
                cuts.append(index..<after)
            }
        }
        return cuts
    }

    private static let alwaysCut = Array("|»｜".unicodeScalars)
    private static let mayCut = alwaysCut + "-–—·•«/>~:∙".unicodeScalars

    private static func withoutSite(_ title: String, _ sites: [String]) -> String {
        var title = title
        for _ in 0..<3 {
            guard let last = cuts(in: title).last(where: { title[$0] != ":" }) else { break }
            let before = title[..<last.lowerBound].trimmed
            let behind = title[last.upperBound...].trimmed
            let name = PageLetters.of(behind)
            let isSite = sites.contains {
                $0 == name || ($0.count > 3 && name.count > 3 && ($0.contains(name) || name.contains($0)))
            }
            let isLong = words(before).count >= 5 && words(behind).count <= 4
            guard !before.isEmpty, isSite || title[last] == "|" || isLong else { break }
            title = before
        }
        if let first = cuts(in: title).first(where: { title[$0] != ":" || true }) {
            let name = PageLetters.of(title[..<first.lowerBound].trimmed)
            if sites.contains(name), !title[first.upperBound...].trimmed.isEmpty {
                title = title[first.upperBound...].trimmed
            }
        }
        return title
    }
}

extension Substring {
    /// Without white space around it.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}

extension HTMLTree {
    /// The text of an element on one line, without scripts; nil if it has none.
    func line(of node: Index, limit: Int = 4000) -> String? {
        var text: [UInt8] = []
        var next = self.node(after: node, in: node)
        var left = 1000
        while let current = next, text.count < limit, left > 0 {
            left -= 1
            let isElement = nodes[current].kind == .element
            if nodes[current].kind == .text { appendText(of: current, to: &text) }
            let kind = isElement ? PageElementKind.of(nodes[current].name) : .inline
            if kind.isBlock || kind == .lineBreak { text.append(0x20) }
            next = self.node(after: current, in: node, skipsContent: kind == .unseen)
        }
        return SingleLineText.clean(text)
    }
}

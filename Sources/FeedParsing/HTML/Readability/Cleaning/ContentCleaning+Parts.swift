/// Finds the blocks beside the large part of an article that are short parts of it: ingredients, code, tables, quotations.
extension ContentCleaning {
    /// How surely what is in an element belongs to the article.
    enum Certainty: Comparable {
        case low
        /// It is in the main part of the page, or in an element with the title.
        case likely
        /// It is in an `article`, or in an element named for its text.
        case sure
    }

    /// How sure it is of the siblings at one level outside the text that they belong to the article.
    func certainty(_ path: [Index], _ level: Int) -> Certainty {
        guard !around.contains(best) else { return .low }
        var found = Certainty.low
        for node in path[level...] where node != page.body {
            if page.name(node) == ContentCleaning.article || page[node].hints.contains(.content) { return .sure }
            if page[node].kind == .article || around.contains(node) { found = .likely }
        }
        return found
    }

    private static let article = HTMLTag.name("article")

    /// Whether a block beside a part of an article belongs to it: it has a list, a table, code or a quotation with few links,
    /// or, in what is surely the article, a sentence under a heading or in a block like the part.
    func isPart(_ node: Index, like part: Index, _ certainty: Certainty) -> Bool {
        let measure = page[node]
        let isOther: ElementHints = [.furniture, .comments, .person, .topics, .facts, .author, .date, .hidden]
        guard certainty > .low, measure.hints.isDisjoint(with: isOther), measure.controls <= measure.items,
            isOfWords(node), hasFewPictures(node), !isListOfLinks(node)
        else { return false }
        switch measure.kind {
        case .list, .table, .quote, .code: return isData(node) && isPlain(node)
        case .container: break
        default: return false
        }
        guard !page.isPointer(node), isPlain(node) else { return false }
        return page.elements(in: node).contains(where: isData) || areHeadedLines(node)
            || isSentence(node, like: part)
                && (certainty == .sure || isShaped(node, like: part) && page[node].headings == 1)
    }

    /// Whether an element has no pictures beside links, or many lines of some length for each.
    private func hasFewPictures(_ node: Index) -> Bool {
        let measure = page[node]
        return measure.images == 0 || links(in: node).isEmpty
            || (measure.images + measure.controls) * 6 <= measure.items && measure.text > 12 * measure.items
    }

    /// Whether few of the words of an element are links, or its items have words before short ones: `2 cups <a>flour</a>`.
    func isOfWords(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.link * 4 >= measure.text else { return true }
        guard (3..<100).contains(measure.items), measure.link * 4 < measure.text * 3, measure.link < 25 * measure.items
        else { return false }
        let begun = page.elements(in: node).count { item in
            page[item].kind == .item && (page.firstText(in: item).map { page[$0].link == 0 } ?? false)
        }
        return begun * 4 >= Int(measure.items) * 3
    }

    /// Whether a block has a heading and lines that are written alike, as some pages write their lists.
    private func areHeadedLines(_ node: Index) -> Bool {
        guard page[node].headings > 0, page[node].link + page[node].images + page[node].controls == 0 else {
            return false
        }
        return ([node] + page.elements(in: node)).contains { block in
            let lines = page.tree.children(of: block).filter { page[$0].text > 0 && page[$0].kind != .heading }
            return lines.count > 2 && page[block].text > 6 * Int32(lines.count)
                && lines.allSatisfy {
                    page.name($0) == page.name(lines[0]) && [.paragraph, .container].contains(page[$0].kind)
                        && page[$0].text < 60 && page[$0].headings == 0
                }
        }
    }

    /// Whether an element in a block is a list of several lines, a table, code or a quotation.
    private func isData(_ node: Index) -> Bool {
        let measure = page[node]
        switch measure.kind {
        case .list:
            return measure.items > 1 && measure.text >= max(12, 6 * measure.items) && isOfWords(node)
        case .table, .quote, .code: return measure.text >= 5 && measure.link * 4 < measure.text
        default: return false
        }
    }

    /// Whether a block has no date, no name of a network and few links to places of the page, as bylines, share buttons and
    /// contents have them.
    private func isPlain(_ node: Index) -> Bool {
        var linked: Int32 = 0
        for inner in [node] + page.elements(in: node) {
            let measure = page[inner]
            if page.name(inner) == PackedName.a { linked += measure.text }
            let isShort = (6..<12).contains(measure.text)
            if isShort, page.tree.line(of: inner).map(PointerPhrases.isNetwork) ?? false { return false }
        }
        guard linked * 2 < page[node].text else { return false }
        guard page[node].text < 150, let line = page.tree.line(of: node) else { return true }
        return !page.isTimeLine(line)
    }

    /// Whether a block without pictures ends with a sentence, and begins with a heading or is written like another part.
    private func isSentence(_ node: Index, like part: Index) -> Bool {
        let measure = page[node]
        guard measure.images + measure.controls == 0, measure.hints.isDisjoint(with: .doubtful),
            page.headingLevel(of: node) != nil || isShaped(node, like: part),
            let end = page.tree.line(of: node)?.last, ".!?:".contains(end)
        else { return false }
        let isOther: ElementHints = [.furniture, .comments, .person, .doubtful]
        return page.elements(in: node).allSatisfy {
            page[$0].hints.isDisjoint(with: isOther) && (page[$0].kind != .heading || !page.isPointer($0))
        }
    }

    /// Whether a form is a list with boxes for what is done, and has nothing to fill in.
    func isChecklist(_ form: Index) -> Bool {
        page[form].items > 2 && page[form].controls * 3 < page[form].items
            && page.elements(in: form).contains { page.name($0) == PackedName.input }
    }
}

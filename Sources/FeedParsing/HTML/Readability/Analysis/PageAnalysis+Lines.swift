/// Tells what a short line or element of a page is, if it is no part of a text.
extension PageAnalysis {
    /// Author, date and the like.
    func isFact(_ node: Index) -> Bool {
        let measure = self[node]
        guard !measure.hints.isDisjoint(with: [.author, .date, .facts]),
            measure.hints.isDisjoint(with: [.content, .caption])
        else { return false }
        return measure.text < 150 && measure.prose < 80 && measure.kind != .figure
    }

    /// Whether an element is named for footnotes, and has the places that their marks lead to, or is full of those that lead
    /// back to them.
    func areNotes(_ node: Index) -> Bool {
        guard self[node].hints.contains(.notes) else {
            return !notes.isEmpty && notes.contains(node) && self[node].hints.isDisjoint(with: .comments)
        }
        return ([node] + elements(in: node)).contains {
            tree.attribute(PackedName.id, of: $0) != nil || tree.attribute(PackedName.name, of: $0) != nil
        }
    }

    /// The notes, and the elements around them that hold little else.
    func around(notes: Set<Index>) -> Set<Index> {
        var inNotes: [Index: Int32] = [:]
        for note in notes {
            for outer in sequence(first: note, next: tree.parent).prefix(6).prefix(while: { $0 != body }) {
                inNotes[outer, default: 0] += self[note].text
            }
        }
        return Set(inNotes.filter { $0.value > 0 && $0.value * 10 >= self[$0.key].text * 6 }.keys)
    }

    /// A short line that says when the article was published or how long it takes to read, and maybe who wrote it.
    func isDateLine(_ node: Index) -> Bool {
        let measure = self[node]
        // With a heading and a sentence it is the head of the article.
        guard (6...110).contains(measure.text), [.paragraph, .container, .inline].contains(measure.kind),
            measure.headings == 0 || measure.prose < 40, let line = tree.line(of: node)
        else { return false }
        guard isTimeLine(line) else { return false }
        let start = line.lowercased()
        return PageAnalysis.readingTimes.contains(where: start.hasBytes) || measure.text < 30
            || start.first?.isNumber == true || start.contains("publi")
            || PageAnalysis.dateWords.contains { start.hasPrefix($0) }
    }

    /// A line with a date or the time that reading takes.
    func isTimeLine(_ line: String) -> Bool {
        let start = line.lowercased()
        return PageAnalysis.readingTimes.contains(where: start.hasBytes) || WrittenDate(language: nil).text(line) != nil
    }

    /// A line that leads away from the article: `Read more: …`, `Follow us on …`
    func isPointer(_ node: Index) -> Bool {
        let measure = self[node]
        let isLine = measure.kind == .inline || measure.ownText == measure.text
        guard [.paragraph, .container, .heading, .inline].contains(measure.kind), isLine, measure.images == 0,
            (5...300).contains(measure.text), PointerPhrases.mayBegin(tree.firstLetters(of: node)),
            let line = tree.line(of: node)
        else { return false }
        let isOfText = measure.kind == .heading && !line.utf8.contains(UInt8(ascii: ":")) && isBeforeText(node)
        let isHeading = measure.kind == .heading && !isOfText || measure.link == 0 && isBoldLine(node)
        return PointerPhrases.begin(
            line, hasLink: measure.link > 0, isMostlyLinks: 2 * measure.link >= measure.text, isHeading: isHeading)
    }

    /// Whether a heading without links is before a paragraph without links.
    private func isBeforeText(_ heading: Index) -> Bool {
        let next = tree.siblings(behind: heading).prefix(17).first { !isHidden[$0] && self[$0].text > 0 }
        guard let next, self[next].kind == .paragraph else { return false }
        return self[heading].link + self[next].link + self[next].images == 0 && self[next].text >= 30
    }

    /// Whether an element is only a link that runs a script or leads to the comments: `12 Comments`, `Back`.
    func isControl(_ node: Index) -> Bool {
        guard (1..<40).contains(self[node].text), self[node].images == 0, self[node].headings == 0 else { return false }
        var link = node
        for _ in 0..<4 where name(link) != PackedName.a {
            let parts = tree.children(of: link).filter { self[$0].text > 0 }
            guard parts.count == 1, isElement(parts[0]) else { return false }
            link = parts[0]
        }
        guard let address = tree.attribute(PackedName.href, of: link)?.lowercased() else { return false }
        return address.hasPrefix("javascript:") || PageAnalysis.placesOfComments.contains(address)
    }

    private static let placesOfComments: Set = ["#comments", "#respond", "#disqus_thread", "#comment", "#kommentare"]

    /// Whether a paragraph is a few words in bold and no sentence, as some pages write their headings.
    private func isBoldLine(_ node: Index) -> Bool {
        guard self[node].kind == .paragraph, self[node].text < 40 else { return false }
        let parts = tree.children(of: node).filter { self[$0].text > 0 }
        guard parts.count == 1, PageAnalysis.boldNames.contains(name(parts[0])) else { return false }
        return tree.line(of: node).map { !$0.hasSuffix(".") } ?? false
    }

    private static let boldNames: Set = [HTMLTag.name("b"), HTMLTag.name("strong")]

    /// Whether a link leads out of the page. Contents and notes lead to other places of the text.
    func leadsAway(_ link: Index) -> Bool {
        var leadsAway = false
        tree.forEachAttribute(of: link) { attribute, source in
            guard attribute.name == PackedName.href else { return true }
            leadsAway = attribute.value.count < 2 || source[attribute.value.lowerBound] != UInt8(ascii: "#")
            return false
        }
        return leadsAway
    }

    /// A sign beside a heading that links to it, which may be one that is not seen, such as U+200B.
    func isHeadingMark(_ node: Index) -> Bool {
        guard name(node) == PackedName.a, self[node].text > 0, self[node].images == 0 else { return false }
        guard let line = tree.line(of: node) else { return true }
        if ["¶", "§", "#", "🔗"].contains(line) { return true }
        // Themes choose their own, such as `¤`, beside the words of a heading; `†` is that of a note.
        let isSign = line.count == 1 && !line.utf8.allSatisfy { $0 < 0x80 } && PageLetters.of(line).isEmpty
        guard isSign, !"†‡".contains(line), !leadsAway(node) else { return false }
        let own = self[node].text
        return tree.ancestors(of: node).prefix(4).contains { self[$0].kind == .heading && self[$0].text > own }
    }

    /// Whether an inline element is beside blocks, not in a line of text.
    func standsAlone(_ node: Index) -> Bool {
        guard self[node].text > 0, let parent = tree.parent(of: node),
            [.container, .article].contains(self[parent].kind)
        else { return false }
        func isBlock(_ node: Index) -> Bool { self[node].kind.isBlock || self[node].kind == .lineBreak }
        func areApart(_ siblings: some Sequence<Index>) -> Bool {
            siblings.first { self[$0].text > 0 || isBlock($0) }.map(isBlock) ?? true
        }
        return areApart(tree.siblings(behind: node)) && areApart(tree.siblings(before: node))
    }

    /// Whether an inline element is in a line of text, or is that line: its name says nothing about the text.
    func isWording(_ node: Index) -> Bool {
        guard self[node].text > 0, !self[node].hints.contains(.hidden),
            let block = tree.ancestors(of: node).prefix(8).first(where: { self[$0].kind.isBlock })
        else { return false }
        switch self[block].kind {
        case .heading: return self[node].text * 10 > self[block].text * 9
        case .paragraph, .item, .cell, .quote, .code: return true
        default: return false
        }
    }

    /// The first text in an element that is seen.
    func firstText(in node: Index) -> Index? {
        var first = tree.node(after: node, in: node)
        while let current = first, isElement(current) || isHidden[current] || self[current].text == 0 {
            first = tree.node(after: current, in: node, skipsContent: isHidden[current])
        }
        return first
    }

    func isInFigure(_ node: Index) -> Bool { isIn(.figure, .figure, of: node) }

    /// Whether an element of one of these kinds is not far outside a node.
    func isIn(_ kind: PageElementKind, _ other: PageElementKind, of node: Index) -> Bool {
        tree.ancestors(of: node).prefix(4).contains { self[$0].kind == kind || self[$0].kind == other }
    }

    /// Whether an element is text of an article, whatever its name says: paragraphs with few links and no controls, and
    /// nothing in it that bears such a name, too.
    func isRunningText(_ node: Index) -> Bool {
        let measure = self[node]
        guard measure.kind == .container || measure.kind == .article, measure.prose >= 100, measure.controls == 0,
            measure.prose * 10 >= measure.text * 6, measure.link * 5 < measure.text
        else { return false }
        let names: ElementHints = [.furniture, .comments, .author, .date, .facts, .person, .hidden]
        var named: Int32 = 0
        forEachElement(in: node) { inner in
            let isNamed = !self[inner].hints.isDisjoint(with: names) || self[inner].kind == .furniture
            if isNamed { named += max(self[inner].text, measure.hints.contains(.comments) ? measure.text : 0) }
            return !isNamed
        }
        return named * 2 < measure.text
    }

    /// The level of the heading that an element begins with.
    func headingLevel(of node: Index) -> UInt64? {
        guard self[node].headings > 0 else { return nil }
        for inner in tree.descendants(of: node) {
            let measure = self[inner]
            if measure.kind == .heading { return name(inner) & 0xFF }
            let holdsHeading = isElement(inner) && measure.headings > 0
            if measure.text > 0, !holdsHeading { return nil }
        }
        return nil
    }

    private static let readingTimes: [StaticString] = ["min read", "minute read", "lesezeit", "de lecture"]

    private static let dateWords = [
        "posted", "updated", "last ", "veröffentlicht", "erstellt", "stand", "aktualisiert", "actuali", "datum",
        "date", "fecha", "data:", "mis à jour", "von ", "by ", "par ", "por ",
    ]
}

extension HTMLTree {
    /// The first three letters of an element in lower case, as one number, from its first letter or digit on; nil
    /// where they are no plain ASCII.
    func firstLetters(of node: Index) -> UInt32? {
        var next = self.node(after: node, in: node)
        while let current = next {
            if nodes[current].kind == .text,
                let start = source[nodes[current].range].firstIndex(where: {
                    ASCII.isLetterOrDigit($0) || $0 >= 0x80 || $0 == UInt8(ascii: "&")
                })
            {
                let bytes = source[start..<nodes[current].range.upperBound].prefix(4)
                let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != UInt8(ascii: "&") }
                guard isPlain, bytes.count == 4 else { return nil }
                return bytes.prefix(3).reduce(0) { $0 << 8 | UInt32(ASCII.lowercased($1)) }
            }
            let isUnseen = nodes[current].kind == .element && PageElementKind.of(nodes[current].name) == .unseen
            next = self.node(after: current, in: node, skipsContent: isUnseen)
        }
        return nil
    }

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

extension XMLRepair {
    /// An element whose content is well-formed as it stands, but for signs and references.
    struct Balanced {
        /// Where its content ends.
        let content: Int
        /// The index behind its end tag.
        let end: Int
        /// Its tags are as XML wants them, attributes too.
        let isTidy: Bool
    }

    /// An article, a channel or a root begins or ends.
    struct Boundary {
        let name: Name
        let isEnd: Bool
        /// Where its tag begins.
        let start: Int
        /// Where the search for it began.
        let from: Int

        var endsArticle: Bool { isEnd && name.isArticle }
        var beginsArticle: Bool { !isEnd && name.isArticle }
    }

    private static let depthLimit = 100
    /// How much of another vocabulary is looked at for its end.
    private static let foreignLimit = 100_000

    /// Where the element that begins at `start` with this tag ends, if every tag in it has its counterpart: what else is
    /// broken in the document is no reason to doubt it. Nil for any other.
    ///
    /// What is open where a counterpart is missing is not asked again, so that no byte is looked at many times.
    mutating func balanced(_ tag: Tag, at start: Int) -> Balanced? {
        guard tag.isTerminated, !unbalanced.contains(start) else { return nil }
        var open = [(start: start, name: tag.name.range)]
        var isTidy = tag.isTidy
        var place = tag.end
        defer { searched += place - tag.end }
        while let less = nextTag(from: &place, stopping: true) {
            let inner = scanTag(at: less)
            guard inner.isTerminated else { break }
            place = inner.end
            isTidy = isTidy && inner.isTidy
            if tagName(at: less).isEnd {
                guard let last = open.last, input[last.name].elementsEqual(input[inner.name.range]) else {
                    break
                }
                open.removeLast()
                if open.isEmpty { return Balanced(content: less, end: inner.end, isTidy: isTidy) }
            } else if !inner.isEmpty {
                open.append((less, inner.name.range))
                guard open.count < XMLRepair.depthLimit else { break }
            }
        }
        isTooDeep = open.count == XMLRepair.depthLimit
        unbalanced = Set(open.map(\.start))
        return nil
    }

    /// Where an article, a channel or a root begins or ends next; nil where none does: the document was cut off.
    mutating func nextBoundary(from start: Int) -> Boundary? {
        if let known = boundary, start >= known.from, start <= known.start { return known }
        if let end = lastBoundaryEnd, start >= end { return nil }
        var place = start
        defer { searched += place - start }
        while let less = nextTag(from: &place) {
            let found = tagName(at: less)
            let name = name(nameRange(from: found.start))
            switch role(of: name) {
            case .root, .channel, .article:
                let next = Boundary(name: name, isEnd: found.isEnd, start: less, from: start)
                boundary = next
                return next
            default: break
            }
        }
        lastBoundaryEnd = start
        return nil
    }

    /// Whether an element that is open behind `start` has an end tag of its own before that place.
    mutating func hasEnd(_ name: Name, from start: Int, before limit: Int) -> Bool {
        guard let first = endTag(of: name, from: start), first < limit else { return false }
        var place = start
        var depth = 1
        defer { searched += place - start }
        while let less = nextTag(from: &place), less < limit {
            let found = tagName(at: less)
            guard isSame(self.name(nameRange(from: found.start)), name) else { continue }
            depth += found.isEnd ? -1 : 1
            if depth == 0 { return true }
        }
        return false
    }

    /// Whether an element that is open behind `start` has an end tag of its own where every article in it has one too.
    mutating func hasEndBehindArticles(_ name: Name, from start: Int) -> Bool {
        guard endTag(of: name, from: start) != nil else { return false }
        var place = start
        var depth = 0
        defer { searched += place - start }
        while depth >= 0, place - start < XMLRepair.foreignLimit, let less = nextTag(from: &place) {
            let found = tagName(at: less)
            let inner = self.name(nameRange(from: found.start))
            if inner.isArticle { depth += found.isEnd ? -1 : 1 }
            if found.isEnd, depth == 0, isSame(inner, name) { return true }
        }
        return false
    }

    /// The next start or end tag, past what only looks like one; `place` is set behind its `<`. When stopping, nil where
    /// something comes before it that XML does not have so.
    private mutating func nextTag(from place: inout Int, stopping: Bool = false) -> Int? {
        while !isStopped(), let less = input.index(of: UInt8(ascii: "<"), from: place) {
            place = less + 1
            let end: Int?
            switch token(at: less) {
            case .start, .end: return less
            case .section: end = wholeSectionEnd(at: less)
            case .comment: end = commentEnds.next(in: input, from: less + 4, &searched).map { $0 + 3 }
            case .instruction:
                end = instructionEnds.next(in: input, from: less + 2, &searched).map { $0 + 2 }
            case .declaration, .text: end = nil
            }
            if let end { place = end } else if stopping { return nil }
        }
        place = input.count
        return nil
    }

    /// The index behind a section without another one inside.
    private mutating func wholeSectionEnd(at start: Int) -> Int? {
        guard let end = sectionEnds.next(in: input, from: start + 9, &searched),
            sectionStarts.next(in: input, from: start + 9, &searched).map({ end <= $0 }) ?? true
        else { return nil }
        return end + 3
    }
}

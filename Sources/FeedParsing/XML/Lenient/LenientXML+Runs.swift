/// Reads the runs of a document: its tags are paired, then its elements are read.
extension LenientXML {
    /// The next tag or section, with the name of a tag.
    mutating func next() -> Markup? {
        while reader.failure == nil, let token = tokens.next() {
            count += 1
            if count & 0xFF == 0, Task.isCancelled { reader.stop(.cancelled) }
            guard token.kind == .start || token.kind == .end else { return (token, nil) }
            guard let name = names.name(input[token.content]) else { return nil }
            // `a <b` is text if no feed has such an element.
            if token.kind == .end || token.isTerminated || name.tag != .other { return (token, name) }
        }
        return nil
    }

    private func isBoundary(_ markup: Markup) -> Bool { markup.name.map { role(of: $0) != .other } ?? false }

    /// Reads a run. Returns the tag that ends it; nil if it is the last.
    mutating func readRun() -> Markup? {
        guard !isRootClosed else {
            while let markup = next() {
                if isBoundary(markup) { return markup }
            }
            return nil
        }
        let start = tokens
        pairUp()
        tokens = start
        var textStart: Int?
        while let markup = next() {
            let isBoundary = isBoundary(markup)
            if let textStart { readText(textStart..<markup.token.range.lowerBound) }
            textStart = markup.token.range.upperBound
            if isBoundary {
                endLooseField()
                return markup
            }
            // An element that the end of the document cuts off is ignored.
            if run.isLast, open.isEmpty, run.unclosed.contains(markup.token.range.lowerBound) { return nil }
            read(markup)
        }
        return nil
    }

    /// Finds the start tags of the run that have no end tag.
    private mutating func pairUp() {
        run = ([], true)
        var starts: [(name: LenientNames.Name, index: Int)] = []
        var counts: [UnsafePointer<UInt8>: Int] = [:]
        while let markup = next() {
            if isBoundary(markup) {
                run.isLast = false
                break
            }
            guard let name = markup.name else { continue }
            if markup.token.kind == .start {
                guard !markup.token.isEmpty else { continue }
                starts.append((name, markup.token.range.lowerBound))
                // Each takes many times the memory of its tag.
                guard starts.count + run.unclosed.count <= LenientXML.unclosedLimit else {
                    return reader.stop(.limit("more than \(LenientXML.unclosedLimit) elements without an end"))
                }
                counts[name.folded, default: 0] += 1
            } else if counts[name.folded, default: 0] > 0 {
                while let start = starts.popLast() {
                    counts[start.name.folded, default: 0] -= 1
                    if start.name.isSame(as: name) { break }
                    run.unclosed.insert(start.index)
                }
            }
        }
        for start in starts { run.unclosed.insert(start.index) }
    }

    private mutating func read(_ markup: Markup) {
        let (token, name) = markup
        switch (token.kind, name) {
        case (.start, let name?): start(name, token)
        case (.end, let name?): end(name)
        case (.section, _) where reader.gathersText:
            text.append(section: token.content, isWhole: token.isTerminated, to: reader)
        default: break
        }
    }

    private mutating func readText(_ range: Range<Int>) {
        if reader.gathersText { text.append(range, to: reader) }
    }

    private mutating func start(_ name: LenientNames.Name, _ token: XMLTokens.Token) {
        if looseField == open.count, name.isField { endLooseField() }
        let isClosed = !run.unclosed.contains(token.range.lowerBound)
        let isInField = reader.gathersText
        // `Bob <bob@x.example>`
        if isInField, !isClosed, !name.isHTML { return readText(token.range) }
        begin(name, token)
        guard !token.isEmpty else { return }
        if isClosed {
            open.append(name)
        } else if isInField {
            reader.endElement(name.local, isWritten: false)
        } else if reader.gathersText {
            looseField = open.count
        } else {
            // So that the following elements are not inside it.
            reader.endElement(name.local)
        }
    }

    private mutating func end(_ name: LenientNames.Name) {
        let isPaired = open.last?.isSame(as: name) ?? false
        // A field without end tag ends with the element around it, or where the tag of another one is wrong.
        if looseField == open.count, isPaired || !name.isHTML || name.isField { endLooseField() }
        guard isPaired else { return }
        open.removeLast()
        reader.endElement(name.local)
    }

    private mutating func endLooseField() {
        guard looseField != nil else { return }
        looseField = nil
        reader.endElement(nil)
    }
}

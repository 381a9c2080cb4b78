/// Writes runs: the parts between two tags of the root, the channel or the articles.
extension XMLRepair {
    /// The kind of a field's content.
    private enum Content {
        /// Well-formed but for stray characters and references.
        case tidy
        /// Text with less-than signs, or escaped HTML with a few unescaped tags.
        case text
        /// HTML that was not escaped and is not well-formed.
        case html
    }

    /// Writes a run.
    ///
    /// - Parameter isCutOff: the document ends in this run; an unfinished token at its end is left out.
    mutating func writeRun(
        _ run: inout [Token], from start: Int, to end: Int, isCutOff: Bool = false
    ) throws(ParseError) {
        pairUp(&run)
        var place = start
        var depth = 0
        var index = 0
        while index < run.count {
            if index & 0xFF == 0, Task.isCancelled { throw .cancelled }
            guard !isTooLong else { throw .limit("markup too broken to be mended") }
            let token = run[index]
            writeText(place..<token.start)
            place = token.end
            index += 1
            switch token.kind {
            case .section: writeSection(token)
            case .dropped: break
            case .end:
                guard let partner = token.partner else { continue }
                writeEnd(run[partner])
                depth -= 1
            case .start:
                if isCutOff, depth == 0, token.partner == nil, !token.isEmpty { return }
                if isField(token, at: index - 1, in: run) {
                    let next = token.partner ?? fieldEnd(from: index, in: run)
                    let contentEnd = next < run.count ? run[next].start : end
                    writeField(token, run[index..<next], token.end..<contentEnd)
                    place = token.partner == nil ? contentEnd : run[next].end
                    index = token.partner == nil ? next : next + 1
                    continue
                }
                // An element without end tag becomes empty, so that the following elements are not inside it.
                writeStart(token, isEmpty: token.partner == nil)
                if token.partner != nil { depth += 1 }
                // The root, the channel and the article add three levels.
                guard depth + 3 <= XMLReader.nestingLimit else { throw .nesting }
            }
        }
        writeText(place..<end)
    }

    /// Finds the start tag that each end tag closes.
    private func pairUp(_ run: inout [Token]) {
        var open: [Int] = []
        var openCounts: [Token.Name: Int] = [:]
        // The last tag that strict XML does not allow.
        var lastFault = -1
        for index in run.indices {
            let token = run[index]
            if !token.isTidy { lastFault = index }
            if token.kind == .start, !token.isEmpty {
                open.append(index)
                openCounts[token.name, default: 0] += 1
            }
            guard token.kind == .end else { continue }
            guard openCounts[token.name, default: 0] > 0 else {
                lastFault = index
                continue
            }
            while let start = open.popLast() {
                openCounts[run[start].name, default: 0] -= 1
                if run[start].name == token.name {
                    run[start].partner = index
                    run[start].isContentTidy = lastFault <= start
                    run[index].partner = start
                    break
                }
                lastFault = max(lastFault, start)
            }
        }
    }

    // MARK: Fields

    private func isField(_ token: Token, at index: Int, in run: [Token]) -> Bool {
        guard !token.isEmpty, token.role == .person else { return !token.isEmpty && token.role == .field }
        // A person in Atom begins with an element, in RSS it is text.
        guard index + 1 < run.count, run[index + 1].kind == .start else { return true }
        let inner = run[index + 1]
        return inner.name.isHTML && !inner.name.isOfFeeds
            || input[token.end..<inner.start].contains { $0 > 0x20 }
    }

    /// The token before which a field without end tag ends: the next field, or the end of something else.
    private func fieldEnd(from start: Int, in run: [Token]) -> Int {
        run[start...].firstIndex { token in
            switch token.kind {
            case .start: token.role == .field || token.role == .person
            case .end: token.partner.map { $0 < start } ?? (!token.name.isHTML || token.name.isOfFeeds)
            case .section, .dropped: false
            }
        } ?? run.count
    }

    private mutating func writeField(_ tag: Token, _ tokens: ArraySlice<Token>, _ range: Range<Int>) {
        let content = tag.isContentTidy ? .tidy : content(of: tokens, range)
        writeStart(tag, isHTML: content == .html && isAtom)
        if content == .html { put("<![CDATA[") }
        var place = range.lowerBound
        for token in tokens {
            let isTag = token.kind == .start || token.kind == .end
            if isTag, content != .tidy { continue }
            writePart(place..<token.start, content)
            place = token.end
            switch token.kind {
            case .section where content == .html: writeInSection(token.content, droppingMarks: !token.isTerminated)
            case .section: writeSection(token)
            case .start: writeStart(token, isEmpty: token.isEmpty)
            // By the name of its start tag, which may have other capitals.
            case .end: writeEnd(token.partner.map { tokens[$0] } ?? token)
            case .dropped: break
            }
        }
        writePart(place..<range.upperBound, content)
        if content == .html { put("]]>") }
        writeEnd(tag)
    }

    private func content(of tokens: ArraySlice<Token>, _ range: Range<Int>) -> Content {
        let tags = tokens.count { ($0.kind == .start || $0.kind == .end) && $0.name.isHTML }
        return tags == 0 || countEscapedTags(in: range) > tags ? .text : .html
    }

    /// The number of escaped tags in the range, such as `&lt;p&gt;`.
    private func countEscapedTags(in range: Range<Int>) -> Int {
        let text = UnsafeBufferPointer(rebasing: input[..<range.upperBound])
        var count = 0
        var place = range.lowerBound
        while let end = text.end(of: "&lt;", from: place), end < text.count {
            if ASCII.isLetter(text[end]) || text[end] == UInt8(ascii: "/") { count += 1 }
            place = end
        }
        return count
    }

    private mutating func writePart(_ range: Range<Int>, _ content: Content) {
        if content == .html { writeInSection(range) } else { writeText(range) }
    }

    // MARK: Tags and sections

    /// Writes a start tag with its attributes in quotes.
    ///
    /// - Parameter isHTML: the content is HTML as text (RFC 4287, 3.1.1), whatever the tag says.
    mutating func writeStart(_ tag: Token, isEmpty: Bool? = nil, isHTML: Bool = false) {
        // The attributes of a tag are scanned again, as tokens would be too large with them.
        _ = scanner.scanTag(at: tag.start)
        output.append(UInt8(ascii: "<"))
        writeName(tag)
        for attribute in scanner.attributes {
            let name = input[attribute.name]
            if isHTML, name.elementsEqual("type".utf8) || name.elementsEqual("mode".utf8) { continue }
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: name)
            put("=\"")
            writeText(attribute.value, isAttribute: true)
            output.append(UInt8(ascii: "\""))
        }
        if isHTML { put(" type=\"html\"") }
        put(isEmpty ?? tag.isEmpty ? "/>" : ">")
    }

    /// Writes the end tag of the element that `tag` begins.
    mutating func writeEnd(_ tag: Token) {
        put("</")
        writeName(tag)
        output.append(UInt8(ascii: ">"))
    }

    /// Writes a name so that libxml2 takes it. No vocabulary of feeds has one that changes by that.
    private mutating func writeName(_ tag: Token) {
        guard !scanner.isPlainName(tag.content) else { return copy(tag.content) }
        for byte in input[tag.content].prefix(1000) {
            output.append(byte < 0x80 && byte != UInt8(ascii: ":") ? byte : UInt8(ascii: "_"))
        }
    }

    private mutating func writeSection(_ token: Token) {
        put("<![CDATA[")
        writeInSection(token.content, droppingMarks: !token.isTerminated)
        put("]]>")
    }
}

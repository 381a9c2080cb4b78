extension XMLRepair {
    /// What the content of a field is.
    private enum Content {
        /// Well-formed, but for signs and references.
        case tidy
        /// Text with less-than signs, or escaped HTML with a slip.
        case text
        /// HTML that nobody escaped, and no XML.
        case html
    }

    /// Writes the field that begins with this tag, up to where it evidently ends.
    mutating func field(_ tag: Tag, _ role: Role, _ balanced: Balanced?) {
        let start = position
        let whole = balanced.map { Ending(content: $0.content, resume: $0.end) }
        guard let ending = whole ?? ending(of: tag.name, role, from: tag.end) else {
            open.append(Element(name: tag.name, role: role, start: output.count))
            return cut()
        }
        let content = tag.end..<ending.content
        let kind = balanced?.isTidy == true ? .tidy : kind(of: content, in: tag.name)
        // Scanned again: what is in the content has attributes too.
        _ = scanTag(at: start)
        let asHTML = kind == .html && role == .field && open.first?.name.isNamed("rss") == false
        writeStart(tag, isEmpty: false, asHTML: asHTML && open.first?.name.isNamed("rdf") == false)
        switch kind {
        case .tidy, .text: writeContent(content, in: tag.name, keepingTags: kind == .tidy)
        case .html: writeHTML(content, in: tag.name)
        }
        writeEnd(tag.name)
        position = ending.resume
    }

    // MARK: Where it ends

    private struct Ending {
        let content: Int
        /// Where the next thing begins.
        let resume: Int
    }

    /// The end of a field: its end tag, else where something begins that cannot be in it; nil where the document was
    /// cut off.
    private mutating func ending(of field: Name, _ role: Role, from start: Int) -> Ending? {
        // The first thing that ends the field if its own end tag is missing.
        var slip: Ending?
        var openedNames: [Name] = []
        var nested = 0
        var place = start
        defer { searched += place - start }
        while !isStopped(), let less = input.index(of: UInt8(ascii: "<"), from: place) {
            place = less + 1
            switch token(at: less) {
            case .section:
                guard let section = section(at: less, in: field) else { return nil }
                place = section.end
            case .comment: place = commentEnd(at: less)
            case .instruction: place = max(place, instructionEndInField(at: less))
            case .end:
                let name = name(nameRange(from: tagName(at: less).start))
                if isSame(name, field) {
                    guard let end = endOfEndTag(at: name.range.upperBound) else { return nil }
                    if nested == 0 { return Ending(content: less, resume: end) }
                    nested -= 1
                    place = end
                } else if isBoundary(name, isEnd: true) {
                    return slip ?? Ending(content: less, resume: less)
                } else if let index = openedNames.lastIndex(where: { isSame($0, name) }) {
                    openedNames.removeSubrange(index...)
                } else if slip == nil, !name.isHTML || XMLRepair.isFieldName(self.role(of: name)) {
                    guard let end = endOfEndTag(at: name.range.upperBound) else { return nil }
                    slip = Ending(content: less, resume: end)
                }
            case .start:
                let name = name(nameRange(from: tagName(at: less).start))
                let inner = self.role(of: name)
                if isBoundary(name, isEnd: false) { return slip ?? Ending(content: less, resume: less) }
                if inner == .field || inner == .line {
                    if role == .line { return slip ?? Ending(content: less, resume: less) }
                    if slip == nil { slip = Ending(content: less, resume: less) }
                }
                if isSame(name, field) {
                    nested += 1
                } else if openedNames.count < 32, !name.isHTML || inner == .field || inner == .line {
                    openedNames.append(name)
                }
            case .declaration, .text: break
            }
        }
        place = input.count
        return nil
    }

    private static func isFieldName(_ role: Role) -> Bool { role == .field || role == .line }

    /// The index behind the `>` of an end tag whose name ends at `start`; nil where the document was cut off in it.
    private func endOfEndTag(at start: Int) -> Int? {
        var index = start
        while index < input.count, input[index] != UInt8(ascii: ">"), input[index] != UInt8(ascii: "<") { index += 1 }
        guard index < input.count else { return nil }
        return input[index] == UInt8(ascii: ">") ? index + 1 : index
    }

    private mutating func instructionEndInField(at start: Int) -> Int {
        let less = input.index(of: UInt8(ascii: "<"), from: start + 1) ?? input.count
        guard let end = instructionEnds.next(in: input, from: start + 2, &searched), end < less else {
            return start
        }
        return end + 2
    }

    // MARK: What it is

    /// Whether the content is XML, and what else it is.
    private mutating func kind(of content: Range<Int>, in field: Name) -> Content {
        var isTidy = true
        var tags = 0
        var names: [Name] = []
        var place = content.lowerBound
        while !isStopped(), let less = input.index(of: UInt8(ascii: "<"), from: place), less < content.upperBound {
            place = less + 1
            switch token(at: less) {
            case .section:
                if let section = section(at: less, in: field) { place = section.end }
            case .comment: place = commentEnd(at: less)
            case .instruction: place = max(place, instructionEndInField(at: less))
            case .start, .end:
                let isEnd = tagName(at: less).isEnd
                let tag = scanTag(at: less)
                guard tag.isTerminated, tag.end <= content.upperBound else {
                    isTidy = false
                    continue
                }
                place = tag.end
                if tag.name.isHTML { tags += 1 }
                if !tag.isTidy { isTidy = false }
                if isEnd {
                    let opened = names.popLast().map { input[$0.range] }
                    if opened?.elementsEqual(input[tag.name.range]) != true { isTidy = false }
                } else if !tag.isEmpty {
                    names.append(tag.name)
                }
            case .declaration, .text: isTidy = false
            }
            if names.count > 100 { isTidy = false }
            if !isTidy { names.removeAll(keepingCapacity: true) }
        }
        if isTidy, names.isEmpty { return .tidy }
        return tags == 0 || escapedTags(in: content) > tags ? .text : .html
    }

    /// How many tags stand there as `&lt;p&gt;`.
    private func escapedTags(in content: Range<Int>) -> Int {
        let text = UnsafeBufferPointer(rebasing: input[..<content.upperBound])
        var count = 0
        var place = content.lowerBound
        while let end = text.end(of: "&lt;", from: place), end < text.count {
            if ASCII.isLetter(text[end]) || text[end] == UInt8(ascii: "/") { count += 1 }
            place = end
        }
        return count
    }

    // MARK: Writing it

    /// Writes content token by token. Tags are kept as such, or become text.
    mutating func writeContent(_ content: Range<Int>, in field: Name, keepingTags: Bool) {
        var run = content.lowerBound
        var place = run
        while !isStopped(), let less = input.index(of: UInt8(ascii: "<"), from: place), less < content.upperBound {
            place = less + 1
            let end: Int
            switch token(at: less) {
            case .section:
                guard let section = section(at: less, in: field) else { continue }
                writeText(run..<less)
                writeSection(section)
                end = section.end
            case .comment:
                writeText(run..<less)
                end = commentEnd(at: less)
            case .instruction:
                end = instructionEndInField(at: less)
                guard end > less else { continue }
                writeText(run..<less)
            case .start, .end:
                guard keepingTags else { continue }
                writeText(run..<less)
                let tag = scanTag(at: less)
                if tagName(at: less).isEnd {
                    writeEnd(tag.name)
                } else {
                    writeStart(tag, isEmpty: tag.isEmpty)
                }
                end = tag.end
            case .declaration, .text: continue
            }
            run = min(end, content.upperBound)
            place = run
        }
        writeText(run..<content.upperBound)
    }

    /// Writes HTML as the text that it is.
    private mutating func writeHTML(_ content: Range<Int>, in field: Name) {
        put("<![CDATA[")
        var run = content.lowerBound
        var place = run
        while !isStopped(), let less = input.index(of: UInt8(ascii: "<"), from: place), less < content.upperBound {
            place = less + 1
            let end: Int
            switch token(at: less) {
            case .section:
                guard let section = section(at: less, in: field) else { continue }
                writeAsSection(run..<less)
                writeInSection(section.content, droppingMarks: section.isNested)
                end = section.end
            case .comment:
                writeAsSection(run..<less)
                end = commentEnd(at: less)
            default: continue
            }
            run = min(end, content.upperBound)
            place = run
        }
        writeAsSection(run..<content.upperBound)
        put("]]>")
    }

    /// Within a section that stands for text: the document's own entities mean something in it.
    private mutating func writeAsSection(_ range: Range<Int>) {
        guard !entities.isEmpty else { return writeInSection(range) }
        let text = UnsafeBufferPointer(rebasing: input[..<range.upperBound])
        var run = range.lowerBound
        var place = run
        while let sign = text.index(of: UInt8(ascii: "&"), from: place) {
            let name = nameRange(from: sign + 1)
            place = sign + 1
            guard name.upperBound < range.upperBound, input[name.upperBound] == UInt8(ascii: ";"),
                isDeclared(name), !isPredefined(name)
            else { continue }
            place = name.upperBound + 1
            writeInSection(run..<sign)
            put("]]>")
            write(sign..<place)
            put("<![CDATA[")
            run = place
        }
        writeInSection(run..<range.upperBound)
    }
}

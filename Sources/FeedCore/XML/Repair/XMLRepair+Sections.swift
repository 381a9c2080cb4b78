extension XMLRepair {
    /// A section of CDATA, where it stands.
    struct Section {
        /// What is in it.
        let content: Range<Int>
        /// The index behind it.
        let end: Int
        /// There are marks of other sections in it.
        let isNested: Bool
    }

    /// Where a text comes next. Asked at growing places, or at places before those, it looks at each byte once.
    struct Lookahead {
        private let text: StaticString
        private var from = 0
        private var found: Int? = -1

        init(_ text: StaticString) { self.text = text }

        mutating func next(in input: UnsafeBufferPointer<UInt8>, from start: Int, _ searched: inout Int)
            -> Int?
        {
            let length = text.utf8CodeUnitCount
            let isKnown = found.map { $0 >= start } ?? true
            if start >= from, isKnown { return found }
            if start < from {
                // What was found counts behind the place where the search for it began.
                let gap = UnsafeBufferPointer(rebasing: input[..<min(input.count, from + length - 1)])
                if let end = gap.end(of: text, from: start) { found = end - length }
                searched += min(from, found ?? from) - start
            } else {
                found = input.end(of: text, from: start).map { $0 - length }
                searched += (found ?? input.count) - start
            }
            from = start
            return found
        }
    }

    /// `<![CDATA[`, in whatever case.
    func isSectionStart(_ index: Int) -> Bool {
        guard let start = input.baseAddress, index + 9 <= input.count,
            input[index + 1] == UInt8(ascii: "!")
        else {
            return false
        }
        return strncasecmp(
            UnsafeRawPointer(start + index).assumingMemoryBound(to: CChar.self), "<![CDATA[", 9) == 0
    }

    /// The section that begins at `start`, in a field of that name; nil where the document ends before it does.
    ///
    /// One that is never closed ends with its field; one with another inside ends where both do.
    mutating func section(at start: Int, in field: Name?) -> Section? {
        let begin = start + 9
        let close = sectionEnds.next(in: input, from: begin, &searched)
        let inner = sectionStarts.next(in: input, from: begin, &searched)
        if let close, inner.map({ close <= $0 }) ?? true {
            return Section(content: begin..<close, end: close + 3, isNested: false)
        }
        guard close != nil || endsWhole else { return nil }
        let fieldEnd = field.flatMap { endTag(of: $0, from: begin) } ?? .max
        // Where the field's end is missing too, the article's is the end of both.
        let end = min(fieldEnd, articleEnd(from: begin) ?? .max)
        if end < .max, close == nil || end < (inner ?? .max) {
            return Section(content: withoutSlip(begin..<end), end: end, isNested: true)
        }
        if let field, close != nil { return nestedSection(from: begin, in: field) }
        return close.map { Section(content: begin..<$0, end: $0 + 3, isNested: true) }
    }

    /// The end tag of an article that comes next, as bytes, with another article or the feed's end behind it.
    private mutating func articleEnd(from start: Int) -> Int? {
        if let known = articleEnds, start >= known.from, known.found.map({ $0 >= start }) ?? true {
            return known.found
        }
        var found: Int?
        var place = start
        while !isStopped(), let end = input.end(of: "</", from: place) {
            place = end
            guard role(of: name(nameRange(from: end))) == .article,
                let greater = input[end..<min(input.count, end + 100)].firstIndex(of: UInt8(ascii: ">"))
            else { continue }
            var next = greater + 1
            while next < input.count, input[next] <= 0x20 { next += 1 }
            guard next < input.count, input[next] == UInt8(ascii: "<") else { continue }
            switch token(at: next) {
            case .start, .end: break
            default: continue
            }
            switch role(of: name(nameRange(from: tagName(at: next).start))) {
            case .root, .channel, .article: found = end - 2
            default: continue
            }
            break
        }
        searched += (found ?? input.count) - start
        articleEnds = (start, found)
        return found
    }

    private mutating func nestedSection(from begin: Int, in field: Name) -> Section? {
        var depth = 1
        var place = begin
        while let close = sectionEnds.next(in: input, from: place, &searched) {
            if let inner = sectionStarts.next(in: input, from: place, &searched), inner < close {
                depth += 1
                place = inner + 9
                continue
            }
            depth -= 1
            place = close + 3
            if depth == 0 || endsField(field, at: place) {
                return Section(content: begin..<close, end: place, isNested: true)
            }
        }
        return place > begin ? Section(content: begin..<place, end: place, isNested: true) : nil
    }

    private func endsField(_ field: Name, at place: Int) -> Bool {
        var index = place
        while index < input.count, input[index] <= 0x20 { index += 1 }
        return isEndTag(of: field, at: index)
    }

    private func isEndTag(of field: Name, at index: Int) -> Bool {
        guard input.has("</", at: index), token(at: index) == .end else { return false }
        return isSame(name(nameRange(from: tagName(at: index).start)), field)
    }

    /// The field's end tag that comes next, as bytes: in whatever it stands.
    mutating func endTag(of field: Name, from start: Int) -> Int? {
        let key = field.key ^ field.prefix
        if let known = fieldEnds[key], start >= known.from, known.found.map({ $0 >= start }) ?? true {
            return known.found
        }
        var found: Int?
        var place = start
        while !isStopped(), let end = input.end(of: "</", from: place) {
            if isEndTag(of: field, at: end - 2) {
                found = end - 2
                break
            }
            place = end
        }
        searched += (found ?? input.count) - start
        fieldEnds[key] = (start, found)
        return found
    }

    /// Without what was to close the section at its end: `]] >`, `]]`, `]>`.
    private func withoutSlip(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, input[end - 1] <= 0x20 || input[end - 1] == UInt8(ascii: ">") {
            end -= 1
        }
        guard end > range.lowerBound, input[end - 1] == UInt8(ascii: "]") else { return range }
        while end > range.lowerBound, input[end - 1] == UInt8(ascii: "]") { end -= 1 }
        return range.lowerBound..<end
    }

    mutating func writeSection(_ section: Section) {
        put("<![CDATA[")
        writeInSection(section.content, droppingMarks: section.isNested)
        put("]]>")
    }

    // MARK: What goes

    /// The index behind the comment at `start`.
    mutating func commentEnd(at start: Int) -> Int {
        if let end = commentEnds.next(in: input, from: start + 4, &searched) { return end + 3 }
        return endOfUnclosed(at: start)
    }

    /// The index behind the processing instruction at `start`.
    mutating func instructionEnd(at start: Int) -> Int {
        let less = input.index(of: UInt8(ascii: "<"), from: start + 1) ?? input.count
        searched += less - start
        if let end = instructionEnds.next(in: input, from: start + 2, &searched), end < less {
            return end + 2
        }
        return endOfUnclosed(at: start)
    }

    /// What is never closed ends with its tag, unless the document was cut off in it.
    private func endOfUnclosed(at start: Int) -> Int {
        guard endsWhole || open.isEmpty, let greater = input.index(of: UInt8(ascii: ">"), from: start)
        else {
            return input.count
        }
        return greater + 1
    }
}

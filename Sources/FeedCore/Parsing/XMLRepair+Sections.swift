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

    /// Where a text comes next. Asked at growing places, it looks at each byte once.
    struct Lookahead {
        private let text: StaticString
        private var from = 0
        private var found: Int? = -1

        init(_ text: StaticString) { self.text = text }

        mutating func next(in input: UnsafeBufferPointer<UInt8>, from start: Int, _ searched: inout Int)
            -> Int?
        {
            if start >= from, found.map({ $0 >= start }) ?? true { return found }
            from = start
            found = input.end(of: text, from: start).map { $0 - text.utf8CodeUnitCount }
            searched += (found ?? input.count) - start
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
        guard close != nil || endsWhole, let field else {
            return close.map { Section(content: begin..<$0, end: $0 + 3, isNested: true) }
        }
        let fieldEnd = endTag(of: field, from: begin)
        if close == nil || (fieldEnd ?? .max) < (inner ?? .max) {
            return fieldEnd.map { Section(content: withoutSlip(begin..<$0), end: $0, isNested: true) }
        }
        return nestedSection(from: begin, in: field)
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
        guard input.has("</", at: index) else { return false }
        return isSame(name(nameRange(from: index + 2)), field)
    }

    /// The field's end tag that comes next, as bytes: in whatever it stands.
    private mutating func endTag(of field: Name, from start: Int) -> Int? {
        let key = field.key ^ field.prefix
        if let known = fieldEnds[key], start >= known.from, known.found.map({ $0 >= start }) ?? true {
            return known.found
        }
        var found: Int?
        var place = start
        while let end = input.end(of: "</", from: place) {
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

/// Text on its way into blocks.
extension PageBuilder {
    mutating func add(_ string: String) {
        let isBlank = string.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        if !isBlank { numberLink() }
        if formulas > 0 {
            // Blanks between its elements mean nothing.
            guard !isBlank else { return }
            text.append(isOperator ? PageFormula.spaced(string) : string, marks: marks, link: link?.number)
        } else if case .preformatted = textKind {
            text.append(verbatim: string, marks: marks, link: link?.number)
        } else {
            text.append(string, marks: marks, link: link?.number)
        }
    }

    /// What an abbreviation stands for, the first time.
    mutating func explanation(_ title: String?) -> String {
        guard let title = title?.trimmed, (2...100).contains(title.utf8.count), title.contains(where: \.isLetter),
            !title.contains(where: \.isNumber), explained.insert(title).inserted
        else { return "" }
        return " (\(title))"
    }

    mutating func addBox(isTicked: Bool) {
        if text.isEmpty, outline.isAtStartOfItem {
            outline.mark(isTicked ? .done : .open)
        } else {
            add(isTicked ? "[x] " : "[ ] ")
        }
    }

    /// A second line end in a row ends the paragraph: old pages have no other way to say it.
    mutating func breakLine() {
        switch textKind {
        case .preformatted: text.append(verbatim: "\n")
        case .paragraph where text.endsInBreak: endText()
        default: text.breakLine()
        }
    }

    /// Ends the block; within preformatted text, where some tools give each line its own, only the line.
    mutating func endLine() {
        if case .preformatted = textKind { text.endVerbatimLine() } else { endText() }
    }

    mutating func endText() {
        var spans = text.take()
        if case .inner? = link {
            for index in spans.indices where spans[index].link == InlineText.innerLink { spans[index].link = nil }
        }
        guard !spans.areBlank else { return }
        switch textKind {
        case .paragraph: endParagraph(spans)
        case .heading(let level): outline.add(.heading(level: level, spans))
        case .caption: outline.add(.caption(spans))
        case .tableCaption, .summary: outline.add(title: spans)
        case .preformatted(let language): outline.add(.preformatted(spans, language: language))
        }
    }

    mutating func endParagraph(_ spans: [Page.Span]) {
        guard let label = textNote else { return outline.add(.paragraph(spans)) }
        var spans = spans
        // Its mark stands before it.
        if PageNotes.bare(spans[0].text) == label.mark { spans.removeFirst() }
        guard !spans.isEmpty else { return }
        textNote = nil
        outline.add(Page.Note(number: label.number, mark: label.mark, blocks: [.paragraph(spans)]))
    }
}

extension [Page.Span] {
    /// Whether there is nothing to see: editors leave paragraphs of one hard blank.
    fileprivate var areBlank: Bool {
        allSatisfy { span in
            switch span.content {
            case .text(let text) where text.utf8.first.map { $0 > 0x20 && $0 < 0x80 } == true: false
            case .text(let text): text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{200B}" }
            case .lineBreak: true
            case .image, .media, .note: false
            }
        }
    }
}

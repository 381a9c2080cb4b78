internal import FeedCore

/// Text on its way into blocks.
extension PageBuilder {
    mutating func add(_ string: String) {
        let isBlank = string.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        if !isBlank { numberLink() }
        if formulas > 0 {
            // Blanks between its elements mean nothing.
            guard !isBlank else { return }
            let shown = isOperator ? MathML.spaced(string, after: text.lastScalar) : string
            text.append(shown, marks: marks, link: link?.number)
        } else if case .preformatted = textKind {
            text.append(verbatim: string, marks: marks, link: link?.number)
        } else if case .codeLines = textKind {
            guard !isBlank || !string.utf8.contains(0x0A) else { return }
            lineHasText = true
            text.append(verbatim: string, marks: marks, link: link?.number)
        } else if let lines = surroundings.last?.lines, lines != .neither {
            add(string, keeping: lines)
        } else {
            text.append(string, marks: marks, link: link?.number)
        }
    }

    /// Text whose lines stay as they are, and with them their indents where those count too.
    private mutating func add(_ string: String, keeping lines: LineKeeping) {
        var string = string
        string.withUTF8 { bytes in
            var start = 0
            while true {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                add(line: UnsafeBufferPointer(rebasing: bytes[start..<end]), keepsIndent: lines == .linesAndBlanks)
                guard end < bytes.count else { break }
                breakLine()
                start = end + 1
            }
        }
    }

    private mutating func add(line: UnsafeBufferPointer<UInt8>, keepsIndent: Bool) {
        var line = line
        if keepsIndent, text.isEmpty || text.endsInBreak {
            let indent = line.prefix { $0 == 0x20 || $0 == 0x09 }
            if indent.count < line.count {
                let cells = min(indent.reduce(0) { $1 == 0x09 ? $0 / 8 * 8 + 8 : $0 + 1 }, LineKeeping.mostIndent)
                text.append(verbatim: String(repeating: "\u{A0}", count: cells), marks: marks, link: link?.number)
                line = UnsafeBufferPointer(rebasing: line[indent.endIndex...])
            }
        }
        text.append(line, marks: marks, link: link?.number)
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
        case .preformatted, .codeLines: text.append(verbatim: "\n")
        case .paragraph where text.endsInBreak: endText()
        default: text.breakLine()
        }
    }

    /// Ends the block; within preformatted text, where some tools give each line its own, only the line.
    mutating func endLine() {
        switch textKind {
        case .preformatted, .codeLines: text.endVerbatimLine()
        default: endText()
        }
    }

    mutating func beginBlock() -> Open {
        endLine()
        guard case .codeLines = textKind else { return .block }
        lineHasText = false
        return .codeLine
    }

    /// Ends a line of code, which may be empty.
    mutating func endCodeLine() {
        if lineHasText { text.endVerbatimLine() } else { text.append(verbatim: "\n") }
    }

    /// The language of code: what its element says, or what is around it.
    func codeLanguage(_ attributes: [HTMLAttribute]) -> String? {
        attributes.codeLanguage ?? textKind.language ?? surroundings.last?.language
    }

    /// Keeps what the element that has just begun says of the text in it.
    mutating func surround(by attributes: [HTMLAttribute]) {
        let lines = LineKeeping(attributes)
        let language = attributes.mayHaveCodeLanguage ? attributes.codeLanguage : nil
        guard lines != nil || language != nil else { return }
        let outer = surroundings.last
        surroundings.append(
            Surrounding(
                depth: open.count, lines: lines ?? outer?.lines, language: language ?? outer?.language))
    }

    mutating func endText() {
        var spans = text.take()
        guard !spans.isEmpty else { return endImageCaption(below: []) }
        defer { endImageCaption(below: spans) }
        if case .inner? = link {
            for index in spans.indices where spans[index].link == SpanBuilder.innerLink { spans[index].link = nil }
        }
        guard !spans.areBlank else { return }
        switch textKind {
        case .paragraph: endParagraph(spans)
        case .heading(let level):
            // A link to a heading leads to the part below it.
            textNote = nil
            outline.add(.heading(level: level, spans))
        case .caption where spans.map(\.text).joined() == shownCaption: shownCaption = nil
        case .caption: endCaption(spans)
        case .codeLines(let language): outline.add(.preformatted(spans, language: language))
        case .tableCaption, .summary: outline.add(title: spans)
        case .preformatted(let language): outline.add(.preformatted(spans, language: language))
        }
    }

    /// What an image says when it is pointed at stands below it where the image stands alone.
    private mutating func endImageCaption(below spans: [Page.Span]) {
        guard let caption = imageCaption else { return }
        imageCaption = nil
        let isAlone = spans.allSatisfy { span in
            switch span.content {
            case .image, .lineBreak: true
            default: false
            }
        }
        guard isAlone, !spans.isEmpty else { return }
        shownCaption = caption
        outline.add(.caption([Page.Span(content: .text(caption))]))
    }

    mutating func endParagraph(_ spans: [Page.Span]) {
        guard let label = textNote else { return outline.add(.paragraph(spans)) }
        // Its mark stands before it.
        let spans = Footnotes.text(spans, without: label.mark)
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

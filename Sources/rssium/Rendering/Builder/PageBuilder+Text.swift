internal import FeedCore

/// How text gets into the open block, and how that block ends.
extension PageBuilder {
    mutating func appendText(_ string: String) {
        let isSpace = string.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        if !isSpace { numberLink() }
        if counts.formulas > 0 {
            // Space between the elements of a formula means nothing.
            guard !isSpace else { return }
            var shown = string
            if case .formulaPart(_, _, isOperator: true)? = open.last {
                shown = MathML.spacedOperator(string, after: text.lastScalar)
            }
            text.append(shown, formatting: formatting, link: link?.number)
        } else if case .preformatted(_, let byLine) = textKind {
            if byLine {
                guard !isSpace || !string.utf8.contains(0x0A) else { return }
                codeLineHasText = true
            }
            text.append(verbatim: string, formatting: formatting, link: link?.number)
        } else if let whiteSpace = context.whiteSpace, whiteSpace != .collapse {
            appendLines(of: string, keepsSpaces: whiteSpace != .keepLines)
        } else {
            text.append(string, formatting: formatting, link: link?.number)
        }
    }

    private mutating func appendLines(of string: String, keepsSpaces: Bool) {
        var string = string
        string.withUTF8 { bytes in
            var start = 0
            while true {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
                if keepsSpaces { appendKeepingSpaces(line) } else { appendCollapsed(line) }
                guard end < bytes.count else { break }
                breakLine()
                start = end + 1
            }
        }
    }

    private mutating func appendCollapsed(_ part: UnsafeBufferPointer<UInt8>) {
        text.append(part, formatting: formatting, link: link?.number)
    }

    /// Appends part of a line: the spaces at its start and runs of them do not collapse, and a line may end at the last
    /// of a run.
    private mutating func appendKeepingSpaces(_ line: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < line.count {
            let spaces = line[start...].prefix { $0 == 0x20 || $0 == 0x09 }
            if spaces.endIndex == line.count { break }
            let isIndent = start == 0 && (text.isEmpty || text.endsInBreak)
            let cells = min(spaces.reduce(0) { $1 == 0x09 ? $0 / 8 * 8 + 8 : $0 + 1 }, WhiteSpace.maxIndent)
            let kept = isIndent ? cells : cells - 1
            if kept > 0 {
                text.append(
                    verbatim: String(repeating: "\u{A0}", count: kept), formatting: formatting, link: link?.number)
            }
            let end = line[spaces.endIndex...].firstIndex { $0 == 0x20 || $0 == 0x09 } ?? line.count
            let wordStart = spaces.isEmpty || isIndent ? spaces.endIndex : spaces.endIndex - 1
            appendCollapsed(UnsafeBufferPointer(rebasing: line[wordStart..<end]))
            start = end
        }
        if start < line.count { appendCollapsed(UnsafeBufferPointer(rebasing: line[start...])) }
    }

    /// The meaning of an abbreviation, if the page has not shown it yet.
    mutating func expansion(of title: String?) -> String {
        guard let title = title?.trimmed, (2...100).contains(title.utf8.count), title.contains(where: \.isLetter),
            !title.contains(where: \.isNumber), expansions.insert(title).inserted
        else { return "" }
        return " (\(title))"
    }

    mutating func appendCheckbox(isTicked: Bool) {
        if text.isEmpty, blocks.isAtStartOfItem {
            blocks.setTask(isTicked ? .done : .open)
        } else {
            appendText(isTicked ? "[x] " : "[ ] ")
        }
    }

    /// A second line break in a row ends the paragraph, as old pages write it.
    mutating func breakLine() {
        switch textKind {
        case .preformatted: text.append(verbatim: "\n")
        case .paragraph where text.endsInBreak: endText()
        default: text.breakLine()
        }
    }

    /// Ends the block; in preformatted text, where some tools make each line a block, only the line.
    mutating func endLine() {
        if textKind.isPreformatted { text.endVerbatimLine() } else { endText() }
    }

    /// Ends an element that is a line of code, which may be empty.
    mutating func endCodeLine() {
        if codeLineHasText { text.endVerbatimLine() } else { text.append(verbatim: "\n") }
    }

    /// The language that the element of code states, or one around it.
    func codeLanguage(_ attributes: [HTMLAttribute]) -> String? {
        attributes.codeLanguage ?? textKind.language ?? context.language
    }

    mutating func endText() {
        var spans = text.take()
        guard !spans.isEmpty else { return endImageCaption(below: []) }
        defer { endImageCaption(below: spans) }
        if case .anchor? = link {
            for index in spans.indices where spans[index].link == SpanBuilder.anchorLink { spans[index].link = nil }
        }
        guard !spans.areEmpty else { return }
        switch textKind {
        case .paragraph: blocks.append(.paragraph(spans))
        case .heading(let level):
            blocks.append(.heading(level: level, spans))
        case .caption: endCaption(spans)
        case .tableCaption, .summary: blocks.appendTitle(spans)
        case .preformatted(let language, _): blocks.append(.preformatted(spans, language: language))
        }
    }

    /// A caption under several figures belongs to all of them, so it is not the caption of the last.
    private mutating func endCaption(_ spans: [Page.Span]) {
        guard !images.dropsRepeated(spans.map(\.text).joined()) else { return }
        blocks.append(figures.last == true ? .paragraph(spans.emphasized) : .caption(spans))
    }

    /// Appends the tooltip of an image as its caption if the image is alone in its block.
    private mutating func endImageCaption(below spans: [Page.Span]) {
        guard let caption = images.takeTooltip() else { return }
        guard !spans.isEmpty, spans.allSatisfy({ $0.isImage || $0.content == .lineBreak }) else { return }
        images.shownCaption = caption
        blocks.append(.caption([Page.Span(content: .text(caption))]))
    }
}

extension [Page.Span] {
    /// Whether there is nothing to see: editors leave paragraphs of one no-break space.
    fileprivate var areEmpty: Bool {
        allSatisfy { span in
            switch span.content {
            case .text(let text) where text.utf8.first.map { $0 > 0x20 && $0 < 0x80 } == true: false
            case .text(let text): text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{200B}" }
            case .lineBreak: true
            case .image, .media: false
            }
        }
    }
}

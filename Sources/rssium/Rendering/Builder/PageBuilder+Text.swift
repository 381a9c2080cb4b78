internal import FeedCore

/// How text gets into the open block, and how that block ends.
extension PageBuilder {
    mutating func appendText(_ string: String, _ style: PageStyle) {
        let isSpace = string.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let link = isSpace ? style.link.flatMap(links.knownNumber) : linkNumber(style)
        if case .preformatted(_, let byLine) = style.kind {
            guard !byLine || !isSpace || !string.utf8.contains(0x0A) else { return }
            text.append(verbatim: string, formatting: style.formatting, link: link)
        } else if let whiteSpace = style.whiteSpace, whiteSpace != .collapse {
            appendLines(of: string, keepsSpaces: whiteSpace != .keepLines, style)
        } else {
            text.append(string, formatting: style.formatting, link: link)
        }
    }

    mutating func append(verbatim string: String, _ style: PageStyle) {
        text.append(verbatim: string, formatting: style.formatting, link: linkNumber(style))
    }

    /// The number of the link around the text, which it gets with its first text or image.
    mutating func linkNumber(_ style: PageStyle) -> Int? {
        guard let address = style.link else { return nil }
        return links.number(of: address)
    }

    private mutating func appendLines(of string: String, keepsSpaces: Bool, _ style: PageStyle) {
        var string = string
        string.withUTF8 { bytes in
            var start = 0
            while true {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
                if keepsSpaces { appendKeepingSpaces(line, style) } else { appendCollapsed(line, style) }
                guard end < bytes.count else { break }
                breakLine(style)
                start = end + 1
            }
        }
    }

    private mutating func appendCollapsed(_ part: UnsafeBufferPointer<UInt8>, _ style: PageStyle) {
        text.append(part, formatting: style.formatting, link: linkNumber(style))
    }

    /// Appends part of a line: the spaces at its start and runs of them do not collapse, and a line may end at the last
    /// of a run.
    private mutating func appendKeepingSpaces(_ line: UnsafeBufferPointer<UInt8>, _ style: PageStyle) {
        var start = 0
        while start < line.count {
            let spaces = line[start...].prefix { $0 == 0x20 || $0 == 0x09 }
            if spaces.endIndex == line.count { break }
            let isIndent = start == 0 && (text.isEmpty || text.endsInBreak)
            let cells = min(spaces.reduce(0) { $1 == 0x09 ? $0 / 8 * 8 + 8 : $0 + 1 }, WhiteSpace.maxIndent)
            let kept = isIndent ? cells : cells - 1
            if kept > 0 { append(verbatim: String(repeating: "\u{A0}", count: kept), style) }
            let end = line[spaces.endIndex...].firstIndex { $0 == 0x20 || $0 == 0x09 } ?? line.count
            let wordStart = spaces.isEmpty || isIndent ? spaces.endIndex : spaces.endIndex - 1
            appendCollapsed(UnsafeBufferPointer(rebasing: line[wordStart..<end]), style)
            start = end
        }
        if start < line.count { appendCollapsed(UnsafeBufferPointer(rebasing: line[start...]), style) }
    }

    /// The meaning of an abbreviation, if the page has not shown it yet.
    mutating func expansion(of title: String?) -> String {
        guard let title = title?.trimmed, (2...100).contains(title.utf8.count), title.contains(where: \.isLetter),
            !title.contains(where: \.isNumber), expansions.insert(title).inserted
        else { return "" }
        return " (\(title))"
    }

    /// A second line break in a row ends the paragraph, as old pages write it.
    mutating func breakLine(_ style: PageStyle) {
        switch style.kind {
        case .preformatted: text.append(verbatim: "\n")
        case .paragraph where text.endsInBreak: endText(style)
        default: text.breakLine()
        }
    }

    /// Ends the block; in preformatted text, where some tools make each line a block, only the line.
    mutating func endLine(_ style: PageStyle) {
        if style.kind.isPreformatted { text.endVerbatimLine() } else { endText(style) }
    }

    /// Ends the block of text.
    mutating func endText(_ style: PageStyle) {
        let beginsWithNumber = beginsWithNoteNumber
        beginsWithNoteNumber = false
        let spans = text.take()
        let isNote = beginsWithNumber && spans.areNoteNumber
        guard !spans.isEmpty else { return endImageCaption(below: []) }
        defer { endImageCaption(below: spans) }
        guard !spans.areEmpty else { return }
        switch style.kind {
        case .paragraph where spans.areLinesOfCode: content.append(.preformatted(spans, language: style.language))
        case .paragraph:
            content.append(.paragraph(beginsWithNumber ? spans : content.takeNoteNumber() + spans))
            if isNote { content.noteNumber = spans }
        case .heading(let level): content.append(.heading(level: level, spans))
        case .caption: endCaption(spans, style)
        case .preformatted(let language, _): content.append(.preformatted(spans, language: language))
        }
    }

    /// A caption under several figures belongs to all of them, so it is not the caption of the last.
    private mutating func endCaption(_ spans: [Page.Span], _ style: PageStyle) {
        guard !images.dropsRepeated(spans.map(\.text).joined()) else { return }
        let hasFigures = style.figure.map { $0 < figureCount } ?? false
        content.append(hasFigures ? .paragraph(spans.emphasized) : .caption(spans))
    }

    /// Appends the tooltip of an image as its caption if the image is alone in its block.
    private mutating func endImageCaption(below spans: [Page.Span]) {
        guard let caption = images.tooltip.take() else { return }
        guard !spans.isEmpty, spans.allSatisfy({ $0.isImage || $0.content == .lineBreak }) else { return }
        images.shownCaption = caption
        content.append(.caption([Page.Span(content: .text(caption))]))
    }
}

extension [Page.Span] {
    /// Whether they are digits, raised or in brackets.
    fileprivate var areNoteNumber: Bool {
        allSatisfy { span in
            guard case .text(let text) = span.content else { return false }
            return text.allSatisfy { $0.isNumber || "[]()., ".contains($0) }
        }
    }

    /// Whether they are code with line breaks, as some write it instead of preformatted text.
    fileprivate var areLinesOfCode: Bool {
        guard count > 2, self[0].formatting == .code else { return false }
        return contains { $0.content == .lineBreak }
            && allSatisfy { $0.content == .lineBreak || $0.formatting == .code }
    }

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

internal import FeedCore

/// Writes the spans of a block as CommonMark: links and formatting become delimiters where these work, else HTML.
struct MarkdownInline {
    enum Block {
        case paragraph
        /// One line, where no other block can begin.
        case heading
        /// One line, where `|` ends the cell.
        case cell
    }

    static func text(of spans: [Page.Span], links: [String], in block: Block = .paragraph) -> String {
        var inline = MarkdownInline(spans: MarkdownSpans.prepared(spans), links: links, block: block)
        inline.append(inline.spans.indices, within: [], isLink: false)
        return block == .cell ? inline.text.replacing("|", with: "\\|") : inline.text
    }

    private let spans: [Page.Span]
    private let links: [String]
    private let block: Block
    private var text = ""

    // MARK: - Structure

    /// From outside to inside. A link is outside of all formatting.
    private static let order: [(formatting: Page.Formatting, element: String)] = [
        (.highlighted, "mark"), (.deleted, "del"), (.inserted, "ins"), (.underlined, "u"), (.strong, "strong"),
        (.emphasis, "em"), (.superscript, "sup"), (.subscript, "sub"), (.key, "kbd"), (.code, "code"),
    ]

    private mutating func append(_ range: Range<Int>, within outer: Page.Formatting, isLink: Bool) {
        var index = range.lowerBound
        while index < range.upperBound {
            let rest = index..<range.upperBound
            if !isLink, let address = address(of: index) {
                let end = rest.first { spans[$0].link != spans[index].link } ?? rest.upperBound
                appendLink(to: address, index..<end, within: outer)
                index = end
            } else if let next = Self.order.first(where: { isInner($0.formatting, of: index, within: outer) }) {
                let end = end(of: next.formatting, in: rest, isLink: isLink)
                append(next.formatting, next.element, index..<end, within: outer, isLink: isLink)
                index = end
            } else {
                append(spans[index].content, isLink: isLink)
                index += 1
            }
        }
    }

    /// The end of the formatting that begins with the range. It never ends within a link, and code is one span.
    private func end(of formatting: Page.Formatting, in range: Range<Int>, isLink: Bool) -> Int {
        let start = range.lowerBound
        if formatting == .code { return start + 1 }
        let end = range.first { !spans[$0].formatting.contains(formatting) } ?? range.upperBound
        guard !isLink, end < range.upperBound, let link = spans[end].link, spans[end - 1].link == link else {
            return end
        }
        return range.first { $0 > start && spans[$0].link == link } ?? end
    }

    private func isInner(_ formatting: Page.Formatting, of index: Int, within outer: Page.Formatting) -> Bool {
        spans[index].formatting.contains(formatting) && !outer.contains(formatting)
    }

    private func address(of index: Int) -> String? {
        guard let link = spans[index].link, links.indices.contains(link - 1) else { return nil }
        if case .media = spans[index].content { return nil }  // It is a link of its own.
        return links[link - 1]
    }

    private mutating func appendLink(to address: String, _ range: Range<Int>, within outer: Page.Formatting) {
        if range.count == 1, case .text(let shown) = spans[range.lowerBound].content,
            spans[range.lowerBound].formatting.isSubset(of: outer), MarkdownText.isAutolink(shown, of: address)
        {
            text += "<\(shown)>"
            return
        }
        appendBracket()
        append(range, within: outer, isLink: true)
        text += "](\(MarkdownText.destination(address)))"
    }

    private mutating func appendBracket() {
        // An exclamation mark would make an image of the link.
        if text.utf8.last == UInt8(ascii: "!") {
            text.removeLast()
            text += "\\!"
        }
        text += "["
    }

    private mutating func append(
        _ formatting: Page.Formatting, _ element: String, _ range: Range<Int>, within outer: Page.Formatting,
        isLink: Bool
    ) {
        if formatting == .code, case .text(let code) = spans[range.lowerBound].content,
            !code.utf8.allSatisfy({ $0 == 0x20 })
        {
            text += MarkdownText.code(code)
            return
        }
        let inner = outer.union(formatting == .key ? [.key, .code] : formatting)
        let delimiter = delimiter(of: formatting, range, within: inner, isLink: isLink)
        text += delimiter ?? "<\(element)>"
        append(range, within: inner, isLink: isLink)
        text += delimiter ?? "</\(element)>"
    }

    // MARK: - Delimiters

    /// The delimiter of the formatting; nil if it has none, or one that does not count: then the formatting becomes an HTML
    /// element. The characters on both sides of a delimiter decide whether it counts (CommonMark 6.2): in `a*“b”*c` and
    /// between Chinese characters and brackets it does not.
    private func delimiter(
        of formatting: Page.Formatting, _ range: Range<Int>, within inner: Page.Formatting, isLink: Bool
    ) -> String? {
        guard formatting == .strong || formatting == .emphasis else { return nil }
        let outside = [
            text.unicodeScalars.last.map(Side.init) ?? .space, side(of: range.upperBound, isLink: isLink, \.first),
        ]
        let inside = [range.lowerBound, range.upperBound - 1].enumerated().map { end, index in
            // Another delimiter follows.
            let isWrapped = !spans[index].formatting.isSubset(of: inner) || address(of: index) != nil && !isLink
            return isWrapped ? .punctuation : side(of: index, isLink: true, end == 0 ? \.first : \.last)
        }
        guard !inside.contains(.space) else { return nil }
        if formatting == .emphasis { return outside.allSatisfy(\.separates) ? "_" : nil }
        return zip(inside, outside).allSatisfy { $0 == .letter || $1.separates } ? "**" : nil
    }

    /// The kind of character that a reader of the Markdown sees at the beginning or the end of a span.
    private func side(of index: Int, isLink: Bool, _ end: (String.UnicodeScalarView) -> Unicode.Scalar?) -> Side {
        guard index < spans.count else { return .space }
        guard case .text(let text) = spans[index].content else { return .punctuation }
        if !isLink, address(of: index) != nil { return .punctuation }
        return end(text.unicodeScalars).map(Side.init) ?? .space
    }

    private enum Side {
        case space, letter
        /// Punctuation in every version of CommonMark.
        case punctuation
        /// A symbol, which some versions count as punctuation.
        case symbol

        var separates: Bool { self == .space || self == .punctuation }

        init(_ scalar: Unicode.Scalar) {
            self =
                switch scalar.properties.generalCategory {
                case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                    .initialPunctuation, .finalPunctuation, .otherPunctuation:
                    .punctuation
                case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
                    scalar.isASCII ? .punctuation : .symbol
                default: scalar.properties.isWhitespace ? .space : .letter
                }
        }
    }

    // MARK: - Content

    private mutating func append(_ content: Page.Span.Content, isLink: Bool) {
        switch content {
        case .text(let words):
            let isAtLineStart = block == .paragraph && text.utf8.last ?? 0x0A == 0x0A
            text += MarkdownText.escaped(words, isAtLineStart: isAtLineStart, isInLink: isLink)
        case .lineBreak: text += block == .paragraph ? "\\\n" : "<br>"
        case .image(let image):
            let name = MarkdownText.escaped(image.alt, isInLink: true)
            let target = image.address.map(MarkdownText.destination)
            text += target.map { "![\(name)](\($0))" } ?? placeholder("image", image.alt)
        case .media(let kind, let title, let link):
            guard let link, links.indices.contains(link - 1) else {
                text += placeholder(kind, title)
                return
            }
            let name = MarkdownText.escaped(title.isEmpty ? kind : "\(kind): \(title)", isInLink: true)
            appendBracket()
            text += "\(name)](\(MarkdownText.destination(links[link - 1])))"
        }
    }

    private func placeholder(_ kind: String, _ title: String) -> String {
        MarkdownText.escaped(SpanText.placeholder(kind, title))
    }
}

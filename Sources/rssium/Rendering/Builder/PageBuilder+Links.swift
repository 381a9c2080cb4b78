internal import FeedCore

/// Links, images and embedded media.
extension PageBuilder {
    mutating func appendLink(_ element: ShownElement, _ outer: PageStyle) {
        var style = outer
        style.isInLink = true
        style.keepsButtons = true
        switch element.attributes["href"].flatMap({ links.target($0) }) {
        case .address(let address)?: style.link = address
        case .anchor(let address)?:
            style.link = address
            return appendAnchorLink(element, style)
        case nil: style.link = nil
        }
        let start = content.blocks.count
        appendContent(of: element.node, style)
        // The outer link cleans up for both.
        guard content.blocks.count > start, outer.link == nil, let number = style.link.flatMap(links.knownNumber) else {
            return
        }
        endText(outer)
        content.blocks.keepLinkOnce(number, from: start)
    }

    /// A link to a place of the page becomes its text, unless only the page has the place. The number of a footnote becomes
    /// `¹`, so that it does not look like that of a link.
    private mutating func appendAnchorLink(_ element: ShownElement, _ style: PageStyle) {
        guard let (label, formatting) = label(of: element.node, style) else {
            return appendContent(of: element.node, style)
        }
        if label.isEmpty || PageBuilder.isBackLink(label) { return }
        let number = label.hasPrefix("[") && label.hasSuffix("]") ? label.dropFirst().dropLast() : label[...]
        let isMarked = number.count < label.count || formatting.contains(.superscript)
        let isNumber = number.utf8.count <= 3 && number.isDigits
        beginsWithNoteNumber = isNumber && text.isEmptyOrBracket && !leadsToItself(element)
        guard isNumber, isMarked || !text.isEmpty && !text.endsInSpace else {
            return appendContent(of: element.node, style)
        }
        text.append(
            Script.superscript.text(for: String(number)),
            formatting: formatting.subtracting([.superscript, .subscript, .emphasis, .strong]),
            link: linkNumber(style))
    }

    /// Whether a link has the id that it leads to, as the number of a book's page.
    private func leadsToItself(_ element: ShownElement) -> Bool {
        let names = [element.attributes["id"], element.attributes["name"]].compactMap(\.self)
        return names.contains { element.attributes["href"] == "#" + $0 }
    }

    /// The text of a short link, and its formatting; nil if it is long or holds more than text.
    private func label(of link: HTMLTree.Index, _ style: PageStyle) -> (String, Page.Formatting)? {
        var (label, formatting) = ("", style.formatting)
        var nodesLeft = 16
        for node in tree.descendants(of: link) {
            nodesLeft -= 1
            guard nodesLeft > 0, label.utf8.count < 64 else { return nil }
            if tree.nodes[node].kind == .element {
                switch PageElement.named(tree.shownName(of: node)) {
                case .formatting(let added): if label.isEmpty { formatting.formUnion(added) }
                case nil: break
                default: return nil
                }
            } else {
                label += tree.text(of: node)
            }
        }
        return (label.trimmed, formatting)
    }

    /// Whether a link within the page only leads back or to itself: `↩`, or the `#` beside a heading.
    private static func isBackLink(_ label: String) -> Bool {
        label.unicodeScalars.allSatisfy {
            backLinkSymbols.contains($0) || $0.properties.isWhitespace || $0.properties.generalCategory == .format
        }
    }

    private static let backLinkSymbols = Set("↩↪↑↖⤴⤶↵⏎^⬆←⇧⇑▲△⬑↰🔙☝👆#¶§🔗⚓∞※\u{FE0E}\u{FE0F}".unicodeScalars)

    mutating func appendImage(_ element: ShownElement, _ style: PageStyle) {
        var image = PageImage(element.attributes)
        if image.source == nil { image.source = offeredSource(of: element.node) }
        guard !image.isInvisible else { return }
        if let emoji = image.emoji { return appendText(emoji, style) }
        if let formula = image.formula {
            let link = style.link.flatMap(links.knownNumber)
            return text.append(formula, formatting: style.formatting.union(.code), link: link)
        }
        let source = image.source.flatMap(links.webAddress)
        if let source, !images.addresses.insert(source).inserted, style.isInNoscript { return }
        // A link to the full-size image replaces both, and so does any link of an image without a text.
        var hasOwnNumber = true
        if let address = style.link {
            hasOwnNumber = !image.alt.isEmpty && !PageImage.isImage(address) && !PageImage.isAttachment(address)
        }
        let number = hasOwnNumber ? source.map { links.number(of: $0) } : nil
        let link = linkNumber(style)
        guard source != nil || style.link != nil || !image.alt.isEmpty else { return }
        if images.tooltip != nil { endText(style) }
        if let tooltip = image.tooltip, text.isEmpty, !style.kind.isPreformatted { images.tooltip = tooltip }
        let shown = Page.Image(alt: image.alt, address: source, link: number)
        text.append(.image(shown), formatting: style.formatting, link: link)
    }

    /// The first address that a `picture` offers for its image.
    private func offeredSource(of image: HTMLTree.Index) -> String? {
        guard let picture = tree.parent(of: image) else { return nil }
        return tree.children(of: picture).lazy.prefix(16).filter { tree.name(of: $0) == "source" }
            .compactMap { tree.attributes(of: $0)["srcset"].flatMap(PageImage.firstSource) }.first
    }

    mutating func appendMedia(_ media: EmbeddedMedia, _ style: PageStyle) {
        guard let shown = media.shown else { return }
        endText(style)
        let number = links.number(of: shown.address)
        text.append(.media(kind: shown.kind, title: shown.title, link: number), formatting: style.formatting)
        endText(style)
    }
}

/// The state of the page's images so far.
struct ImageState {
    /// The addresses of all images: a copy in `noscript` is left out.
    var addresses: Set<String> = []
    /// The tooltip of the image in the open block.
    var tooltip: String?
    /// The tooltip that was last shown as a caption.
    var shownCaption: String?

    /// Whether a caption repeats the one shown last, which then may come once more.
    mutating func dropsRepeated(_ caption: String) -> Bool {
        guard caption == shownCaption else { return false }
        shownCaption = nil
        return true
    }
}

extension Page.Span {
    /// Empty for an image, a line break and so on.
    var text: String { if case .text(let text) = content { text } else { "" } }
}

extension [Page.Block] {
    /// Keeps a link around several blocks, such as a preview card, on the first one with text. Its images without a text go.
    fileprivate mutating func keepLinkOnce(_ link: Int, from start: Int) {
        guard self[start...].contains(where: { $0 != .caption($0.spans) && $0.spans.hasText(of: link) }) else { return }
        var isLinked = false
        let blocks = self[start...].compactMap { block -> Page.Block? in
            guard !block.spans.isEmpty else { return block }
            let hasText = block.spans.hasText(of: link)
            defer { isLinked = isLinked || hasText }
            let spans = block.spans.filter { !$0.isTextlessImage(of: link) }.map { span in
                guard isLinked, span.link == link, case .text = span.content else { return span }
                var span = span
                span.link = nil
                return span
            }
            return spans.contains { $0.content != .lineBreak } ? block.with(spans) : nil
        }
        replaceSubrange(start..., with: blocks)
    }
}

extension [Page.Span] {
    /// Whether the link of that number has text in them.
    fileprivate func hasText(of link: Int) -> Bool {
        contains { $0.link == link && $0.text.utf8.contains { $0 > 0x20 } }
    }
}

extension Page.Span {
    fileprivate func isTextlessImage(of link: Int) -> Bool {
        if case .image(let image) = content { self.link == link && image.alt.isEmpty } else { false }
    }
}

extension Page.Block {
    /// The same block with other text; a block of blocks stays as it is.
    fileprivate func with(_ spans: [Page.Span]) -> Page.Block {
        switch self {
        case .paragraph: .paragraph(spans)
        case .heading(let level, _): .heading(level: level, spans)
        case .caption: .caption(spans)
        default: self
        }
    }
}

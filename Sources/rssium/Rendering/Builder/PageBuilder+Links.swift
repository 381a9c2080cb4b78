internal import FeedCore

/// Links, images and embedded media.
extension PageBuilder {
    /// Gives the open link its number, now that it has content.
    mutating func numberLink() {
        guard case .address(let address, nil)? = link else { return }
        link = .address(address, number: links.number(of: address))
    }

    /// Ends the open link. A link around several blocks, such as a preview card, stays on one of them.
    ///
    /// - Parameter outer: the link around it, whose end does this for both.
    mutating func endLink(since place: BlockStack.Place, outer: OpenLink?) {
        switch link {
        case .anchor?: endAnchorLink()
        case .address(_, let number?)? where outer == nil && blocks.hasBlocks(since: place):
            endText()
            blocks.keepLinkOnce(number, since: place)
        case .address?, nil: break
        }
    }

    /// A link to a place of the page becomes its text. The number of a footnote becomes `¹`, so that it does not look like
    /// that of a link.
    private mutating func endAnchorLink() {
        var spans = text.takeAnchorLink()
        guard !spans.isEmpty else { return }
        if PageBuilder.isBackLink(spans) { return text.takeTrailingSpace() }
        let label = spans.map(\.text).joined()
        let number = label.hasPrefix("[") && label.hasSuffix("]") ? label.dropFirst().dropLast() : label[...]
        let isMarked = number.count < label.count || spans[0].formatting.contains(.superscript)
        let isNumber = (1...3).contains(number.utf8.count) && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isNumber, isMarked || !text.isEmpty && !text.endsInSpace {
            let formatting = spans[0].formatting.subtracting([.superscript, .subscript, .emphasis, .strong])
            spans = [Page.Span(content: .text(Script.superscript.text(for: String(number))), formatting: formatting)]
        }
        text.append(spans)
    }

    /// Whether a link within the page only leads back or to itself: `↩`, or the `#` beside a heading.
    private static func isBackLink(_ spans: [Page.Span]) -> Bool {
        spans.allSatisfy { span in
            guard case .text(let text) = span.content else { return false }
            return text.unicodeScalars.allSatisfy {
                backLinkSymbols.contains($0) || $0.properties.isWhitespace || $0.properties.generalCategory == .format
            }
        }
    }

    private static let backLinkSymbols = Set("↩↪↑↖⤴⤶↵⏎^⬆←⇧⇑▲△⬑↰🔙☝👆#¶§🔗⚓∞※\u{FE0E}\u{FE0F}".unicodeScalars)

    mutating func appendImage(_ attributes: [HTMLAttribute]) {
        var image = PageImage(attributes)
        if image.source == nil { image.source = images.offeredSource }
        images.offeredSource = nil
        guard !image.isInvisible else { return }
        if let emoji = image.emoji { return appendText(emoji) }
        if let formula = image.formula {
            return text.append(formula, formatting: formatting.union(.code), link: link?.number)
        }
        let source = image.source.flatMap(links.webAddress)
        if let source, !images.addresses.insert(source).inserted, counts.noscripts > 0 { return }
        // A link to the full-size image replaces both, and so does any link of an image without a text.
        var hasOwnNumber = true
        if case .address(let address, _)? = link {
            hasOwnNumber = !image.alt.isEmpty && !PageImage.isImage(address) && !PageImage.isAttachment(address)
        }
        let number = hasOwnNumber ? source.map { links.number(of: $0) } : nil
        numberLink()
        guard source != nil || link != nil || !image.alt.isEmpty else { return }
        if images.tooltip != nil { endText() }
        if let tooltip = image.tooltip, text.isEmpty, !textKind.isPreformatted { images.tooltip = tooltip }
        let shown = Page.Image(alt: image.alt, address: source, link: number)
        text.append(.image(shown), formatting: formatting, link: link?.number)
    }

    mutating func appendMedia(_ media: EmbeddedMedia) {
        guard let shown = media.shown else { return }
        endText()
        let number = links.number(of: shown.address)
        text.append(.media(kind: shown.kind, title: shown.title, link: number), formatting: formatting)
        endText()
    }
}

/// What the page knows of its images so far.
struct ImageState {
    /// The addresses of all images: a copy in `noscript` is left out.
    var addresses: Set<String> = []
    /// The address that `picture` offers before its image.
    var offeredSource: String?
    /// The tooltip of the image in the open block.
    var tooltip: String?
    /// The tooltip that was last shown as a caption.
    var shownCaption: String?

    mutating func offerSource(_ sourceSet: String?) {
        offeredSource = offeredSource ?? sourceSet.flatMap(PageImage.firstSource)
    }

    mutating func takeTooltip() -> String? {
        defer { tooltip = nil }
        return tooltip
    }

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

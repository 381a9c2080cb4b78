internal import FeedCore

/// Links, footnotes, images, and what plays elsewhere.
extension PageBuilder {
    mutating func numberLink() {
        guard case .outer(let address, nil)? = link else { return }
        link = .outer(address: address, number: links.number(of: address))
    }

    /// What is in the link is complete. One of several blocks, such as the card of another page, is shown once.
    ///
    /// - Parameter outer: the link around it, whose end does this for both.
    mutating func endLink(since place: BlockStack.Place, within outer: Link?) {
        switch link {
        case .inner(let place)?: endInnerLink(place)
        case .outer(_, let number?)? where outer == nil && outline.hasBlocks(since: place):
            endText()
            outline.linkOnce(number, since: place)
        case .outer?, nil: break
        }
    }

    /// A link to another place of the page is none in a text, but what refers to a footnote does.
    mutating func endInnerLink(_ place: String) {
        let spans = text.takeInnerLink()
        guard !spans.isEmpty else { return }
        if Footnotes.isSign(spans) { return text.takeBlank() }
        guard let mark = Footnotes.mark(of: spans, place: place) else { return text.append(spans) }
        // In a note it leads back.
        if textNote != nil || outline.isInNote { return text.takeBlank() }
        text.append([notes.refer(to: place, mark: mark, written: spans)])
    }

    mutating func noteBegins(_ attributes: [HTMLAttribute]) {
        guard let place = attributes["id"] ?? attributes["name"], let label = notes.note(at: place)
        else { return }
        if text.isEmpty, outline.isAtStartOfItem { outline.mark(label) } else if !outline.isInNote { textNote = label }
    }

    mutating func showImage(_ attributes: [HTMLAttribute]) {
        var image = PageImage(attributes)
        if image.source == nil { image.source = pictureSource }
        pictureSource = nil
        guard !image.isInvisible else { return }
        if let characters = image.characters { return add(characters) }
        if let formula = image.formula {
            return text.append(formula, marks: marks.union(.code), link: link?.number)
        }
        let source = image.source.flatMap(links.outerAddress)
        if let source, !shownImages.insert(source).inserted, noscripts > 0 { return }
        // A link to the image in full stands for both, and so does one of an image that says nothing.
        var hasOwnNumber = true
        if case .outer(let address, _)? = link {
            hasOwnNumber = !image.alt.isEmpty && !PageImage.isImage(address) && !PageImage.isAttachment(address)
        }
        let number = hasOwnNumber ? source.map { links.number(of: $0) } : nil
        numberLink()
        guard source != nil || link != nil || !image.alt.isEmpty else { return }
        if imageCaption != nil { endText() }
        if let caption = image.caption, text.isEmpty, !textKind.isPreformatted {
            imageCaption = caption
        }
        let shown = Page.Image(alt: image.alt, address: source, link: number)
        text.append(.image(shown), marks: marks, link: link?.number)
    }

    mutating func showMedia() {
        defer { media = nil }
        guard let shown = media?.shown else { return }
        endText()
        let number = links.number(of: shown.address)
        text.append(.media(kind: shown.kind, title: shown.title, link: number), marks: marks)
        endText()
    }
}

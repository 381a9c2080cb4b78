extension Page {
    /// The page for where images are drawn: those at the beginning or the end of a paragraph, or of a line in it, stand
    /// apart from its text. Within a sentence an image stays what the text calls it.
    var withImagesApart: Page {
        var page = self
        page.blocks = page.blocks.withImagesApart
        return page
    }
}

extension [Page.Block] {
    fileprivate var withImagesApart: [Page.Block] { flatMap(\.withImagesApart) }
}

extension Page.Block {
    var withImagesApart: [Page.Block] {
        switch self {
        case .paragraph(let spans):
            return spans.contains(where: \.isImage) ? spans.partedAtImages.map(Page.Block.paragraph) : [self]
        case .quote(let blocks): return [.quote(blocks.withImagesApart)]
        case .details(let summary, let blocks): return [.details(summary: summary, blocks.withImagesApart)]
        case .list(var list):
            for index in list.items.indices { list.items[index].blocks = list.items[index].blocks.withImagesApart }
            return [.list(list)]
        case .definitions(var definitions):
            for index in definitions.indices { definitions[index].meaning = definitions[index].meaning.withImagesApart }
            return [.definitions(definitions)]
        case .heading, .preformatted, .table, .caption, .notes, .rule: return [self]
        }
    }
}

extension [Page.Span] {
    /// Text and images by turns, each for a paragraph of its own.
    fileprivate var partedAtImages: [[Page.Span]] {
        var groups: [[Page.Span]] = []
        var text: [Page.Span] = []
        func endText() {
            if text.contains(where: { !$0.isBlank }) { groups.append(text) }
            text = []
        }
        func add(images: ArraySlice<Page.Span>) {
            guard !images.isEmpty else { return }
            endText()
            groups.append(images.filter(\.isImage))
        }
        for line in split(omittingEmptySubsequences: false, whereSeparator: { $0.content == .lineBreak }) {
            let first = line.firstIndex { !$0.isImage && !$0.isBlank } ?? line.endIndex
            let last = line.lastIndex { !$0.isImage && !$0.isBlank }.map { $0 + 1 } ?? line.endIndex
            let before = line[..<first]
            let after = line[last...]
            let start = before.contains(where: \.isImage) ? first : line.startIndex
            let end = after.contains(where: \.isImage) ? last : line.endIndex
            add(images: line[..<start])
            if !text.isEmpty { text.append(Page.Span(content: .lineBreak)) }
            text += line[start..<end]
            add(images: line[end...])
        }
        endText()
        return groups
    }
}

extension Page.Span {
    fileprivate var isImage: Bool {
        if case .image = content { true } else { false }
    }

    fileprivate var isBlank: Bool {
        switch content {
        case .lineBreak: true
        case .text(let text): text.utf8.allSatisfy { $0 == 0x20 }
        case .image, .media, .note: false
        }
    }
}

extension Page.Block {
    /// The block for a screen that draws images: an image at the beginning or the end of a paragraph or line becomes a
    /// paragraph of its own. Within a sentence an image stays.
    var withImagesApart: [Page.Block] {
        switch self {
        case .paragraph(let spans):
            return spans.contains(where: \.isImage) ? spans.splitAtImages.map(Page.Block.paragraph) : [self]
        case .quote(let blocks): return [.quote(blocks.withImagesApart)]
        case .details(let summary, let blocks): return [.details(summary: summary, blocks.withImagesApart)]
        case .list(var list):
            for index in list.items.indices { list.items[index].blocks = list.items[index].blocks.withImagesApart }
            return [.list(list)]
        case .definitions(var definitions):
            for index in definitions.indices { definitions[index].meaning = definitions[index].meaning.withImagesApart }
            return [.definitions(definitions)]
        case .heading, .preformatted, .table, .caption, .rule: return [self]
        }
    }
}

extension [Page.Span] {
    /// Text and images in turn, each for a paragraph of its own.
    fileprivate var splitAtImages: [[Page.Span]] {
        var groups: [[Page.Span]] = []
        var text: [Page.Span] = []
        func endText() {
            if text.contains(where: { !$0.isSpace }) { groups.append(text) }
            text = []
        }
        func appendImages(_ images: ArraySlice<Page.Span>) {
            guard !images.isEmpty else { return }
            endText()
            groups.append(images.filter(\.isImage))
        }
        for line in split(omittingEmptySubsequences: false, whereSeparator: { $0.content == .lineBreak }) {
            let first = line.firstIndex { !$0.isImage && !$0.isSpace } ?? line.endIndex
            let last = line.lastIndex { !$0.isImage && !$0.isSpace }.map { $0 + 1 } ?? line.endIndex
            let before = line[..<first]
            let after = line[last...]
            let start = before.contains(where: \.isImage) ? first : line.startIndex
            let end = after.contains(where: \.isImage) ? last : line.endIndex
            appendImages(line[..<start])
            if !text.isEmpty { text.append(Page.Span(content: .lineBreak)) }
            text += line[start..<end]
            appendImages(line[end...])
        }
        endText()
        return groups
    }
}

extension Page.Span {
    var isImage: Bool {
        if case .image = content { true } else { false }
    }

    /// Whether it is only space or a line break.
    var isSpace: Bool {
        switch content {
        case .lineBreak: true
        case .text(let text): text.utf8.allSatisfy { $0 == 0x20 }
        case .image, .media: false
        }
    }
}

extension [Page.Block] {
    fileprivate var withImagesApart: [Page.Block] { flatMap(\.withImagesApart) }
}

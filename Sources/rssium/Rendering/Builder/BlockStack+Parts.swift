/// What was appended to the innermost container since some place.
extension BlockStack {
    /// The end of the blocks so far.
    struct Place {
        fileprivate let depth: Int
        fileprivate let count: Int
    }

    var place: Place { Place(depth: containers.count, count: containers[innermost].blocks.count) }

    /// Whether the same container is innermost, with more blocks.
    func hasBlocks(since place: Place) -> Bool {
        containers.count == place.depth && containers[innermost].blocks.count > place.count
    }

    /// Keeps a link around several blocks on the first one with text. Its images without a text go.
    mutating func keepLinkOnce(_ number: Int, since place: Place) {
        guard hasBlocks(since: place),
            containers[innermost].blocks[place.count...].contains(where: { $0.spans.hasText(ofLink: number) })
        else { return }
        var isLinked = false
        let blocks = containers[innermost].blocks[place.count...].compactMap { block -> Page.Block? in
            guard !block.spans.isEmpty else { return block }
            let hasText = block.spans.hasText(ofLink: number)
            defer { isLinked = isLinked || hasText }
            let spans = block.spans.filter { !$0.isTextlessImage(of: number) }.map { span in
                guard isLinked, span.link == number, case .text = span.content else { return span }
                var span = span
                span.link = nil
                return span
            }
            return spans.contains { $0.content != .lineBreak } ? block.with(spans) : nil
        }
        containers[innermost].blocks.replaceSubrange(place.count..., with: blocks)
    }

    var isInnermostEmpty: Bool { containers[innermost].blocks.isEmpty }

    /// Whether the innermost container holds parts, such as rows, and no blocks of its own.
    var innermostHoldsParts: Bool {
        switch containers[innermost].kind {
        case .list, .definitions, .table, .row: true
        default: false
        }
    }

    /// The text of a form with less than this only labels its controls.
    private static let minFormBytes = 250
    private static let minFormBlocks = 3

    /// Closes a form. False where it has controls and too little text: then it is dropped.
    mutating func closeForm(hasControls: Bool) -> Bool {
        let blocks = containers[innermost].blocks
        guard
            !hasControls || blocks.count >= BlockStack.minFormBlocks
                || blocks.reduce(0, { $0 + $1.byteCount }) >= BlockStack.minFormBytes
        else {
            containers.removeLast()
            return false
        }
        closeInnermost()
        return true
    }
}

extension [Page.Span] {
    /// Whether the link of that number has text in them.
    fileprivate func hasText(ofLink link: Int) -> Bool {
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

    /// The size of all text in it.
    fileprivate var byteCount: Int {
        func count(_ blocks: [Page.Block]) -> Int { blocks.reduce(0) { $0 + $1.byteCount } }
        switch self {
        case .quote(let blocks), .details(_, let blocks): return count(blocks)
        case .list(let list): return list.items.reduce(0) { $0 + count($1.blocks) }
        case .definitions(let definitions): return definitions.reduce(0) { $0 + count($1.meaning) }
        case .table(let table): return table.rows.lazy.flatMap(\.cells).reduce(0) { $0 + count($1.blocks) }
        case .paragraph, .heading, .caption, .preformatted, .rule:
            return spans.reduce(0) { $0 + $1.text.utf8.count }
        }
    }
}

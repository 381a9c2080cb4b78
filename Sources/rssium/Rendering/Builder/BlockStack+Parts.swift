/// What was added to the innermost open part since some place.
extension BlockStack {
    /// A place behind the blocks that there are.
    struct Place {
        fileprivate let depth: Int
        fileprivate let count: Int
    }

    var place: Place { Place(depth: open.count, count: open[open.count - 1].blocks.count) }

    /// Whether there are blocks since then, where no other part was begun or ended.
    func hasBlocks(since place: Place) -> Bool {
        open.count == place.depth && open[open.count - 1].blocks.count > place.count
    }

    /// Lets one block of a link that has several be the link, the first one with text. Images that say nothing go: the
    /// text does.
    mutating func linkOnce(_ number: Int, since place: Place) {
        let last = open.count - 1
        guard hasBlocks(since: place),
            open[last].blocks[place.count...].contains(where: { $0.spans.holdText(of: number) })
        else { return }
        var isLinked = false
        let blocks = open[last].blocks[place.count...].compactMap { block -> Page.Block? in
            guard !block.spans.isEmpty else { return block }
            let hasText = block.spans.holdText(of: number)
            defer { isLinked = isLinked || hasText }
            let spans = block.spans.filter { !$0.isSilentImage(of: number) }.map { span in
                guard isLinked, span.link == number, case .text = span.content else { return span }
                var span = span
                span.link = nil
                return span
            }
            return spans.contains { $0.content != .lineBreak } ? block.with(spans) : nil
        }
        open[last].blocks.replaceSubrange(place.count..., with: blocks)
    }

    /// Whether nothing is in what is open.
    var isEmpty: Bool { open[open.count - 1].blocks.isEmpty }

    /// Whether what is open is made of parts, such as rows, and has no blocks of its own.
    var isBetweenParts: Bool {
        switch open[open.count - 1].kind {
        case .list, .definitions, .table, .row: true
        default: false
        }
    }

    private static let shortestText = 250

    private static let mostBlocks = 2

    /// Ends a form. False where there was too little in it to be more than what stands beside buttons; then it is gone.
    ///
    /// - Parameter isText: whether there are no buttons and fields in it.
    mutating func endForm(isText: Bool) -> Bool {
        let blocks = open[open.count - 1].blocks
        let isText = isText || blocks.count > BlockStack.mostBlocks
        guard isText || blocks.reduce(0, { $0 + $1.textCount }) >= BlockStack.shortestText else {
            open.removeLast()
            return false
        }
        end()
        return true
    }
}

extension [Page.Span] {
    /// Whether the link with that number has text in them.
    fileprivate func holdText(of link: Int) -> Bool {
        contains { $0.link == link && $0.text.utf8.contains { $0 > 0x20 } }
    }
}

extension Page.Span {
    fileprivate func isSilentImage(of link: Int) -> Bool {
        if case .image(let image) = content { self.link == link && image.alt.isEmpty } else { false }
    }
}

extension Page.Block {
    /// The same block of text with another one; a block of blocks stays.
    fileprivate func with(_ spans: [Page.Span]) -> Page.Block {
        switch self {
        case .paragraph: .paragraph(spans)
        case .heading(let level, _): .heading(level: level, spans)
        case .caption: .caption(spans)
        default: self
        }
    }

    /// The bytes of all the text in it.
    fileprivate var textCount: Int {
        func count(_ blocks: [Page.Block]) -> Int { blocks.reduce(0) { $0 + $1.textCount } }
        switch self {
        case .quote(let blocks), .details(_, let blocks): return count(blocks)
        case .list(let list): return list.items.reduce(0) { $0 + count($1.blocks) }
        case .definitions(let definitions): return definitions.reduce(0) { $0 + count($1.meaning) }
        case .table(let table): return table.rows.lazy.flatMap(\.cells).reduce(0) { $0 + count($1.blocks) }
        case .notes(let notes): return notes.reduce(0) { $0 + count($1.blocks) }
        case .paragraph, .heading, .caption, .preformatted, .rule:
            return spans.reduce(0) { $0 + $1.text.utf8.count }
        }
    }
}

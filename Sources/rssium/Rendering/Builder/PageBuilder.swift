internal import FeedCore

/// Makes a page of an article: it goes down the tree of the HTML once, and takes what a reader wants to see as blocks and
/// spans. `PageStyle` carries what the outer elements say. `PageContent` collects what a container holds.
struct PageBuilder {
    let tree: HTMLTree
    /// The content so far of the page, or of the container that is being read.
    var content = PageContent()
    /// The open block of text.
    var text = SpanBuilder()
    /// Whether the number of a note begins the open block.
    var beginsWithNoteNumber = false
    var links: PageLinks
    var images = ImageState()
    /// The meanings of abbreviations that the page has already shown.
    var expansions: Set<String> = []
    var figureCount = 0
    private var visibility = HTMLVisibility()
    /// The node that proves that the element around it is part of the article. Up to it, nothing is searched again, so the time
    /// stays linear.
    private var proseFound: HTMLTree.Index?
    /// The size of what was read since blocks were last handed out, in bytes.
    private var unreleasedSize = 0
    private var nodeCount = 0
    private var isStopped = false
    /// Takes complete blocks of the page; false to stop.
    private let onBlocks: ([Page.Block]) -> Bool

    private init(_ tree: HTMLTree, at address: String?, _ onBlocks: @escaping ([Page.Block]) -> Bool) {
        self.tree = tree
        self.onBlocks = onBlocks
        links = PageLinks(of: address, tree)
    }

    /// Hands out the blocks of the page in groups, each as soon as no later text can change it, so that a long article
    /// is never in memory as a whole. Returns the addresses of its links. In the text they are absolute, as the feed parser
    /// leaves them.
    ///
    /// - Parameter address: the article's own: a link to it with a fragment leads to a place of the page.
    static func read<Failure: Error>(
        _ text: ArticleText, at address: String?, _ onBlocks: ([Page.Block]) throws(Failure) -> Void
    ) throws(Failure) -> [String] {
        guard case .html(let html) = text else {
            if case .plain(let plain) = text { try onBlocks(PlainText.blocks(of: plain)) }
            return []
        }
        var failure: Failure?
        let links = withoutActuallyEscaping(onBlocks) { onBlocks in
            var builder = PageBuilder(HTMLTree(html), at: address) { blocks in
                do throws(Failure) { try onBlocks(blocks) } catch { failure = error }
                return failure == nil
            }
            builder.readPage()
            return builder.links.addresses
        }
        if let failure { throw failure }
        return links
    }

    private mutating func readPage() {
        let style = PageStyle()
        appendContent(of: HTMLTree.document, style)
        endText(style)
        if content.blocks.last == .rule { content.blocks.removeLast() }
        if !isStopped { _ = onBlocks(content.blocks) }
    }

    // MARK: - Nodes

    mutating func appendContent(of node: HTMLTree.Index, _ style: PageStyle) {
        var next = tree.firstChild(of: node)
        while let child = next, !isStopped {
            append(child, style)
            next = tree.nextSibling(of: child)
        }
    }

    mutating func append(_ node: HTMLTree.Index, _ style: PageStyle) {
        if node == proseFound { proseFound = nil }
        let isSearched = proseFound != nil
        defer { if !isSearched { proseFound = nil } }
        switch tree.nodes[node].kind {
        case .text, .code: appendText(of: node, style)
        case .element where !tree.isReported(node): appendContent(of: node, style)
        case .element:
            if let element = shownElement(node, style) { append(element, style) }
            if style.depth == 0, !style.isInLink { handOutCompleteBlocks() }
        case .document, .comment: break
        }
    }

    mutating func appendText(of node: HTMLTree.Index, _ style: PageStyle) {
        let string = tree.text(of: node)
        unreleasedSize += string.utf8.count
        countNode()
        appendText(string, style)
    }

    /// The element at a node with its attributes; nil if a reader does not see it.
    private mutating func shownElement(_ node: HTMLTree.Index, _ style: PageStyle) -> ShownElement? {
        unreleasedSize += PageBuilder.tagSize
        countNode()
        guard !tree.isEmptyField(node) else { return nil }
        let element = ShownElement(node, in: tree)
        if case .script? = element.kind { return tree.isUndrawnFormula(node) ? element : nil }
        let isTextButton = style.keepsButtons && element.name == "button"
        guard case .shown = visibility.fate(of: element.name, element.attributes, isText: isTextButton) else {
            return nil
        }
        guard !element.attributes.isEmpty, proseFound == nil,
            let kind = Boilerplate(element.attributes, isInCode: style.kind.isPreformatted)
        else { return element }
        proseFound = kind.prose(in: node, of: tree, &links)
        return proseFound == nil ? nil : element
    }

    /// In a cancelled task it ends early.
    private mutating func countNode() {
        nodeCount += 1
        if nodeCount & 0x3FF == 0, Task.isCancelled { isStopped = true }
    }

    private static let groupSize = 64 << 10
    private static let tagSize = 32

    /// Later text may still change the last block. Within a link no block is complete: it may yet become the link's text.
    private mutating func handOutCompleteBlocks() {
        guard unreleasedSize > PageBuilder.groupSize, let last = content.blocks.popLast() else { return }
        unreleasedSize = 0
        isStopped = isStopped || !onBlocks(content.blocks)
        content.blocks = [last]
    }
}

/// An element that a reader sees.
struct ShownElement {
    let node: HTMLTree.Index
    let name: HTMLName
    let attributes: [HTMLAttribute]
    /// Nil for an element that only passes its content on.
    let kind: PageElement?

    init(_ node: HTMLTree.Index, in tree: HTMLTree) {
        self.node = node
        name = tree.shownName(of: node)
        attributes = tree.shownAttributes(of: node)
        kind = PageElement.named(name)
    }
}

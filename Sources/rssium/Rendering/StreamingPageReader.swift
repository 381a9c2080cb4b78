internal import FeedCore

/// Reads a text into the blocks of a page on a thread of its own, while the caller uses the complete ones.
enum StreamingPageReader {
    private enum Step: Sendable {
        case blocks([Page.Block])
        case end(links: [String])
    }

    /// Below this many bytes a thread costs more than it gains.
    private static let minSize = 512 << 10
    /// The groups of blocks in the queue: enough to keep both threads busy, too few for a whole article.
    private static let queueLimit = 8

    /// Hands out the blocks of a text in order and returns the addresses of its links. It ends when `onBlock` throws.
    static func read<Failure: Error>(
        _ text: ArticleText, at address: String?, _ onBlock: (Page.Block) throws(Failure) -> Void
    ) throws(Failure) -> [String] {
        let queue = BoundedQueue<Step>(limit: queueLimit)
        guard text.written.utf8.count >= minSize, let thread = SystemThread({ read(text, at: address, into: queue) })
        else {
            let page = PageBuilder.page(of: text, at: address)
            for block in page.blocks { try onBlock(block) }
            return page.links
        }
        defer {
            queue.close()
            thread.join()
        }
        while let step = queue.take() {
            switch step {
            case .blocks(let blocks): for block in blocks { try onBlock(block) }
            case .end(let links): return links
            }
        }
        return []
    }

    private static func read(_ text: ArticleText, at address: String?, into queue: BoundedQueue<Step>) {
        let links = PageBuilder.read(text, at: address) { queue.put(.blocks($0)) }
        queue.put(.end(links: links))
    }
}

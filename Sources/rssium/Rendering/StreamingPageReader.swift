internal import FeedCore

/// Reads a text into the blocks of a page on a thread of its own, while those that are complete are already used.
enum StreamingPageReader {
    private enum Step: Sendable {
        case blocks([Page.Block])
        /// The addresses of the links, when all is read.
        case end([String])
    }

    /// Below this many bytes a thread costs more than it gains.
    private static let shortest = 512 << 10
    /// Groups of blocks that wait to be used: enough to keep both threads busy, too few to hold a whole article.
    private static let mostWaiting = 8

    /// Hands out the blocks of a text in order and returns the addresses of its links. An error of `onBlock` ends it.
    static func read<Failure: Error>(
        _ text: ArticleText, at address: String?, _ onBlock: (Page.Block) throws(Failure) -> Void
    ) throws(Failure) -> [String] {
        let queue = BoundedQueue<Step>(limit: mostWaiting)
        guard text.size >= shortest, let thread = SystemThread({ read(text, at: address, into: queue) }) else {
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
        queue.put(.end(links))
    }
}

extension ArticleText {
    /// In bytes.
    fileprivate var size: Int {
        switch self {
        case .html(let text), .plain(let text): text.utf8.count
        }
    }
}

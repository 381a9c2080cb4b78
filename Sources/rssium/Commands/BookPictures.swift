internal import FeedCore

/// The pictures of a book, within a limit for all of them.
struct BookPictures {
    static let option = Flag("images", "with --format epub: embed the pictures")
    private static let byteLimit = 50 << 20

    private let backoffs: [String: HostBackoff]
    private var images = ArticleImages(rule: nil)
    private var bytesLeft = byteLimit
    private var asked: Set<String> = []

    init(backoffs: [String: HostBackoff]) { self.backoffs = backoffs }

    /// The pictures of an article that the book does not have yet. Throws `Interrupted`.
    mutating func files(
        for article: Article, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [String: ImageFile] {
        guard bytesLeft > 0, !images.isOffline else { return [:] }
        let wanted = EPUBChapter(article).pictures.filter { address in
            let backoff = WebAddress(address).flatMap { backoffs[$0.hostAndPort] }
            return backoff.map { $0.until <= context.now } ?? true && !asked.contains(address)
        }
        let addresses = Array(wanted.prefix(ImageFetching.countLimit))
        asked.formUnion(addresses)
        guard !addresses.isEmpty else { return [:] }
        let files = try images.fetchFiles(at: addresses, for: article, store, context)
        if images.isOffline { context.messages.notice("offline: the book has no further pictures") }
        var kept: [String: ImageFile] = [:]
        for address in addresses {
            guard let file = files[address], file.bookType != nil, !file.isTiny else { continue }
            guard file.bytes.count <= bytesLeft else {
                bytesLeft = 0
                context.messages.notice("the book has 50 MiB of pictures; further ones are links")
                break
            }
            bytesLeft -= file.bytes.count
            kept[address] = file
        }
        return kept
    }
}

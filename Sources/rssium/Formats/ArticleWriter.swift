internal import FeedCore

/// Prints articles one by one, in the format and with the fields that the user asked for.
struct ArticleWriter {
    private var writer: any DocumentWriter

    /// - Parameters:
    ///   - head: the head of a JSON Feed document; its title is that of other documents too.
    ///   - sharedGuids: the hashes of guids that several articles have.
    ///   - newest: the largest id of an article to print; nil if unknown.
    ///   - lastSeen: the newest article at the last listing on a terminal; nil before the first listing. Newer articles get
    ///     the flag N.
    ///   - isOfOneFeed: all articles are of one feed, so a table does not name it.
    ///   - isPreview: the articles are not stored, so they have no state such as read or starred.
    init(
        _ layout: ListOptions<Article>, head: JSONFeed.Head, sharedGuids: Set<Int64> = [],
        upTo newest: ArticleID? = nil, lastSeen: ArticleID? = nil, isOfOneFeed: Bool = false, isPreview: Bool = false,
        on terminal: Terminal, at now: Timestamp
    ) {
        let omitted = isOfOneFeed ? "feed" : nil
        var layout = layout
        if layout.isOfDefaultColumns { layout.fields = Article.fields.table.filter { $0.name != omitted } }
        writer =
            switch layout.document {
            case .atom: AtomFeed(title: head.title, sharedGuids: sharedGuids, at: now)
            case .html: HTMLPage(title: head.title, at: now)
            case .epub: EPUBBook(title: head.title, at: now)
            case nil where layout.isWholeJSON:
                JSONFeed(
                    layout.format == .json ? .document(head) : .lines, sharedGuids: sharedGuids, isPreview: isPreview)
            case nil:
                ItemWriter(
                    layout, upTo: newest?.rawValue, omitting: omitted, on: terminal, at: now, lastSeen: lastSeen
                ) { StyledText($0.excerptBesideTitle, .dim) }
            }
    }

    /// Whether the format shows the content of articles, which the store keeps in a table of its own.
    static func needsContent(_ layout: ListOptions<Article>) -> Bool {
        layout.document != nil || layout.isWholeJSON
    }

    /// - Parameter pictures: those to embed in a book, by address.
    mutating func write(
        _ article: Article, pictures: [String: ImageFile] = [:], to output: inout Output
    ) throws(OutputError) {
        try writer.write(article, pictures: pictures, to: &output)
    }

    mutating func finish(to output: inout Output) throws(OutputError) { try writer.finish(to: &output) }
}

/// Prints a list or a document of articles, one by one.
protocol DocumentWriter {
    /// - Parameter pictures: those to embed in a book, by address.
    mutating func write(_ article: Article, pictures: [String: ImageFile], to output: inout Output) throws(OutputError)

    mutating func finish(to output: inout Output) throws(OutputError)
}

internal import FeedCore

/// Prints a list or a document of articles, one by one.
protocol ArticleWriter {
    /// - Parameter pictures: those to embed in a book, by address.
    mutating func write(_ article: Article, pictures: [String: ImageFile], to output: inout Output) throws(OutputError)

    mutating func finish(to output: inout Output) throws(OutputError)
}

extension ArticleWriter {
    mutating func write(_ article: Article, to output: inout Output) throws(OutputError) {
        try write(article, pictures: [:], to: &output)
    }
}

extension ListLayout where Item == Article {
    /// Whether the format shows the content of articles, which the store keeps in a table of its own.
    var needsContent: Bool { Format.ofDocuments.contains(format) || isWholeJSON }

    /// Prints articles in the format and with the fields that the user asked for.
    ///
    /// - Parameters:
    ///   - head: the head of a JSON Feed document; its title is that of other documents too.
    ///   - sharedGuids: the hashes of guids that several articles have.
    ///   - newest: the largest id of an article to print; nil if unknown.
    ///   - lastSeen: the newest article at the last listing on a terminal; nil before the first listing. Newer articles get
    ///     the flag N.
    ///   - isOfOneFeed: all articles are of one feed, so a table does not name it.
    ///   - isPreview: the articles are of one feed and not stored, so they have no state such as read or starred.
    func writer(
        head: JSONFeed.Head, sharedGuids: Set<Int64> = [], upTo newest: ArticleID? = nil, lastSeen: ArticleID? = nil,
        isOfOneFeed: Bool = false, isOfUnread: Bool = false, isPreview: Bool = false, on terminal: Terminal,
        at now: Timestamp
    ) -> any ArticleWriter {
        switch format {
        case .atom: return AtomFeed(title: head.title, sharedGuids: sharedGuids, at: now)
        case .html: return HTMLPage(title: head.title, at: now)
        case .epub: return EPUBBook(title: head.title, at: now)
        case .json where isWholeJSON, .jsonl where isWholeJSON:
            return JSONFeed(format == .json ? .document(head) : .lines, sharedGuids: sharedGuids, isPreview: isPreview)
        default:
            let omitted = isOfOneFeed || isPreview ? "feed" : nil
            var layout = self
            if isOfDefaultColumns { layout.fields = Article.fields.table.filter { $0.name != omitted } }
            return ItemWriter(
                layout, upTo: newest?.rawValue, on: terminal, at: now, lastSeen: lastSeen,
                isOfUnread: isOfUnread || isPreview
            ) { StyledText($0.excerptBesideTitle, .dim) }
        }
    }
}

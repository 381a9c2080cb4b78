internal import FeedCore

/// Prints articles one by one, in the format and with the fields that the user asked for.
struct ArticleWriter {
    private let fields: [Field<Article>]
    private let listing: Listing
    private let showsExcerpts: Bool
    /// For a narrow terminal, instead of a table.
    private let narrow: NarrowList<Article>?
    private var records: RecordWriter
    /// Nil for text and tsv.
    private var document: (any DocumentWriter)?

    /// - Parameter title: the title of a document.
    init(
        _ layout: ListOptions<Article>, title: String, sharedGuids: Set<Int64> = [], upTo newest: ArticleID? = nil,
        lastSeen: ArticleID? = nil, isOfOneFeed: Bool = false, on terminal: Terminal, at now: Timestamp
    ) {
        self.init(
            layout, head: JSONFeed.Head(title: title), sharedGuids: sharedGuids, upTo: newest, lastSeen: lastSeen,
            isOfOneFeed: isOfOneFeed, on: terminal, at: now)
    }

    /// - Parameters:
    ///   - head: the head of a JSON Feed document; its title is that of other documents too.
    ///   - sharedGuids: the hashes of guids that several articles have.
    ///   - newest: the largest id of an article to print; nil if unknown.
    ///   - lastSeen: the newest article at the last listing on a terminal; nil before the first listing. Newer articles get
    ///     the flag N.
    ///   - isOfOneFeed: all articles are of one feed, so a table does not name it.
    ///   - isPreview: the articles are not stored, so they have no state such as read or starred.
    init(
        _ layout: ListOptions<Article>, head: JSONFeed.Head, sharedGuids: Set<Int64>, upTo newest: ArticleID?,
        lastSeen: ArticleID? = nil, isOfOneFeed: Bool = false, isPreview: Bool = false, on terminal: Terminal,
        at now: Timestamp
    ) {
        listing = Listing(now: now, lastSeen: lastSeen)
        // The excerpt fills the line after the title. In a pipe a line has no end, and it would fill all of it.
        showsExcerpts = !layout.areFieldsChosen && terminal.lineWidth != nil
        let omitted = isOfOneFeed ? "feed" : nil
        let fields = ArticleWriter.columns(of: layout, omitting: omitted)
        self.fields = fields
        records = RecordWriter(
            layout,
            columns: fields.map { $0.name == "id" ? .number(upTo: newest?.rawValue ?? 0) : $0.column },
            header: fields.map(\.name), on: terminal)
        narrow = NarrowList(
            layout, upTo: newest?.rawValue, omitting: omitted, on: terminal, listing)
        document =
            switch (layout.document, layout.format) {
            case (.atom, _): AtomFeed(title: head.title, sharedGuids: sharedGuids, at: now)
            case (.html, _): HTMLPage(title: head.title, at: now)
            case (.epub, _): EPUBBook(title: head.title, at: now)
            case (nil, .json) where layout.areFieldsChosen, (nil, .jsonl) where layout.areFieldsChosen:
                ItemWriter(layout, on: terminal, at: now, lastSeen: lastSeen)
            case (nil, .json): JSONFeed(.document(head), sharedGuids: sharedGuids, isPreview: isPreview)
            case (nil, .jsonl): JSONFeed(.lines, sharedGuids: sharedGuids, isPreview: isPreview)
            case (nil, .text), (nil, .tsv): nil
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
        if document != nil {
            try document?.write(article, pictures: pictures, to: &output)
        } else if let narrow {
            try narrow.write(article, to: &output)
        } else if records.isTable {
            try records.write(
                styled: fields.map { $0.styledText(of: article, listing) },
                filler: showsExcerpts ? StyledText(article.excerptBesideTitle, .dim) : StyledText(), to: &output)
        } else {
            try records.write(fields, of: article, listing, to: &output)
        }
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        if document != nil {
            try document?.finish(to: &output)
        } else if narrow == nil {
            try records.finish(to: &output)
        }
    }

    private static func columns(of layout: ListOptions<Article>, omitting omitted: String?) -> [Field<Article>] {
        layout.isOfDefaultColumns ? Article.fields.table.filter { $0.name != omitted } : layout.fields
    }
}

/// Prints a document of articles, one by one.
protocol DocumentWriter {
    /// - Parameter pictures: those to embed in a book, by address.
    mutating func write(_ article: Article, pictures: [String: ImageFile], to output: inout Output) throws(OutputError)

    mutating func finish(to output: inout Output) throws(OutputError)
}

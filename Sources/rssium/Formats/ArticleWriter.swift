internal import FeedCore

/// Prints articles one by one, in the format and with the fields that the user asked for.
struct ArticleWriter {
    private let fields: [Field<Article>]
    private var listing: Listing
    private let showsExcerpts: Bool
    /// For a narrow terminal, instead of a table.
    private let narrow: NarrowList<Article>?
    private var records: RecordWriter
    private var body: Body
    /// The newest article at the last listing on a terminal; nil before the first listing. Newer articles get the flag
    /// N.
    var lastSeen: ArticleID? {
        get { listing.lastSeen }
        set { listing.lastSeen = newValue }
    }
    /// The articles are not stored, so they have no state such as read or starred.
    var isPreview = false {
        didSet {
            guard case .json(var feed) = body else { return }
            feed.isPreview = isPreview
            body = .json(feed)
        }
    }

    private enum Body {
        case records
        case json(JSONFeed)
        /// JSON with chosen fields.
        case objects(ItemWriter<Article>)
        case atom(AtomFeed)
        case html(HTMLPage)
        case epub(EPUBBook)
    }

    /// - Parameter title: the title of a document.
    init(
        _ layout: ListOptions<Article>, title: String, sharedGuids: Set<Int64> = [], upTo newest: ArticleID? = nil,
        isOfOneFeed: Bool = false, on terminal: Terminal, at now: Timestamp
    ) {
        self.init(
            layout, head: JSONFeed.Head(title: title), sharedGuids: sharedGuids, upTo: newest, isOfOneFeed: isOfOneFeed,
            on: terminal, at: now)
    }

    /// - Parameters:
    ///   - head: the head of a JSON Feed document; its title is that of other documents too.
    ///   - sharedGuids: the hashes of guids that several articles have.
    ///   - newest: the largest id of an article to print; nil if unknown.
    ///   - isOfOneFeed: all articles are of one feed, so a table does not name it.
    init(
        _ layout: ListOptions<Article>, head: JSONFeed.Head, sharedGuids: Set<Int64>, upTo newest: ArticleID?,
        isOfOneFeed: Bool = false, on terminal: Terminal, at now: Timestamp
    ) {
        listing = Listing(now: now)
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
        switch (layout.document, layout.format) {
        case (.atom, _): body = .atom(AtomFeed(title: head.title, sharedGuids: sharedGuids, at: now))
        case (.html, _): body = .html(HTMLPage(title: head.title, at: now))
        case (.epub, _): body = .epub(EPUBBook(title: head.title, at: now))
        case (nil, .json) where layout.areFieldsChosen, (nil, .jsonl) where layout.areFieldsChosen:
            body = .objects(ItemWriter(layout, on: terminal, at: now))
        case (nil, .json): body = .json(JSONFeed(.document(head), sharedGuids: sharedGuids))
        case (nil, .jsonl): body = .json(JSONFeed(.lines, sharedGuids: sharedGuids))
        case (nil, .text), (nil, .tsv): body = .records
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
        switch body {
        case .json(var feed):
            // Moved out of `body` while it changes, so that it is not copied.
            body = .records
            try feed.write(article, to: &output)
            body = .json(feed)
        case .objects(var writer):
            body = .records
            writer.listing = listing
            try writer.write(article, to: &output)
            body = .objects(writer)
        case .atom(var feed):
            body = .records
            try feed.write(article, to: &output)
            body = .atom(feed)
        case .html(var page):
            body = .records
            page.append(article)
            body = .html(page)
        case .epub(var book):
            body = .records
            try book.write(article, pictures: pictures, to: &output)
            body = .epub(book)
        case .records where narrow != nil: try narrow?.write(article, to: &output)
        case .records where records.isTable:
            try records.write(
                styled: fields.map { $0.styledText(of: article, listing) },
                filler: showsExcerpts ? StyledText(article.excerptBesideTitle, .dim) : StyledText(), to: &output)
        // By index: a copy of each field would take longer than its text.
        case .records:
            try records.write(fields.indices.map { fields[$0].value(article, listing).text }, to: &output)
        }
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        switch body {
        case .json(var feed): try feed.finish(to: &output)
        case .objects(var writer): try writer.finish(to: &output)
        case .atom(var feed): try feed.finish(to: &output)
        case .html(let page): try page.write(to: &output)
        case .epub(var book): try book.finish(to: &output)
        case .records where narrow != nil: break
        case .records: try records.finish(to: &output)
        }
    }

    private static func columns(of layout: ListOptions<Article>, omitting omitted: String?) -> [Field<Article>] {
        layout.isOfDefaultColumns ? Article.fields.table.filter { $0.name != omitted } : layout.fields
    }
}

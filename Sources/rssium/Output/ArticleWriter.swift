internal import FeedCore

/// Prints articles one by one, in the format and with the fields that were asked for.
struct ArticleWriter {
    private let layout: Layout<ArticleField>
    private let now: Timestamp
    private let showsExcerpts: Bool
    private var records: RecordWriter
    /// The articles are not stored: there is nothing to say of what the user has done with them.
    var isPreview = false {
        didSet { document?.isPreview = isPreview }
    }
    private var document: JSONFeed?

    /// `title` is that of the JSON Feed document.
    init(
        _ layout: Layout<ArticleField>, title: String, sharedGuids: Set<Int64> = [], on terminal: Terminal,
        at now: Timestamp
    ) {
        self.init(layout, head: JSONFeed.Head(title: title), sharedGuids: sharedGuids, on: terminal, at: now)
    }

    /// `head` is that of the JSON Feed document; `sharedGuids` are the hashes of the guids that are no ids.
    init(
        _ layout: Layout<ArticleField>, head: JSONFeed.Head, sharedGuids: Set<Int64>, on terminal: Terminal,
        at now: Timestamp
    ) {
        self.layout = layout
        self.now = now
        let width = terminal.isTerminal ? terminal.width : nil
        // The excerpt takes what the title leaves of a line; where no line has an end, it would take everything.
        showsExcerpts = !layout.areFieldsChosen && terminal.isTerminal
        let fields = ArticleWriter.columns(of: layout)
        records = RecordWriter(layout, columns: fields.map(\.column), width: width)
        switch layout.format {
        case .json: document = JSONFeed(.document(head), sharedGuids: sharedGuids)
        case .jsonl: document = JSONFeed(.lines, sharedGuids: sharedGuids)
        case .text, .tsv: document = nil
        }
    }

    /// Whether the format shows the text of the articles, which is stored apart.
    static func needsContent(_ layout: Layout<ArticleField>) -> Bool {
        layout.format == .json || layout.format == .jsonl
    }

    /// `isNew`: it was stored since the last listing on a terminal.
    mutating func write(_ article: Article, isNew: Bool = false, to output: inout Output) throws(OutputError) {
        if document != nil {
            try document?.write(article, to: &output)
        } else if records.isTable {
            try records.write(styled: row(article, isNew), to: &output)
        } else {
            try records.write(layout.fields.map { $0.text(of: article, isNew: isNew) }, to: &output)
        }
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        if document != nil {
            try document?.finish(to: &output)
        } else {
            try records.finish(to: &output)
        }
    }

    /// A terminal has no room for the link that a program wants; `--fields` asks for it.
    private static func columns(of layout: Layout<ArticleField>) -> [ArticleField] {
        let isUsual = layout.format == .text && !layout.areFieldsChosen
        return isUsual ? layout.fields.filter { $0 != .url } : layout.fields
    }

    private func row(_ article: Article, _ isNew: Bool) -> [StyledText] {
        var row = ArticleWriter.columns(of: layout).map { $0.styledText(of: article, isNew: isNew, at: now) }
        if showsExcerpts, !article.isUntitled, !article.excerpt.isEmpty, !row.isEmpty {
            row[row.count - 1].append("  " + article.excerpt, .dim)
        }
        return row
    }
}

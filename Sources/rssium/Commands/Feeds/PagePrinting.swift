internal import FeedCore

/// Prints the articles of web pages one after the other, as `read` prints several articles.
struct PagePrinting {
    private let format: String
    private let isAlone: Bool
    private var json: JSONFeed
    /// What becomes one document of HTML.
    private var articles: [Article] = []
    private var isFirst = true
    /// What is said when the pager has ended.
    private var remarks: [Remark] = []

    /// What the user is told about a page, on standard error.
    enum Remark {
        case error(String)
        case notice(String)
    }

    init(_ format: String, isAlone: Bool) {
        (self.format, self.isAlone) = (format, isAlone)
        let isDocument = format == "json" && !isAlone
        json = JSONFeed(isDocument ? .document(JSONFeed.Head(title: "Pages")) : .lines, sharedGuids: [])
        json.isPreview = true
    }

    mutating func write(_ article: Article, from url: String?, width: Int?, _ context: inout Context) throws {
        defer { isFirst = false }
        switch format {
        case "json", "jsonl":
            json.page = url.map { String($0.prefix { $0 != "#" }) }
            try json.write(article, to: &context.output)
        case "html": articles.append(article)
        case "markdown":
            if !isFirst { try context.output.write("\n---\n\n") }
            try context.output.write(ArticleMarkdown.text(of: article))
        default:
            let terminal = context.output.terminal
            let width = width ?? context.settings.number(.readWidth) ?? min(terminal.lineWidth ?? 80, 80)
            let layout = PageText.Layout(
                width: width, codeWidth: terminal.isTerminal ? terminal.width : nil, hasStyles: terminal.depth != .none)
            if isFirst { context.page() } else { try context.output.write("\n") }
            try ArticleLines.write(article, layout, at: context.now) { line throws(OutputError) in
                try context.output.line(line)
            }
        }
        try context.output.show()
    }

    /// Tells the user something, but not while the pager has the screen.
    mutating func say(_ remark: Remark, _ context: borrowing Context) {
        guard !context.output.isPaging else { return remarks.append(remark) }
        switch remark {
        case .error(let text): context.messages.error(text)
        case .notice(let text): context.messages.notice(text)
        }
    }

    mutating func finish(_ context: inout Context) throws {
        if format == "json", !isAlone { try json.finish(to: &context.output) }
        if format == "html", !articles.isEmpty {
            let title = articles.count == 1 ? articles[0].title : count(articles.count, "article")
            var page = HTMLPage(title: title, isAlone: articles.count == 1, at: context.now)
            for article in articles { page.append(article) }
            try page.write(to: &context.output)
        }
        let end = Result { try context.output.flush() }
        for remark in remarks { say(remark, context) }
        try end.get()
    }
}

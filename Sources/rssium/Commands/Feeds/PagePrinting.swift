internal import FeedCore

/// Prints the articles of web pages one after the other, as `read` prints several articles.
struct PagePrinting {
    private var printing: ArticlePrinting
    /// The remarks to print after the pager has ended.
    private var remarks: [Remark] = []

    /// A remark about a page, on standard error.
    enum Remark {
        case error(String)
        case notice(String)
    }

    init(_ format: Format, isAlone: Bool) {
        let isDocument = format == .json && !isAlone
        let json = JSONFeed(
            isDocument ? .document(JSONFeed.Head(title: "Pages")) : .lines, sharedGuids: [], isPreview: true)
        printing = ArticlePrinting(format, json)
    }

    mutating func write(_ article: Article, from url: String?, width: Int?, _ context: inout Context) throws {
        if printing.isFirst, printing.format == .text { context.page() }
        try printing.write(article, from: url, &context) { context in
            let layout = ReadScreen.layout(width: width, context)
            try ArticleLines.write(article, layout, at: context.now) { line throws(OutputError) in
                try context.output.line(line)
            }
        }
        try context.output.writeUnlessUndecided()
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
        try printing.finish(&context)
        let end = Result { try context.output.flush() }
        for remark in remarks { say(remark, context) }
        try end.get()
    }
}

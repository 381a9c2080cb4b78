internal import FeedCore

/// Prints the articles of web pages one after the other, as `read` prints several articles.
struct PagePrinting {
    private var printing: ArticlePrinting
    /// The remarks to print after the pager has ended.
    private var remarks: [(Messages) -> Void] = []

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
            try ArticleLines.write(article, layout, at: context.now, to: &context.output)
        }
        try context.output.writeUnlessUndecided()
    }

    /// Tells the user something, but not while the pager has the screen.
    mutating func say(_ context: borrowing Context, _ remark: @escaping (Messages) -> Void) {
        if context.output.isPaging { remarks.append(remark) } else { remark(context.messages) }
    }

    mutating func finish(_ context: inout Context) throws {
        try printing.finish(&context)
        let end = Result { try context.output.flush() }
        for remark in remarks { remark(context.messages) }
        try end.get()
    }
}

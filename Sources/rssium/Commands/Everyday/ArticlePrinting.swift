internal import FeedCore

/// Prints articles one after the other, as `read` and `page` do.
struct ArticlePrinting {
    let format: Format
    private var json: JSONFeed
    /// Whether Markdown begins with the facts of the article as YAML.
    private let hasFrontMatter: Bool
    /// The articles that become one HTML document.
    private var articles: [Article] = []
    private(set) var isFirst = true

    init(_ format: Format, _ json: JSONFeed, hasFrontMatter: Bool = false) {
        (self.format, self.json, self.hasFrontMatter) = (format, json, hasFrontMatter)
    }

    /// - Parameters:
    ///   - url: the page that the article was found on.
    ///   - writeText: prints the article as text.
    mutating func write(
        _ article: Article, from url: String? = nil, _ context: inout Context,
        asText writeText: (inout Context) throws -> Void
    ) throws {
        // Also where the user leaves the pager.
        defer { isFirst = false }
        switch format {
        case .json, .jsonl:
            json.page = url.map { String($0.prefix { $0 != "#" }) }
            try json.write(article, to: &context.output)
        case .html: articles.append(article)
        case .markdown:
            // Front matter begins with such a line itself.
            if !isFirst { try context.output.write(hasFrontMatter ? "\n" : "\n---\n\n") }
            try context.output.write(ArticleMarkdown.text(of: article, hasFrontMatter: hasFrontMatter))
        default:
            if !isFirst { try context.output.write("\n") }
            try writeText(&context)
        }
    }

    mutating func finish(_ context: inout Context) throws {
        if format == .json || format == .jsonl { try json.finish(to: &context.output) }
        if format == .html, !articles.isEmpty {
            let title = articles.count == 1 ? articles[0].title : count(articles.count, "article")
            var page = HTMLPage(title: title, isAlone: articles.count == 1, at: context.now)
            for article in articles { page.append(article) }
            try page.finish(to: &context.output)
        }
    }
}

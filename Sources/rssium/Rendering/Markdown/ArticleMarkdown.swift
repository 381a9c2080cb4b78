internal import FeedCore

/// Writes an article as Markdown: its title as the first heading, then feed, authors, date, link and comments, then its
/// text.
enum ArticleMarkdown {
    /// - Parameter hasFrontMatter: feed, authors, date and link are in a block of YAML before the title.
    static func text(of article: Article, hasFrontMatter: Bool = false) -> String {
        let facts = hasFrontMatter ? FrontMatter.text(of: article) : ""
        let header = facts + PageMarkdown.text(of: header(of: article, isWhole: !hasFrontMatter))
        let text = PageMarkdown.text(of: ArticleLines.page(of: article))
        return text.isEmpty ? header : header + "\n" + text
    }

    /// Title, feed, authors, date, link, comments and enclosures; if it is not whole, only title, comments and enclosures.
    static func header(of article: Article, isWhole: Bool = true) -> Page {
        var page = Page()
        var parts: [Page.Span] = []
        if isWhole {
            let names = ([article.feedTitle] + article.authors.map(\.shown)).filter { !$0.isEmpty }
            let date = article.shownDate.map { LocalTime($0).dateAndTime }
            let facts = [date, article.textSource?.fact].compactMap(\.self).joined(separator: " · ")
            let lines = [names.joined(separator: " · "), facts]
            parts = lines.filter { !$0.isEmpty }.map { Page.Span(content: .text($0)) }
            if let url = article.url { parts.append(page.appendLink(url, to: url)) }
        }
        if let url = article.comments { parts.append(page.appendLink("comments", to: url)) }
        page.blocks = [.heading(level: 1, [Page.Span(content: .text(article.title))])]
        if !parts.isEmpty {
            page.blocks.append(
                .paragraph(Array(parts.map { [$0] }.joined(separator: [Page.Span(content: .lineBreak)]))))
        }
        let files = article.enclosures.map { enclosure in
            let facts = Page.Span(content: .text(enclosure.bracketedFacts))
            let spans = [page.appendLink(enclosure.name, to: enclosure.url), facts]
            return Page.Item(blocks: [.paragraph(spans)])
        }
        if !files.isEmpty { page.blocks.append(.list(Page.List(items: files))) }
        return page
    }
}

extension Page {
    fileprivate mutating func appendLink(_ text: String, to address: String) -> Span {
        links.append(address)
        return Span(content: .text(text), link: links.count)
    }
}

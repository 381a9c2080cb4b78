internal import FeedCore

/// An article as lines of text: its header, its text, its links.
enum ArticleLines {
    /// - Parameter drawsImages: whether images may be drawn, so that each needs lines of its own.
    static func text(
        of article: Article, _ layout: PageText.Layout, drawsImages: Bool = false, at now: Timestamp
    ) -> PageText.Illustrated {
        var text = PageText(layout, below: header(of: article, layout, at: now))
        let links = read(article) { block in
            guard drawsImages else { return text.append(block) }
            for part in block.withImagesApart { text.append(part) }
        }
        text.append(links: links)
        return text.text
    }

    /// Hands out the same lines one by one as they are made, and keeps none.
    ///
    /// - Parameter now: nil to leave out how old the article is.
    static func write<Failure: Error>(
        _ article: Article, _ layout: PageText.Layout, at now: Timestamp?,
        _ onLine: (StyledText) throws(Failure) -> Void
    ) throws(Failure) {
        var text = PageText(layout, below: header(of: article, layout, at: now))
        let links = try read(article) { block throws(Failure) in
            text.append(block)
            try text.takeLines(onLine)
        }
        text.append(links: links)
        try text.takeLines(onLine)
    }

    static func write(
        _ article: Article, _ layout: PageText.Layout, at now: Timestamp, to output: inout Output
    ) throws(OutputError) {
        try write(article, layout, at: now) { line throws(OutputError) in try output.line(line) }
    }

    /// The page of the article's text, without a heading that repeats the title.
    /// Its links have the numbers that `read` shows.
    static func page(of article: Article) -> Page {
        var page = Page()
        page.links = read(article) { page.blocks.append($0) }
        return page
    }

    /// Hands out the blocks of the same page one by one. Returns the addresses of its links.
    private static func read<Failure: Error>(
        _ article: Article, _ onBlock: (Page.Block) throws(Failure) -> Void
    ) throws(Failure) -> [String] {
        guard let content = article.text ?? article.summary else { return [] }
        var isFirst = true
        return try PageBuilder.read(content, at: article.url) { blocks throws(Failure) in
            for block in blocks {
                // The header shows the title already.
                if !isFirst || !block.isHeading(article.title) { try onBlock(block) }
                isFirst = false
            }
        }
    }
}

extension Page.Block {
    fileprivate func isHeading(_ title: String) -> Bool {
        guard case .heading(_, let spans) = self, spans.allSatisfy({ $0.link == nil }) else { return false }
        return spans.map(\.text).joined() == title
    }
}

import FeedCore

@testable import rssium

extension PageBuilder {
    /// The page of an article's text.
    static func page(of text: ArticleText, at address: String? = nil) -> Page {
        var page = Page()
        page.links = read(text, at: address) { page.blocks += $0 }
        return page
    }

    static func page(html: String, at address: String? = nil) -> Page { page(of: .html(html), at: address) }
}

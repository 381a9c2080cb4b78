/// Makes a feed of a web page that has none: its articles are what XPaths find.
public enum PageFeed {
    /// - Parameters:
    ///   - base: the URL that the page came from; its own `<base>` goes before.
    ///   - charset: as HTTP says it.
    ///   - mustStop: asked again and again; expressions may take long.
    /// - Throws: `noItems`, `tooManyArticles`, `limit`, or `cancelled` where it had to stop.
    public static func parse(
        _ page: [UInt8], by expressions: PageExpressions, base: String?, charset: String?,
        mustStop: @escaping () -> Bool
    ) throws(ParseError) -> ParsedFeed {
        switch DocumentKind(of: page) {
        case .empty: throw .empty
        case .file(let kind): throw .notAFeed(kind: .other, beginning: kind)
        default: break
        }
        let tree = HTMLTree(page, charset: charset)
        guard !mustStop() else { throw .cancelled }
        var feed = ParsedFeed(format: .page)
        var reader = PageReader(try XPathPage(tree), expressions)
        let base = reader.base(of: base)
        feed.title = reader.title
        feed.link = base.document
        for item in try reader.foundItems() {
            guard !mustStop() else { throw .cancelled }
            feed.articles.append(try reader.article(of: item, base: base.links))
        }
        guard !feed.articles.isEmpty else { throw .noItems }
        feed.settle(reader.dates)
        feed.resolveLinks(base: base.document)
        return feed
    }
}

/// Reads the articles of one page.
private struct PageReader: ~Copyable {
    private let page: XPathPage
    private let items: XPathExpression
    private let parts: [PageXPaths.Part: [XPathExpression]]
    /// What the dates so far say about the order of day and month.
    private(set) var dates = DateOrder()
    /// How many bytes of HTML the articles have so far.
    private var textSize = 0

    private typealias Node = XPathPage.Node

    /// In bytes.
    private static let textLimit = 64 << 20

    init(_ page: consuming XPathPage, _ expressions: PageExpressions) {
        self.page = page
        items = expressions.items
        parts = PageExpressions.defaults.merging(expressions.parts.mapValues { [$0] }) { $1 }
    }

    /// The page's URL, and what its links are relative to.
    func base(of url: String?) -> (document: String?, links: String?) {
        let written = first("base") { page.tree.attribute(PackedName.href, of: $0) }
        let links = written.flatMap { LinkResolver.page($0, base: url) }
        return (url, LinkScheme.kept(links, isLocal: LinkScheme.isLocal(url)) ?? url)
    }

    var title: String? {
        first("title") { SingleLineText.title(page.tree.innerMarkup(of: $0)) }
    }

    /// The value of the first such element that has one.
    private func first<Value>(_ name: StaticString, _ value: (HTMLTree.Index) -> Value?) -> Value? {
        let name = HTMLTag.name(name)
        for node in page.tree.descendants(of: HTMLTree.document) where page.tree.nodes[node].name == name {
            if let found = value(node) { return found }
        }
        return nil
    }

    func foundItems() throws(ParseError) -> [XPathPage.Node] {
        guard case .nodes(let nodes) = try value(of: items, at: nil) else { return [] }
        guard nodes.count <= XMLReader.articleLimit else { throw .tooManyArticles }
        return nodes
    }

    private func value(of expression: XPathExpression, at node: Node?) throws(ParseError) -> XPathPage.Value {
        do throws(XPathError) { return try page.value(of: expression.text, at: node) } catch {
            throw .malformedXPath("the XPath \(expression.text): \(error.reason)")
        }
    }

    mutating func article(of item: XPathPage.Node, base: String?) throws(ParseError) -> ParsedArticle {
        var article = ParsedArticle()
        article.base = base
        article.title = try string(.title, of: item).flatMap { SingleLineText.clean($0) }
        article.content.url = try string(.link, of: item, attributes: ["href", "src"])
            .flatMap { LinkResolver.page($0, base: base) }
        article.content.image = try string(.image, of: item, attributes: ["src", "href"])
            .flatMap { LinkResolver.page($0, base: base) }
        article.content.guid = try string(.id, of: item).flatMap { SingleLineText.clean($0) }
        if let date = try string(.date, of: item, attributes: ["datetime"]) {
            article.content.published = FeedDate.parse(Array(date.utf8), noting: &dates)
        }
        if let author = try string(.author, of: item).flatMap({ SingleLineText.clean($0) }) {
            article.content.authors = [Author(name: author)]
        }
        article.content.text = try text(of: item)
        return article
    }

    /// The value of a part that says something.
    ///
    /// - Parameter attributes: which ones of an element count, the first that it has, before its text.
    private func string(
        _ part: PageXPaths.Part, of item: Node, attributes: [String] = []
    ) throws(ParseError) -> String? {
        for expression in parts[part] ?? [] {
            let text: String
            switch try value(of: expression, at: item) {
            case .text(let value): text = value
            case .nodes(let nodes):
                guard let node = nodes.first else { continue }
                text = attribute(attributes, of: node) ?? page.text(of: node)
            }
            if text.utf8.contains(where: { $0 > 0x20 }) { return text }
        }
        return nil
    }

    private func attribute(_ names: [String], of node: Node) -> String? {
        guard !names.isEmpty, let element = node.element else { return nil }
        let attributes = page.tree.attributes(of: element)
        if page.tree.nodes[element].name == PackedName.img {
            // That of a lazy page has a placeholder in `src`.
            return HTMLPicture(attributes, sources: page.tree.sources(ofPicture: element)).address
        }
        return names.lazy.compactMap { attributes[$0] }.first
    }

    /// HTML of nodes, or a plain value.
    private mutating func text(of item: Node) throws(ParseError) -> ArticleText? {
        guard let expression = parts[.text]?.first else { return nil }
        switch try value(of: expression, at: item) {
        case .text(let text): return text.utf8.contains { $0 > 0x20 } ? .plain(text) : nil
        case .nodes(let nodes):
            var html = ""
            for node in nodes {
                if let element = node.element {
                    html += markup(of: element)
                } else {
                    html += Sanitizer.escaped(page.text(of: node))
                }
                // Items inside each other repeat their text.
                guard textSize + html.utf8.count <= PageReader.textLimit else {
                    throw .limit("articles with more than \(PageReader.textLimit >> 20) MiB of text")
                }
            }
            textSize += html.utf8.count
            return html.utf8.contains { $0 > 0x20 } ? .html(html) : nil
        }
    }

    /// An element that makes sense only in a list or table gives what is in it.
    private func markup(of node: HTMLTree.Index) -> String {
        let part: Set = ["li", "dt", "dd", "tr", "td", "th", "html", "body"]
        return part.contains(page.tree.name(of: node))
            ? page.tree.innerMarkup(of: node) : page.tree.markup(of: node)
    }
}

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
        guard page.contains(where: { $0 > 0x20 }) else { throw .empty }
        if let kind = FileSignature.kind(of: page) { throw .notAFeed(kind: .other, beginning: kind) }
        let document = XPathDocument(HTMLTree(page, charset: charset))
        guard !mustStop() else { throw .cancelled }
        var feed = ParsedFeed(format: .page)
        var reader = PageReader(document, expressions, mustStop)
        let base = reader.base(of: base)
        feed.title = reader.title
        feed.link = base.document
        do throws(XPathEvaluator.Failure) {
            let items = try reader.items()
            guard items.count <= XMLReader.articleLimit else { throw .tooManyItems }
            for item in items {
                var article = try reader.article(of: item)
                article.base = base.links
                feed.articles.append(article)
            }
        } catch {
            switch error {
            case .stopped: throw .cancelled
            case .tooMuchText: throw .limit("XPaths that make more than \(XPathEvaluator.textLimit >> 20) MiB of text")
            case .tooManyItems: throw .tooManyArticles
            }
        }
        guard !feed.articles.isEmpty else { throw .noItems }
        feed.resolveLinks(base: base.document)
        return feed
    }
}

/// Reads the articles of one page.
private struct PageReader {
    private let document: XPathDocument
    private let evaluators: [PageXPaths.Part: [XPathEvaluator]]
    private let itemEvaluator: XPathEvaluator
    /// How many bytes of HTML the articles have so far.
    private var textSize = 0

    private typealias Node = XPathDocument.Node

    init(_ document: XPathDocument, _ expressions: PageExpressions, _ mustStop: @escaping () -> Bool) {
        self.document = document
        itemEvaluator = XPathEvaluator(expressions.items, in: document, mustStop: mustStop)
        var evaluators: [PageXPaths.Part: [XPathEvaluator]] = [:]
        for part in PageXPaths.Part.allCases {
            let chosen = expressions.parts[part].map { [$0] } ?? PageExpressions.usual[part] ?? []
            evaluators[part] = chosen.map { XPathEvaluator($0, in: document, mustStop: mustStop) }
        }
        self.evaluators = evaluators
    }

    /// The page's URL, and what its links are relative to.
    func base(of url: String?) -> (document: String?, links: String?) {
        let written = first("base") { document.tree.attribute(HTMLTag.name("href"), of: $0) }
        return (url, written.flatMap { LinkResolver.page($0, base: url) } ?? url)
    }

    var title: String? {
        first("title") { SingleLineText.title(document.tree.innerMarkup(of: $0)) }
    }

    /// What the first such element has.
    private func first<Value>(_ name: StaticString, _ value: (HTMLTree.Index) -> Value?) -> Value? {
        let name = HTMLTag.name(name)
        for place in 0..<document.count where document.kind(place) == .element {
            let node = Int(document.nodes[place])
            if document.tree.nodes[node].name == name, let found = value(node) { return found }
        }
        return nil
    }

    func items() throws(XPathEvaluator.Failure) -> [XPathDocument.Node] {
        guard case .nodes(let nodes) = try itemEvaluator.value(at: Node(0)) else { return [] }
        return nodes
    }

    mutating func article(of item: XPathDocument.Node) throws(XPathEvaluator.Failure) -> ParsedArticle {
        var article = ParsedArticle()
        article.title = try string(.title, of: item).flatMap { SingleLineText.clean($0) }
        article.content.url = try string(.link, of: item, attributes: ["href", "src"])
            .flatMap { LinkResolver.page($0, base: nil) }
        article.content.image = try string(.image, of: item, attributes: ["src", "href"])
            .flatMap { LinkResolver.page($0, base: nil) }
        article.content.guid = try string(.id, of: item).flatMap { SingleLineText.clean($0) }
        article.content.published = try string(.date, of: item, attributes: ["datetime"])
            .flatMap { FeedDate.parse($0) }
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
    ) throws(XPathEvaluator.Failure) -> String? {
        for evaluator in evaluators[part] ?? [] {
            let value = try evaluator.value(at: item)
            let text: String
            if case .nodes(let nodes) = value, let node = nodes.first {
                if let value = attribute(attributes, of: node) {
                    text = value
                } else {
                    text = try evaluator.text(of: node)
                }
            } else {
                text = try evaluator.string(value)
            }
            if text.utf8.contains(where: { $0 > 0x20 }) { return text }
        }
        return nil
    }

    private func attribute(_ names: [String], of node: Node) -> String? {
        guard !names.isEmpty, node.attribute == nil, document.kind(node.place) == .element else { return nil }
        let attributes = document.tree.attributes(of: Int(document.nodes[node.place]))
        return names.lazy.compactMap { name in attributes.first { $0.name == name }?.value }.first
    }

    /// HTML of nodes, or a plain value.
    private mutating func text(of item: Node) throws(XPathEvaluator.Failure) -> ArticleText? {
        for evaluator in evaluators[.text] ?? [] {
            let value = try evaluator.value(at: item)
            guard case .nodes(let nodes) = value else {
                let text = try evaluator.string(value)
                return text.utf8.contains { $0 > 0x20 } ? .plain(text) : nil
            }
            var html = ""
            for node in nodes {
                if node.attribute == nil {
                    try evaluator.count(document.size(of: node))
                    html += markup(of: Int(document.nodes[node.place]))
                    // Items inside each other repeat their text.
                    guard textSize + html.utf8.count <= XPathEvaluator.textLimit else { throw .tooMuchText }
                } else {
                    html += Sanitizer.escaped(try evaluator.text(of: node))
                }
            }
            textSize += html.utf8.count
            return html.utf8.contains { $0 > 0x20 } ? .html(html) : nil
        }
        return nil
    }

    /// An element that makes sense only in a list or table gives what is in it.
    private func markup(of node: HTMLTree.Index) -> String {
        let part: Set = ["li", "dt", "dd", "tr", "td", "th", "html", "body"]
        return part.contains(document.tree.name(of: node))
            ? document.tree.innerMarkup(of: node) : document.tree.markup(of: node)
    }
}

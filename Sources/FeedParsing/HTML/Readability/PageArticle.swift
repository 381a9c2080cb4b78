/// The readable part of a web page: its article, without navigation, advertisements and comments.
public struct PageArticle: Hashable, Sendable {
    public var title: String?
    public var authors: [String] = []
    public var published: Timestamp?
    public var modified: Timestamp?
    /// The name of the web site.
    public var site: String?
    /// The address that the page gives itself, absolute.
    public var url: String?
    /// The page's description of itself.
    public var summary: String?
    /// The address of the picture that represents the page, absolute: the one that its head names, else the one that
    /// represents the text.
    public var image: String?
    /// A language tag, such as `de-AT`.
    public var language: String?
    /// The text as harmless HTML with absolute addresses; empty if the page shows none.
    public var html = ""
    /// No article was found, and the text is all that the page shows.
    public var isWholePage = false
    /// The document is plain text, not a web page.
    public var plainText: String?

    /// The text for readers.
    public var text: ArticleText { plainText.map(ArticleText.plain) ?? .html(html) }

    /// Finds the article of a page. Takes time in proportion to the page.
    ///
    /// - Parameters:
    ///   - page: the bytes as they came.
    ///   - charset: the encoding that the server declared.
    ///   - isPlainText: the server declared plain text.
    ///   - url: where the page is from, for relative links; `<base>` goes before it.
    /// - Throws: what the document is, if it is not a web page.
    public init(
        of page: [UInt8], charset: String?, isPlainText: Bool = false, url: WebAddress?
    ) throws(PageError) {
        self.init()
        switch PageDocument(page, charset: charset, isPlainText: isPlainText) {
        case .other(let kind): throw .notPage(kind)
        case .text(let text):
            plainText = text
            return
        case .page: break
        }
        let tree = HTMLTree(page, charset: charset)
        find(in: tree, url: url?.text)
        if Task.isCancelled { throw .cancelled }
    }

    /// A page with less text in paragraphs has no article.
    private static let leastProse: Int32 = 40
    /// The same for an element whose name says that it holds the article.
    private static let leastMarkedText: Int32 = 100
    /// An article of fewer characters may be one that was taken for something else.
    private static let shortText: Int32 = 200

    /// The bytes of an article for browsers without scripts.
    private static let leastWithoutScripts = 600
    /// A text in the head of fewer characters is a summary.
    private static let leastDeclared = 200

    private init() {}

    private mutating func find(in tree: HTMLTree, url: String?) {
        guard let body = PageArticle.body(of: tree), let html = tree.parent(of: body) else { return }
        let metadata = PageMetadata(tree, html: html, url: url)
        let found = findText(in: PageAnalysis(tree, body: body), metadata, url: url)
        if Task.isCancelled { return }
        if let text = metadata.structured.body, PageArticle.isMuch(text, beside: found ?? 0) {
            self.html = PageArticle.html(declared: text)
            return
        }
        if found != nil { return }
        let whole = self
        if let template = PageArticle.template(in: tree), let body = PageArticle.body(of: template),
            findText(in: PageAnalysis(template, body: body), metadata, url: url) != nil
        {
            return
        }
        self = whole
        isWholePage = true
        let page = PageAnalysis(tree, body: body)
        self.html = ContentWriter.content(of: page, in: body, base: metadata.base, url: url).html
    }

    private static func body(of tree: HTMLTree) -> HTMLTree.Index? {
        tree.children(of: HTMLTree.document).first { tree.nodes[$0].kind == .element }.flatMap { html in
            tree.children(of: html).first { tree.name(of: $0) == "body" }
        }
    }

    /// Whether the text that the head gives is so much longer than what was found that this is only its beginning.
    private static func isMuch(_ text: String, beside found: Int32) -> Bool {
        let length = text.utf8.count { $0 > 0x20 && $0 & 0xC0 != 0x80 }
        return length >= leastDeclared && length > 2 * Int(found)
    }

    /// The text that the head gives, which may be HTML or have a paragraph a line.
    private static func html(declared text: String) -> String {
        if text.hasBytes("</p>") || text.hasBytes("<br") { return Sanitizer.clean(text) }
        // Without tags it is text, though it may have entities: `a<b`.
        let shown = text.hasBytes("</") ? text : text.replacing("<", with: "&lt;")
        return Sanitizer.clean(shown.split(whereSeparator: \.isNewline).map { "<p>\($0)</p>" }.joined())
    }

    /// Finds the text of the article. Returns how many characters it has; nil without one.
    private mutating func findText(
        in page: consuming PageAnalysis, _ metadata: PageMetadata, url: String?
    ) -> Int32? {
        let heading = describe(page, metadata, url: url)
        let best = PageArticle.search(&page, heading)
        guard !Task.isCancelled else { return nil }
        let found = page[best]
        guard
            found.prose >= PageArticle.leastProse
                || found.hints.contains(.content) && found.text > PageArticle.leastMarkedText
        else { return nil }
        let content = ContentCleaning(
            consume page, best, heading: heading, title: title, host: url.flatMap(WebAddress.init)?.host)
        let written = ContentWriter.content(of: content.page, in: content.top, base: metadata.base, url: url)
        html = written.html
        image = image ?? written.picture
        return content.page[content.top].text
    }

    /// The HTML that a script puts into the page: the longest in a `script` of HTML or a `template`, unless it has places
    /// to be filled in; or what is in its place without scripts.
    private static func template(in tree: HTMLTree) -> HTMLTree? {
        var longest = ""
        var walk = HTMLWalk(tree)
        while let step = walk.next() {
            guard case .start(let element) = step, let text = template(of: element, in: tree) else { continue }
            // What is in it is shorter.
            walk.skip()
            let isFinished = !text.hasBytes("{{") && !text.hasBytes("<%") && !text.hasBytes("${")
            if isFinished, text.utf8.count > longest.utf8.count { longest = text }
        }
        return longest.isEmpty ? nil : HTMLTree(longest)
    }

    /// Nil for other elements.
    private static func template(of element: HTMLTree.Index, in tree: HTMLTree) -> String? {
        switch tree.nodes[element].name {
        case PackedName.template: return tree.innerMarkup(of: element)
        case PackedName.noscript:
            // Of one paragraph, or short, it asks for scripts.
            let paragraphs = tree.descendants(of: element).count { tree.nodes[$0].name == PackedName.p }
            let text = paragraphs > 1 ? tree.innerMarkup(of: element) : ""
            return text.utf8.count > leastWithoutScripts ? text : ""
        case PackedName.script:
            let type = tree.attribute(PackedName.type, of: element)?.lowercased() ?? ""
            guard type.hasPrefix("text/"), type.hasSuffix("template") || type.hasSuffix("html") else { return nil }
            return tree.children(of: element).map(tree.text).joined()
        default: return nil
        }
    }

    /// Takes over what the page says of its article. Returns the heading that has the title.
    private mutating func describe(
        _ page: PageAnalysis, _ metadata: PageMetadata, url: String?
    ) -> HTMLTree.Index? {
        let host = url.flatMap(WebAddress.init)?.host
        site = metadata.site ?? host.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
        let found = PageTitle(metadata, page, site: site, host: host)
        title = found.text
        let named = metadata.published
        let byline = PageByline(
            page, heading: found.heading, metadata.dateReader,
            needsAuthors: metadata.needsByline(isMarked: page.marksAuthors),
            needsDate: named == nil)
        authors = metadata.authors(byline)
        modified = metadata.modified
        let address = metadata.canonical ?? url ?? ""
        let inAddress = Timestamp(inAddress: address)
        published = named ?? byline.published ?? inAddress ?? byline.mentioned ?? metadata.changed
        // An address keeps the day of the first publication, or that of a draft some days before it.
        if let named, let first = Timestamp(inAddress: address, amidWords: false),
            named.seconds - first.seconds > 30 * 86_400
        {
            published = first
        }
        self.url = metadata.canonical
        summary = metadata.summary
        image = metadata.image
        language = metadata.languageTag
        return found.heading
    }

    /// The element with the article. If little is found, what looks like furniture is looked at too.
    private static func search(_ page: inout PageAnalysis, _ heading: HTMLTree.Index?) -> HTMLTree.Index {
        let (tree, body) = (page.tree, page.body)
        let strict = ContentSearch(consume page, heading: heading, .strict)
        let best = strict.best()
        page = strict.page
        guard page[best].text < shortText else { return best }
        // Measured again, as few pages come here, and a copy for all takes longer.
        let lenient = ContentSearch(PageAnalysis(tree, body: body), heading: heading, .lenient)
        let other = lenient.best()
        guard lenient.page[other].text > 2 * page[best].text else { return best }
        page = lenient.page
        return other
    }
}

/// Why a document has no article.
public enum PageError: Error, Hashable, Sendable {
    /// It is not a web page: what it is, such as `a feed`.
    case notPage(String)
    case cancelled

    /// In words for the user.
    public var message: String {
        switch self {
        case .notPage(let kind): "not a page: \(kind)"
        case .cancelled: "cancelled"
        }
    }
}

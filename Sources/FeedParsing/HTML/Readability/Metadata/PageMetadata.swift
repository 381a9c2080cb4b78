/// The facts about a page in its head: in `meta` and `link` elements and in JSON-LD.
struct PageMetadata {
    /// The first content of each `meta` element, by its name, property or `itemprop` in lower case.
    private(set) var values: [String: String] = [:]
    /// All values of the names that mean an author: of those that say so of the article alone, and of the others, which often
    /// have the publisher.
    private(set) var (articleAuthors, pageAuthors): ([String], [String]) = ([], [])
    private(set) var structured = StructuredData()
    /// The text of the element `title`.
    private(set) var title: String?
    /// The base of relative addresses.
    private(set) var base: String?
    private(set) var canonical: String?
    private(set) var imageLink: String?
    private(set) var language: String?

    /// No page needs more of them.
    private static let limit = 2000

    init(_ tree: HTMLTree, html: HTMLTree.Index, url: String?) {
        base = url
        language = tree.attribute(PackedName.lang, of: html) ?? tree.attribute(PackedName.xmlLang, of: html)
        var baseIsSet = false
        var count = 0
        for current in tree.descendants(of: html) where tree.nodes[current].kind == .element {
            guard count < PageMetadata.limit else { break }
            switch tree.nodes[current].name {
            case PackedName.meta where !PageMetadata.isOfOther(current, tree):
                read(meta: tree.attributes(of: current))
            case PackedName.link: read(link: tree.attributes(of: current))
            case PackedName.base where !baseIsSet:
                guard let written = tree.attribute(PackedName.href, of: current),
                    let address = LinkScheme.kept(
                        LinkResolver.resolve(written, base: url), isLocal: LinkScheme.isLocal(url)),
                    LinkResolver.isAbsolute(address)
                else { continue }
                (base, baseIsSet) = (address, true)
            case PackedName.title where title == nil:
                title = tree.firstChild(of: current).flatMap { SingleLineText.clean(tree.text(of: $0)) }
            case PackedName.script: read(script: current, tree)
            default: continue
            }
            count += 1
        }
        canonical = canonical.flatMap(ownAddress) ?? values["og:url"].flatMap(ownAddress)
        structured.settle(addresses: [url, canonical, values["og:url"]].compactMap(\.self), titles: titles)
    }

    /// Whether a `meta` element is in the item (microdata) of another story: a short one that links to it and has no title.
    private static func isOfOther(_ meta: HTMLTree.Index, _ tree: HTMLTree) -> Bool {
        let item = tree.ancestors(of: meta).prefix(8).first { tree.attribute(itemscope, of: $0) != nil }
        guard let item else { return false }
        let nodes = tree.descendants(of: item).prefix(mostOfTeaser + 1).map { tree.nodes[$0] }
        let length = nodes.reduce(0) { $0 + ($1.kind == .text ? $1.range.count : 0) }
        return nodes.count <= mostOfTeaser && length <= longestTeaser
            && nodes.contains { $0.name == PackedName.a } && !nodes.contains { $0.name == title }
    }

    private static let itemscope = HTMLTag.name("itemscope")
    private static let title = HTMLTag.name("h1")
    /// In bytes of text, and in nodes.
    private static let (longestTeaser, mostOfTeaser) = (600, 80)

    /// The address, if it is complete and one of the web.
    func absolute(_ address: String) -> String? {
        guard let address = LinkResolver.resolve(address, base: base), let web = WebAddress(address),
            web.scheme != .file
        else { return nil }
        return address
    }

    /// The address that the page gives itself; nil for one that a script or a template failed to fill in.
    private func ownAddress(_ written: String) -> String? {
        let name = written.split(separator: "/").last
        return name == "undefined" || name == "null" || PicturePlaceholder(written) == .sure ? nil : absolute(written)
    }

    /// The page's description of itself.
    var summary: String? {
        value("og:description", "description", "twitter:description", "dc.description", "dcterms.description")
            ?? structured.summary
    }

    /// The address of the picture that represents the page; nil if none of those named can be that of a picture.
    var image: String? {
        let names = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"]
        return (names.map { values[$0] } + [structured.image, imageLink]).lazy.compactMap(\.self)
            .compactMap(pictureAddress).first
    }

    /// A named address, complete, unless it is that of a portrait, a blank or a page, or no address, as `undefined`.
    private func pictureAddress(_ written: String) -> String? {
        guard written.contains("/") || written.contains("."), let address = absolute(written),
            ArticlePicture.isPicture(address), PicturePlaceholder(address) == .no
        else { return nil }
        let isHome = WebAddress(address).map { ["", "/"].contains($0.path) && !address.contains("?") } ?? true
        return isHome ? nil : address
    }

    /// The language of the page.
    var languageTag: String? {
        let named = value("content-language", "og:locale", "language", "dc.language", "dcterms.language", "inlanguage")
        return [language, named, structured.language].lazy.compactMap(LanguageTag.parse).first
    }

    /// The texts that may be the title, the best first.
    var titles: [String] {
        [
            structured.headline, value("og:title"), value("twitter:title"), title,
            value("citation_title", "title", "dc.title", "headline", "parsely-title"),
        ]
        .compactMap(\.self)
    }

    /// The name of the site, if the page says it.
    var site: String? {
        value("og:site_name", "application-name") ?? structured.publisher
            ?? value("dc.publisher", "publisher", "citation_journal_title")
    }

    var published: Timestamp? {
        let named = value(
            "article:published_time", "og:published_time", "article:published", "datepublished", "parsely-pub-date",
            "sailthru.date",
            "pubdate", "publish-date", "publish_date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date",
            "dcterms.date", "citation_publication_date", "citation_date")
        return first(structured.published, named)
    }

    var modified: Timestamp? {
        first(
            structured.modified, value("article:modified_time", "og:updated_time", "dcterms.modified", "datemodified"))
    }

    /// A date that may be that of a change.
    var changed: Timestamp? { first(value("date", "created", "last-modified")) ?? modified }

    var dateReader: WrittenDate { WrittenDate(language: languageTag) }

    private func first(_ dates: String?...) -> Timestamp? {
        dates.lazy.compactMap { $0.flatMap(dateReader.date) }.first
    }

    /// The value of the first of these names that the page gives.
    func value(_ names: String...) -> String? { names.lazy.compactMap { values[$0] }.first }

    private mutating func read(meta attributes: [HTMLAttribute]) {
        guard let written = attributes["content"], let content = SingleLineText.title(Array(written.utf8)) else {
            return
        }
        for attribute in attributes where ["name", "property", "itemprop", "http-equiv"].contains(attribute.name) {
            // Several names may share one value.
            for name in attribute.value.lowercased().split(whereSeparator: \.isWhitespace).prefix(4).map(String.init) {
                let isLabelled = name.hasPrefix("twitter:data") && isLabelledAuthor(name)
                if isLabelled || PageMetadata.articleAuthorNames.contains(name) || name.hasSuffix(":author") {
                    articleAuthors += PageByline.names(declared: content)
                } else if PageMetadata.pageAuthorNames.contains(name) {
                    pageAuthors += PageByline.names(declared: content)
                }
                if values[name] == nil { values[name] = content }
            }
        }
    }

    private static let articleAuthorNames: Set = ["parsely-author", "sailthru.author", "citation_author", "byl"]
    private static let pageAuthorNames: Set = ["author", "dc.creator", "dcterms.creator", "authors"]

    /// Whether the label before a value of a Twitter card is one for authors: `Written by`.
    private func isLabelledAuthor(_ name: String) -> Bool {
        let label = values["twitter:label" + name.dropFirst("twitter:data".count)]?.lowercased()
        return label.map(PageMetadata.authorLabels.contains) ?? false
    }

    private static let authorLabels: Set = [
        "written by", "author", "geschrieben von", "verfasst von", "écrit par", "escrito por", "scritto da",
        "geschreven door", "napisane przez",
    ]

    private mutating func read(link attributes: [HTMLAttribute]) {
        guard let relation = attributes["rel"]?.lowercased(), let address = attributes["href"], !address.isEmpty else {
            return
        }
        if relation == "canonical", canonical == nil { canonical = address }
        if relation == "image_src", imageLink == nil { imageLink = address }
    }

    private mutating func read(script: HTMLTree.Index, _ tree: HTMLTree) {
        guard let type = tree.attribute(PackedName.type, of: script), type.lowercased().hasBytes("ld+json"),
            let code = tree.firstChild(of: script)
        else { return }
        structured.read(tree.text(of: code))
    }
}

internal import FeedCore

/// Writes articles as a book (EPUB 3.2) for e-readers, a chapter each, one at a time. In memory it keeps only a line of each for
/// the table of contents. Without an article there is no book.
struct EPUBBook: ArticleWriter {
    private let title: String
    private let now: Timestamp
    private var archive = ZipArchive()
    /// By feed, in the order of the first chapter of each.
    private var sections: [Section] = []
    private var indices: [FeedID: Int] = [:]
    private var chapterCount = 0
    private var languages: [String: Int] = [:]
    /// The files of the pictures in the book, by address.
    private var pictures: [String: String] = [:]
    private var manifest = ""

    /// The chapters of one feed.
    private struct Section {
        let title: String
        var contents = ""
        var spine = ""
        var page: String?
    }

    /// With more entries, the table of contents has only the feeds: longer ones are slow on e-readers, and some programs
    /// fail on them.
    private static let maxEntries = 1000

    init(title: String, at now: Timestamp) {
        self.title = title
        self.now = now
    }

    /// - Parameter files: pictures to embed, by address.
    mutating func write(
        _ article: Article, pictures files: [String: ImageFile], to output: inout Output
    ) throws(OutputError) {
        if chapterCount == 0 { try begin(&output) }
        chapterCount += 1
        for (address, file) in files.sorted(by: { $0.key < $1.key }) where pictures[address] == nil {
            guard let type = file.bookType else { continue }
            let name = "picture\(pictures.count + 1).\(type)"
            pictures[address] = name
            addToManifest(name, id: "p\(pictures.count)", type: "image/\(type)")
            try archive.write(file.bytes, as: "EPUB/" + name, to: &output)
        }
        let chapter = EPUBChapter(article)
        if let language = chapter.language { languages[language, default: 0] += 1 }
        let section = indices[article.feedID] ?? sections.count
        if section == sections.count {
            indices[article.feedID] = section
            sections.append(Section(title: EPUBChapter.nonEmpty(article.feedTitle)))
        }
        let name = "chapter\(chapterCount).xhtml"
        addToManifest(name, id: "c\(chapterCount)", type: EPUBBook.xhtml)
        sections[section].contents += "<li><a href=\"\(name)\">\(Sanitizer.escaped(chapter.title))</a></li>\n"
        sections[section].spine += "<itemref idref=\"c\(chapterCount)\"/>\n"
        try write(chapter.document(with: pictures), as: "EPUB/" + name, to: &output)
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        guard chapterCount > 0 else { return }
        if chapterCount > EPUBBook.maxEntries { try writeSectionPages(to: &output) }
        try write(cover, as: "EPUB/cover.xhtml", to: &output)
        try write(contents, as: "EPUB/nav.xhtml", to: &output)
        try write(package, as: "EPUB/package.opf", to: &output)
        try archive.finish(to: &output)
    }

    // MARK: Files

    private static let xhtml = "application/xhtml+xml"

    private mutating func write(_ text: String, as name: String, to output: inout Output) throws(OutputError) {
        try archive.write(Array(text.utf8), as: name, to: &output)
    }

    private mutating func addToManifest(_ name: String, id: String, type: String) {
        manifest += "<item id=\"\(id)\" href=\"\(name)\" media-type=\"\(type)\"/>\n"
    }

    private mutating func begin(_ output: inout Output) throws(OutputError) {
        // First, so that the type is at a fixed place (EPUB OCF 3.2, section 4.3).
        try write("application/epub+zip", as: "mimetype", to: &output)
        try write(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
            <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
            </container>

            """, as: "META-INF/container.xml", to: &output)
        try archive.write(PackageResources.EPUBBook_css, as: "EPUB/style.css", to: &output)
    }

    /// Gives each feed a page of its own that lists its chapters.
    private mutating func writeSectionPages(to output: inout Output) throws(OutputError) {
        for (index, section) in sections.enumerated() {
            let name = "feed\(index + 1).xhtml"
            let body = "<h1>\(Sanitizer.escaped(section.title))</h1>\n<ol>\n\(section.contents)</ol>\n"
            try write(
                EPUBChapter.document(titled: section.title, language: nil, body: body), as: "EPUB/" + name, to: &output)
            addToManifest(name, id: "f\(index + 1)", type: EPUBBook.xhtml)
            sections[index].spine = "<itemref idref=\"f\(index + 1)\"/>\n" + section.spine
            sections[index].page = name
        }
    }

    private var date: String { LocalTime(now).date }

    /// That of most chapters; `und` if none has one.
    private var language: String { languages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "und" }

    private var cover: String {
        let size = count(chapterCount, "article") + " from " + count(sections.count, "feed")
        let body = """
            <h1>\(Sanitizer.escaped(title))</h1>
            <p>\(date)</p>
            <p>\(size)</p>

            """
        return EPUBChapter.document(
            titled: title, language: nil, attributes: " class=\"cover\" epub:type=\"titlepage\"", body: body)
    }

    private var contents: String {
        var list = ""
        for section in sections {
            let title = Sanitizer.escaped(section.title)
            list +=
                section.page.map { "<li><a href=\"\($0)\">\(title)</a></li>\n" }
                ?? "<li><span>\(title)</span>\n<ol>\n\(section.contents)</ol></li>\n"
        }
        let body =
            "<nav epub:type=\"toc\">\n<h1>Contents</h1>\n<ol>\n<li><a href=\"cover.xhtml\">"
            + "\(Sanitizer.escaped(title))</a></li>\n\(list)</ol>\n</nav>\n"
        return EPUBChapter.document(titled: "Contents", language: "en", body: body)
    }

    private var package: String {
        let id = String(UInt64(bitPattern: StableHash.of("\(title) \(now.rfc3339)")), radix: 16)
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:identifier id="id">urn:rssium:book:\(id)</dc:identifier>
            <dc:title>\(Sanitizer.escaped(title)), \(date)</dc:title>
            <dc:language>\(language)</dc:language>
            <dc:creator>rssium</dc:creator>
            <dc:date>\(date)</dc:date>
            <meta property="dcterms:modified">\(now.rfc3339)</meta>
            </metadata>
            <manifest>
            <item id="cover" href="cover.xhtml" media-type="\(EPUBBook.xhtml)"/>
            <item id="nav" href="nav.xhtml" media-type="\(EPUBBook.xhtml)" properties="nav"/>
            <item id="style" href="style.css" media-type="text/css"/>
            \(manifest)</manifest>
            <spine>
            <itemref idref="cover"/>
            <itemref idref="nav"/>
            \(sections.map(\.spine).joined())</spine>
            </package>

            """
    }
}

extension ImageFile {
    /// The subtype of a picture that every e-reader shows (EPUB 3.2, core media types). Nil for another, and for a file without
    /// its end: validators refuse a book with half a picture.
    var bookType: String? {
        switch format {
        case .png: isWhole ? "png" : nil
        case .jpeg: bytes.count > 100 && bytes.suffix(ImageFile.endSize).contains([0xFF, 0xD9]) ? "jpeg" : nil
        case .gif: bytes.count > 25 && bytes.suffix(ImageFile.endSize).contains(0x3B) ? "gif" : nil
        case .webp: nil
        }
    }

    /// Some programs write more bytes behind the end.
    private static let endSize = 256
}

internal import FeedCore

/// An article as a chapter of a book: its title and facts, then its text.
struct EPUBChapter {
    let article: Article
    private let header: Page
    private var text: Page

    init(_ article: Article) {
        self.article = article
        header = ArticleMarkdown.header(of: article)
        text = ArticleLines.page(of: article)
        text.blocks = text.blocks.flatMap(\.withImagesApart)
    }

    /// The addresses of the pictures in it, each once.
    var pictures: [String] { PageXHTML(text, headingsBelow: 1).pictures }

    var title: String { EPUBChapter.nonEmpty(article.title) }

    /// Language, and where it is written: tags of other forms are rare, and e-readers know none of them.
    var language: String? { article.language.flatMap(EPUBChapter.language) }

    /// - Parameter pictures: the files in the book, by address.
    func document(with pictures: [String: String]) -> String {
        let content = PageXHTML(text, headingsBelow: 1, pictures: pictures).text
        let head = "<header dir=\"auto\">\n" + PageXHTML(header, headingsBelow: 0).text + "</header>\n"
        // The text may be in another script than the title.
        let body = head + "<section dir=\"auto\">\n" + content + "</section>\n"
        return EPUBChapter.document(titled: title, language: language, body: body)
    }

    /// A document of a book.
    static func document(titled title: String, language: String?, attributes: String = "", body: String) -> String {
        let language = language.map { " lang=\"\($0)\" xml:lang=\"\($0)\"" } ?? ""
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"\(language)>
            <head>
            <title>\(Sanitizer.escaped(title))</title>
            <link rel="stylesheet" type="text/css" href="style.css"/>
            </head>
            <body\(attributes)>
            \(body)</body>
            </html>

            """
    }

    /// No entry of a table of contents may be without text.
    static func nonEmpty(_ title: String) -> String {
        title.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "untitled" : title
    }

    /// The language of a tag with its script and region, without what else it says (RFC 5646, section 2.1).
    private static func language(_ tag: String) -> String? {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count), first.utf8.allSatisfy(ASCII.isLetter) else {
            return nil
        }
        var rest = parts.dropFirst()
        var kept = [first]
        if let script = rest.first, script.utf8.count == 4, script.utf8.allSatisfy(ASCII.isLetter) {
            kept.append(rest.removeFirst())
        }
        if let region = rest.first, region.utf8.count == 2, region.utf8.allSatisfy(ASCII.isLetter) {
            kept.append(region)
        }
        return kept.joined(separator: "-")
    }
}

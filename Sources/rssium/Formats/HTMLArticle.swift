internal import FeedCore

/// One article of an `HTMLPage`: its title and facts, and its text, which is folded where it is long.
enum HTMLArticle {
    /// A text of at most so many bytes is not folded.
    private static let unfoldedByteLimit = 700

    /// - Parameter isAlone: whether the page has no other article: then it is not folded, and names its feed.
    static func text(of article: Article, isAlone: Bool) -> String {
        // `Output` turns a tab into a space, but not a character reference.
        let written = content(of: article)
        let content = written.utf8.contains(0x09) ? written.replacing("\t", with: "&#9;") : written
        let isFolded = !isAlone && content.utf8.count > unfoldedByteLimit
        var text = "<article id=\"a\(article.id.rawValue)\" class=\"\(article.isRead ? "read" : "unread")\""
        if let language = article.language { text += " lang=\"\(Sanitizer.escaped(language))\"" }
        text += ">\n"
        if isFolded {
            text += "<details>\n<summary>\n" + head(of: article, isFolded: true, isAlone: false) + "</summary>\n"
        } else {
            text += "<div class=\"head\">\n" + head(of: article, isFolded: false, isAlone: isAlone) + "</div>\n"
        }
        text += enclosures(of: article)
        if !content.isEmpty { text += "<section class=\"text\" dir=\"auto\">\n\(content)\n</section>\n" }
        return text + (isFolded ? "</details>\n" : "") + "</article>\n"
    }

    /// The content of the article, or else its excerpt.
    private static func content(of article: Article) -> String {
        switch article.text {
        case .html(let html):
            Sanitizer.clean(html, anchors: "a\(article.id.rawValue)-", imagesAreLazy: true, page: article.url)
        case .plain(let plain): plain.isEmpty ? "" : "<p class=\"plain\">\(Sanitizer.escaped(plain))</p>"
        case nil: article.excerpt.isEmpty ? "" : "<p>\(Sanitizer.escaped(article.excerpt))</p>"
        }
    }

    private static func head(of article: Article, isFolded: Bool, isAlone: Bool) -> String {
        let heading = isAlone ? "h1" : "h3"
        var text = "<div>\n<\(heading) dir=\"auto\">"
        let title = Sanitizer.escaped(article.title)
        if let url = article.url.flatMap(Sanitizer.source) {
            text += "<a href=\"\(url)\">\(title)</a>"
        } else {
            text += title
        }
        text += "</\(heading)>\n"
        let excerpt = isFolded ? article.excerptBesideTitle : ""
        if !excerpt.isEmpty { text += "<p class=\"excerpt\" dir=\"auto\">\(Sanitizer.escaped(excerpt))</p>\n" }
        text += "<p class=\"facts\">" + facts(of: article, isAlone: isAlone) + "</p>\n</div>\n"
        if isFolded, let image = article.image.flatMap(Sanitizer.source) {
            text += "<img class=\"small\" src=\"\(image)\" alt=\"\" loading=\"lazy\">\n"
        }
        return text
    }

    private static func facts(of article: Article, isAlone: Bool) -> String {
        var facts: [String] = []
        if isAlone, !article.feedTitle.isEmpty {
            facts.append("<span dir=\"auto\">\(Sanitizer.escaped(article.feedTitle))</span>")
        }
        if let date = article.shownDate {
            facts.append("<time datetime=\"\(date.rfc3339)\">\(LocalTime(date).dateAndTime)</time>")
        }
        let authors = article.authors.map(\.shown).filter { !$0.isEmpty }.joined(separator: ", ")
        if !authors.isEmpty { facts.append("<span dir=\"auto\">\(Sanitizer.escaped(authors))</span>") }
        if let url = article.comments.flatMap(Sanitizer.source) { facts.append("<a href=\"\(url)\">comments</a>") }
        if let source = article.textSource { facts.append(source.fact) }
        if article.isStarred { facts.append("<b>★ starred</b>") }
        if article.isModified { facts.append("<b>changed</b>") }
        return facts.joined(separator: " · ")
    }

    private static func enclosures(of article: Article) -> String {
        var text = ""
        for enclosure in article.enclosures {
            guard let url = Sanitizer.source(enclosure.url) else { continue }
            if enclosure.type?.hasPrefix("audio/") == true {
                text += "<audio controls preload=\"none\" src=\"\(url)\"></audio>\n"
            }
            let facts = enclosure.facts.joined(separator: ", ")
            text += "<p class=\"file\"><a href=\"\(url)\">\(Sanitizer.escaped(enclosure.name))</a>"
            text += (facts.isEmpty ? "" : " <small>\(Sanitizer.escaped(facts))</small>") + "</p>\n"
        }
        return text
    }
}

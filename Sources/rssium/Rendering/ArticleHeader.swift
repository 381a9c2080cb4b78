internal import FeedCore

extension ArticleLines {
    /// The lines above an article's text: title, feed, authors, date, id, labels, link, comments and enclosures.
    ///
    /// - Parameter now: nil to leave out how old the article is.
    static func header(of article: Article, _ layout: PageText.Layout, at now: Timestamp?) -> [StyledText] {
        var names = StyledText(article.feedTitle, .colored(.ansi(.cyan)))
        // Of a blog or a channel of one person, the name is the author's.
        let authors = article.authors.map(\.shown).filter { $0 != article.feedTitle }.joined(separator: " · ")
        if !authors.isEmpty { names.append((names.isEmpty ? "" : " · ") + authors) }
        let date = article.shownDate.map { LocalTime($0) }
        let age = article.shownDate.flatMap { date in now.map { RelativeTime.text(of: date, at: $0) } }
        let facts: [String?] = [
            date?.dateAndTime,
            // The age of an old article is its date.
            age == date?.date ? nil : age,
            article.isOfPage ? nil : "id \(article.id.rawValue)", article.textSource?.fact,
        ]
        let texts = [
            StyledText(article.title, .bold), names,
            StyledText(facts.compactMap(\.self).joined(separator: " · "), .dim),
            StyledText(article.labels.joined(separator: ", "), .colored(.ansi(.magenta))),
        ]
        var lines = texts.flatMap { $0.wrapped(to: layout.width) }
        if let url = article.url, url != article.title { lines.append(PageText.addressLine("", url)) }
        if let comments = article.comments { lines.append(PageText.addressLine("comments: ", comments)) }
        var shown: Set = [article.title]
        for enclosure in article.enclosures {
            if let title = enclosure.title, title != enclosure.url, shown.insert(title).inserted {
                lines += StyledText(title).wrapped(to: layout.width)
            }
            lines.append(PageText.addressLine("", enclosure.url, facts: enclosure.bracketedFacts))
        }
        return lines
    }
}

extension TextSource {
    /// `text: page`, `text: feed`.
    var fact: String { "text: \(rawValue)" }
}

extension Enclosure {
    /// The title of the file, else the last part of its address.
    var name: String {
        if let title, !title.isEmpty { return title }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? url
    }

    /// The type, the size and the duration, such as `audio/mpeg`, `34.0 MB`, `1:02:03`.
    var facts: [String] {
        var facts: [String] = []
        if let type { facts.append(type) }
        if let size, size > 0 { facts.append(Amount.bytes(size)) }
        if let duration, duration > 0 { facts.append(Amount.clock(duration)) }
        return facts
    }

    /// The facts behind a name or an address: ` (audio/mpeg, 34.0 MB)`; empty without any.
    var bracketedFacts: String { facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))" }
}

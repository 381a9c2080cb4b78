internal import FeedCore

/// The lines above an article's text: title, feed, authors, date, id, labels, link, comments and enclosures.
struct ArticleHeader: Hashable {
    var title: String
    var feed: String
    var authors: [String] = []
    /// The date in full, as text, and how long ago that is.
    var date: String?
    var age: String?
    var id: Int64?
    var textSource: TextSource?
    var link: String?
    /// The address of its discussion.
    var comments: String?
    var labels: [String] = []
    var enclosures: [Enclosure] = []

    /// - Parameter addressWidth: the cells after which an address is broken; nil to keep it in one piece.
    func lines(width: Int, addressWidth: Int? = nil) -> [StyledText] {
        var lines: [StyledText] = []
        lines += wrapped([(title, .bold)], width)
        let names = feed.isEmpty ? authors : [feed] + authors
        let pieces = names.enumerated().map { index, name in
            let style = index == 0 && !feed.isEmpty ? Style.colored(.ansi(.cyan)) : .plain
            return (index == 0 ? name : " · \(name)", style)
        }
        if !pieces.isEmpty { lines += wrapped(pieces, width) }
        let facts = [date, age, id.map { "id \($0)" }, textSource?.fact].compactMap(\.self)
        if !facts.isEmpty { lines += wrapped([(facts.joined(separator: " · "), .dim)], width) }
        if !labels.isEmpty { lines += wrapped([(labels.joined(separator: ", "), .colored(.ansi(.magenta)))], width) }
        if let link { lines += PageText.addressLines("", link, width: addressWidth) }
        if let comments { lines += PageText.addressLines("comments: ", comments, width: addressWidth) }
        for enclosure in enclosures {
            lines += PageText.addressLines("", enclosure.url, facts: enclosure.bracketedFacts, width: addressWidth)
        }
        return lines
    }

    private func wrapped(_ pieces: [(String, Style)], _ width: Int) -> [StyledText] {
        var wrap = TextWrap(width: width)
        for (text, style) in pieces { wrap.append(text, style) }
        return wrap.finish()
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

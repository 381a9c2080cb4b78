/// Finds who wrote an article.
struct PageAuthors {
    let names: [String]

    init(_ metadata: PageMetadata, _ page: PageAnalysis, heading: HTMLTree.Index?, site: String?) {
        let site = site.map(PageLetters.of)
        func names(_ written: [String]) -> [String] {
            var seen: Set<String> = []
            return written.flatMap(PageAuthors.names).filter { name in
                let letters = PageLetters.of(name)
                return letters != site && seen.insert(letters).inserted
            }
        }
        let structured = names(metadata.structured.authors)
        if !structured.isEmpty {
            self.names = structured
            return
        }
        let declared = names(metadata.authors)
        if !declared.isEmpty {
            self.names = declared
            return
        }
        self.names = Array(names(PageAuthors.bylines(page, heading)).prefix(6))
    }

    /// The texts of the elements that name an author, the first kind of them that there is.
    private static func bylines(_ page: PageAnalysis, _ heading: HTMLTree.Index?) -> [String] {
        var marked: [String] = []
        var linked: [String] = []
        var classed: [String] = []
        var left = 200
        for index in page.order where left > 0 {
            let node = HTMLTree.Index(index)
            guard page.isElement(node), page[node].hints.contains(.author), !page[node].hints.contains(.comments),
                page[node].text < 120, page[node].text > 3
            else { continue }
            left -= 1
            guard !isInComments(page, node) else { continue }
            let property = page.tree.attribute(itemprop, of: node)
            if property == "author" || property == "name" {
                if let name = page.tree.line(of: named(page, node) ?? node) { marked.append(name) }
            } else if page.tree.attribute(rel, of: node)?.contains("author") == true {
                if let name = page.tree.line(of: node) { linked.append(name) }
            } else if classed.isEmpty, let text = page.tree.line(of: node) {
                if !names(of: text).isEmpty { classed.append(text) }
            }
            if marked.count + linked.count > 20 { break }
        }
        return !marked.isEmpty ? marked : !linked.isEmpty ? linked : !classed.isEmpty ? classed : written(page, heading)
    }

    /// A short line that begins `By` or `Von`, in the first ones behind the title.
    private static func written(_ page: PageAnalysis, _ heading: HTMLTree.Index?) -> [String] {
        var isBehind = false
        var left = 20
        for index in page.order where left > 0 {
            let node = HTMLTree.Index(index)
            if node == heading { isBehind = true }
            guard isBehind, page.isElement(node), page[node].ownText > 5 || page[node].kind == .inline,
                page[node].text < 70
            else { continue }
            left -= 1
            guard let line = page.tree.line(of: node) else { continue }
            let start = line.lowercased()
            guard
                ["by ", "von ", "par ", "por ", "autor: ", "author: ", "text: "].contains(where: { start.hasPrefix($0) }
                )
            else { continue }
            return [line]
        }
        return []
    }

    private static func isInComments(_ page: PageAnalysis, _ node: HTMLTree.Index) -> Bool {
        var ancestor = page.tree.parent(of: node)
        // The comments of readers are not that far above the name of one.
        for _ in 0..<100 {
            guard let current = ancestor else { return false }
            if page[current].hints.contains(.comments) { return true }
            ancestor = page.tree.parent(of: current)
        }
        return false
    }

    /// The element in an author's that has the name.
    private static func named(_ page: PageAnalysis, _ node: HTMLTree.Index) -> HTMLTree.Index? {
        var next = page.tree.node(after: node, in: node)
        while let current = next {
            if page.isElement(current), page.tree.attribute(itemprop, of: current) == "name" { return current }
            next = page.tree.node(after: current, in: node)
        }
        return nil
    }

    /// The names in a byline: `By Ada Holm and Jens Vik`.
    static func names(of text: String) -> [String] {
        guard !text.hasBytes("://") else { return [] }
        var text = text
        var lower = text.lowercased()
        for opening in openings where lower.utf8.starts(with: opening.utf8) {
            text = String(text.dropFirst(opening.utf8.count))
            lower = text.lowercased()
        }
        for opening in inner {
            guard let length = lower.withUTF8({ $0.end(of: opening, from: 0) }), lower.utf8.count == text.utf8.count
            else { continue }
            text = String(text.utf8.dropFirst(length)) ?? text
            lower = text.lowercased()
        }
        // A date begins: `Ada Holm, May 20`, `Jens Vik am 2. Mai`
        var words: [Substring] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if word.first?.isNumber == true || ends.contains(word.lowercased()) { break }
            words.append(word)
        }
        if let last = words.last, months.contains(String(last.lowercased().prefix(3))),
            words.count > 2 || text.contains(where: \.isNumber)
        {
            words.removeLast()
        }
        text = words.joined(separator: " ")
        // What follows a name: a date, a role, an address.
        if let cut = text.unicodeScalars.firstIndex(where: cuts.contains) { text = String(text[..<cut]) }
        for separator in separators where text.hasBytes(separator) { text = text.replacing("\(separator)", with: ",") }
        return text.utf8.split { ",;/&".utf8.contains($0) }.map { Substring($0).trimmed }.filter(isName)
    }

    private static let openings = [
        "written by ", "posted by ", "by: ", "by ", "von: ", "von ", "par ", "por ", "autor: ", "author: ", "text: ",
        "di ", "door ", "foto: ",
    ]
    private static let inner: [StaticString] = [
        " by ", " beiträge von ", " articles by ", " geschrieben von ", " posted by ", " veröffentlicht von ",
    ]
    private static let ends: Set<String> = ["on", "am", "at", "|", "-", "–", "updated", "published", "posted"]
    private static let months: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär", "mai", "okt", "dez",
    ]
    private static let cuts = Array("|•·–—\n(".unicodeScalars)
    private static let separators: [StaticString] = [" and ", " und ", " et ", " y ", " e ", " en ", " og ", " och "]

    private static func isName(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard (1...6).contains(words.count), text.utf8.count >= 2, text.utf8.count <= 80, !text.hasBytes("://"),
            !text.hasBytes("@"), !text.hasSuffix(":"),
            !text.hasBytes("www.")
        else { return false }
        guard text.first(where: \.isLetter) != nil, PageLetters.numbers(in: text) < 3 else { return false }
        let lower = text.lowercased()
        return !nobodies.contains(lower) && !lower.hasBytes("admin") && !lower.hasBytes("[at]")
    }

    private static let nobodies: Set<String> = [
        "admin", "administrator", "editor", "staff", "author", "autor", "unknown", "guest", "anonymous", "redaktion",
        "redaction",
        "posted", "published", "webmaster", "publiziert", "stand", "root", "user", "null", "none", "undefined",
        "view all posts", "more",
        "follow", "contact",
    ]

    private static let itemprop = HTMLTag.name("itemprop")
    private static let rel = HTMLTag.name("rel")
}

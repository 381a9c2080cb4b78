/// Finds the title of an article, without the name of the site.
struct PageTitle {
    let text: String?
    /// The heading in the page that has it.
    let heading: HTMLTree.Index?

    init(_ metadata: PageMetadata, _ page: PageAnalysis, site: String?, host: String?) {
        let headings = PageTitle.headings(page)
        let ends = metadata.titles.flatMap { PageTitle.cuts($0).map { PageLetters.of($0.behind) } }
        let logos = headings.filter { heading in
            PageTitle.leadsHome(heading.node, page, host)
                || ends.contains(heading.letters) && PageTitle.isInMenu(heading.node, page)
                    && headings.contains { $0.level == 1 && $0.node > heading.node }
        }.map(\.letters)
        let sites = [site, PageTitle.nameInHost(host)].compactMap(\.self).map(PageLetters.of) + logos
        for title in metadata.titles {
            guard let match = PageTitle.heading(of: title, in: headings, sites) else { continue }
            (text, heading) = (match.text, match.node)
            return
        }
        let main = headings.first { $0.level == 1 && !sites.contains($0.letters) && $0.text.utf8.count > 3 }
        guard
            let title = metadata.titles.first(where: { !sites.contains(PageLetters.of($0)) }) ?? main?.text
                ?? metadata.titles.first
        else {
            // One of many headings is the best there is, and stays in the text.
            (text, heading) = (headings.first?.text, nil)
            return
        }
        // A heading with most of its words.
        let words = PageTitle.words(title)
        let alike = headings.first { heading in
            let own = PageTitle.words(heading.text)
            return heading.level <= 2 && !sites.contains(heading.letters) && own.count >= 3
                && own.intersection(words).count * 4 >= own.count * 3
        }
        let titles = metadata.titles.map { PageTitle.withoutSite($0, sites) }
        text = alike.map { PageTitle.withoutKicker($0, titles) } ?? PageTitle.withoutSite(title, sites)
        heading = alike?.node
    }

    /// The heading that a title of the head has, alone or beside the name of the site.
    private static func heading(of title: String, in headings: [Heading], _ sites: [String]) -> Heading? {
        let whole = PageLetters.of(title)
        var (parts, kickers): (Set, Set<String>) = ([whole], [])
        var texts: Set = [title]
        for cut in cuts(title) {
            let (before, behind) = (PageLetters.of(cut.before), PageLetters.of(cut.behind))
            parts.insert(before)
            // The name of a site is shorter than a title.
            if sites.contains(before) || behind.utf8.count > before.utf8.count { parts.insert(behind) }
            // `Kicker: Headline`
            if cut.sign == ":" { kickers.insert(before) } else { texts.insert(cut.before) }
        }
        parts = parts.filter { $0.utf8.count > 2 }.subtracting(sites)
        let matches = headings.filter {
            $0.level <= 3 && parts.contains($0.letters) && ($0.level == 1 || !kickers.contains($0.letters))
                // `R` and `C++` have too few letters to tell a heading by them, so all of the text must be the same.
                || $0.level == 1 && texts.contains($0.text) && !sites.contains($0.letters)
        }
        if let length = matches.map(\.letters.utf8.count).max() {
            return matches.first { $0.letters.utf8.count == length }
        }
        return headings.first { $0.level == 1 && $0.letters.utf8.count > 5 && isBeginning($0.text, of: title) }
    }

    /// Whether a sign follows a heading in the title, as in Chinese: `标题-网站`.
    private static func isBeginning(_ heading: String, of title: String) -> Bool {
        guard title.hasPrefix(heading), let sign = title.dropFirst(heading.count).first else { return false }
        return "-_：—–·｜|".contains(sign)
    }

    /// Whether a heading is a link to the first page of the site.
    private static func leadsHome(_ heading: HTMLTree.Index, _ page: PageAnalysis, _ host: String?) -> Bool {
        guard page[heading].link > 0, page[heading].link == page[heading].text,
            let link = page.elements(in: heading).first(where: { page.name($0) == PackedName.a }),
            let address = page.tree.attribute(PackedName.href, of: link)
        else { return false }
        return address == "/" || WebAddress(address).map { $0.host == host && ["", "/"].contains($0.path) } ?? false
    }

    /// Whether a heading is in an element named for a menu, with its buttons, where pages of a book have the title of the book.
    private static func isInMenu(_ heading: HTMLTree.Index, _ page: PageAnalysis) -> Bool {
        page.tree.ancestors(of: heading).prefix(4).contains { outer in
            page[outer].prose == 0 && page[outer].controls > 0
                && (page.name(outer) == nav
                    || [PackedName.classes, PackedName.id].contains {
                        page.tree.attribute($0, of: outer)?.hasBytes("menu") ?? false
                    })
        }
    }

    private static let nav = HTMLTag.name("nav")

    /// A heading without the words before its title: a kicker or a date.
    private static func withoutKicker(_ heading: Heading, _ titles: [String]) -> String {
        let parts = titles.flatMap { title in [title] + cuts(title).map(\.behind) }
        return parts.first { part in
            let letters = PageLetters.of(part)
            return letters.utf8.count * 2 > heading.letters.utf8.count && heading.letters.hasSuffix(letters)
        } ?? heading.text
    }

    private struct Heading {
        let node: HTMLTree.Index
        let level: Int
        let text: String
        let letters: String
    }

    private static func headings(_ page: PageAnalysis) -> [Heading] {
        var found: [Heading] = []
        for node in page.order.lazy.map(HTMLTree.Index.init) where page[node].kind == .heading {
            guard found.count < 200, page[node].text < 400, var text = page.tree.line(of: node) else { continue }
            // A sign behind it links to it.
            let isMarked = page.tree.descendants(of: node).prefix(40).first(where: page.isHeadingMark).flatMap { mark in
                page.tree.line(of: mark).map { text.hasSuffix($0) && !text.hasPrefix($0) }
            }
            if let last = text.last, "¶§🔗".contains(last) || text.hasSuffix(" #") || isMarked == true, text.count > 2 {
                text = SingleLineText.clean(String(text.dropLast())) ?? text
            }
            let level = Int(page.name(node) & 0xFF) - 0x30
            found.append(Heading(node: node, level: level, text: text, letters: PageLetters.of(text)))
        }
        return found.sorted { $0.level < $1.level }
    }

    /// Whether half of the words of the shorter of two titles are in the other.
    static func areAlike(_ title: String, _ other: String) -> Bool {
        let (own, others) = (words(title), words(other))
        return own.intersection(others).count * 2 >= min(own.count, others.count)
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }

    /// The positions at which a title may end and the name of the site begin: at words that are a sign, and at colons.
    private static func cuts(_ title: String) -> [(before: String, sign: Character, behind: String)] {
        // `Mayor: «We go on»`
        let isQuoted = title.has("«") && title.has("»")
        let between = ["|", "｜", isQuoted ? "|" : "»"].filter(title.has)
        let words = between.reduce(title) { $0.replacing($1, with: " \($1) ") }.split(separator: " ")
        var cuts: [(before: String, sign: Character, behind: String)] = []
        for (index, word) in words.enumerated() where cuts.count < 12 {
            guard let sign = word.last, word.count == 1 ? signs.contains(sign) : sign == ":",
                !isQuoted || sign != "«" && sign != "»"
            else { continue }
            let before = words[..<index] + (word.count == 1 ? [] : [word.dropLast()])
            cuts.append((before.joined(separator: " "), sign, words[(index + 1)...].joined(separator: " ")))
        }
        return cuts
    }

    private static let signs = Set("|»｜-–—·•«/>~:∙")

    private static func withoutSite(_ title: String, _ sites: [String]) -> String {
        var title = title
        for _ in 0..<3 {
            guard let cut = cuts(title).last(where: { $0.sign != ":" }), !cut.before.isEmpty else { break }
            let name = PageLetters.of(cut.behind)
            let isSite = sites.contains {
                $0 == name || $0.count > 3 && name.count > 3 && ($0.contains(name) || name.contains($0))
            }
            let isLong = cut.before.split(separator: " ").count >= 5 && cut.behind.split(separator: " ").count <= 4
            let isOther = sites.contains(PageLetters.of(cut.before))
            guard isSite || !isOther && (cut.sign == "|" || isLong) else { break }
            title = cut.before
        }
        if let cut = cuts(title).first, !cut.behind.isEmpty, sites.contains(PageLetters.of(cut.before)) {
            title = cut.behind
        }
        return title
    }

    /// The part of a host that names the site: `example` of `www.example.org`.
    private static func nameInHost(_ host: String?) -> String? {
        guard let labels = host?.split(separator: "."), labels.count > 1 else { return nil }
        // `example.co.uk`
        let hasTwo = labels.count > 2 && labels[labels.count - 2].count <= 3 && labels[labels.count - 1].count == 2
        return String(labels[labels.count - (hasTwo ? 3 : 2)])
    }
}

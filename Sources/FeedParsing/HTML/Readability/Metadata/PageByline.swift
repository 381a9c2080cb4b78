/// Who wrote an article and when, as the page shows it to readers. It counts where the head of the page does not say it.
struct PageByline {
    private(set) var authors: [String]
    private(set) var published: Timestamp?

    /// No page needs more elements or texts.
    private static let limit = 200

    /// - Parameters:
    ///   - needsAuthors: the page's head names no people.
    ///   - needsDate: it has no date.
    init(
        _ page: PageAnalysis, heading: HTMLTree.Index?, _ reader: WrittenDate, needsAuthors: Bool, needsDate: Bool
    ) {
        var (marked, classed): ([String], [String]) = ([], [])
        var (inElement, shown): (Timestamp?, Timestamp?)
        var left = needsAuthors || needsDate ? PageByline.limit : 0
        page.forEachElement(in: page.body) { node in
            let (measure, isTime) = (page[node], page.name(node) == Names.time)
            guard left > 0, !measure.hints.contains(.comments) else { return false }
            guard measure.text < 120, isTime || !measure.hints.isDisjoint(with: [.date, .author]) else { return true }
            left -= 1
            let line = page.tree.line(of: node)
            if inElement == nil, isTime {
                inElement =
                    page.tree.attribute(Names.datetime, of: node).flatMap(reader.date) ?? line.flatMap(reader.text)
            }
            if shown == nil, measure.hints.contains(.date) { shown = line.flatMap(reader.text) }
            if needsAuthors, measure.hints.contains(.author), let line {
                if PageByline.isMarked(node, page.tree) {
                    marked += PageByline.names(in: line)
                } else if classed.isEmpty {
                    classed = PageByline.names(in: line)
                }
            }
            return true
        }
        authors = !marked.isEmpty ? marked : classed
        published = inElement ?? shown
        let (lacksAuthors, lacksDate) = (needsAuthors && authors.isEmpty, needsDate && published == nil)
        guard lacksAuthors || lacksDate else { return }
        for node in PageByline.nodes(of: page, around: heading) {
            let mayBeDate = lacksDate && published == nil && page.tree.mayHaveNumbers(node)
            guard lacksAuthors && authors.isEmpty || mayBeDate, let line = PageByline.line(of: node, page) else {
                continue
            }
            if lacksAuthors, authors.isEmpty, PageByline.beginsWithBy(line) { authors = PageByline.names(in: line) }
            if mayBeDate { published = reader.text(line) }
        }
    }

    /// Whether an element is for an author whatever its class.
    private static func isMarked(_ node: HTMLTree.Index, _ tree: HTMLTree) -> Bool {
        tree.attribute(Names.itemprop, of: node) == "author" || tree.attribute(Names.rel, of: node) == "author"
    }

    /// Short texts around the title, and elements of several.
    private static func nodes(of page: PageAnalysis, around heading: HTMLTree.Index?) -> [HTMLTree.Index] {
        let place = heading.flatMap { heading in page.order.firstIndex { $0 >= Int32(heading) } } ?? 0
        let nodes = page.order[max(0, place - 12)...].prefix(limit).map(HTMLTree.Index.init)
        return nodes.filter { node in
            let text = page[node].text
            return (5...120).contains(text) && !page.tree.children(of: node).contains { page[$0].text == text }
        }
    }

    private static func line(of node: HTMLTree.Index, _ page: PageAnalysis) -> String? {
        page.isElement(node) ? page.tree.line(of: node) : SingleLineText.clean(page.tree.text(of: node))
    }

    // MARK: Names

    private static func beginsWithBy(_ text: String) -> Bool {
        let start = text.lowercased()
        return text.utf8.count < 70 && prefixes.contains { start.hasPrefix($0) }
    }

    private static let prefixes = [
        "written by ", "posted by ", "by: ", "by ", "von: ", "von ", "par ", "por ", "di ", "autor: ", "author: ",
        "text: ",
    ]

    /// The names in a byline: `By Ada Holm and Jens Vik, 2 May 2020`.
    static func names(in byline: String) -> [String] {
        let start = byline.lowercased()
        let prefix = prefixes.first { start.hasPrefix($0) } ?? ""
        var words: [Substring] = []
        for word in byline.dropFirst(prefix.count).split(separator: " ") {
            if word.contains(where: \.isNumber) || word.hasPrefix("@") || ends.contains(word) {
                // `Ada Holm, May 20`
                if let last = words.last, words.dropLast().last?.last == ",", WrittenDate.isMonth(last) {
                    words.removeLast()
                }
                break
            }
            // `Posted in News by Ada Holm`; but `Johann von Goethe`
            let isPhrase = words.contains { $0.first?.isLowercase ?? false }
            if word == "by" || ["von", "vom"].contains(word) && (isPhrase || words.isEmpty) {
                words.removeAll()
            } else {
                words.append(ands.contains(word) ? "," : word)
            }
        }
        return words.joined(separator: " ").split { ",;&".contains($0) }.compactMap { SingleLineText.clean(String($0)) }
            .filter {
                (2...60).contains($0.utf8.count) && $0.contains(where: \.isLetter) && !$0.contains("@")
                    && !$0.contains("://") && !$0.hasSuffix(":") && !nobodies.contains($0.lowercased())
            }
    }

    private static let nobodies: Set = ["admin", "author", "autor", "by", "publiziert", "redaktion", "posted", "von"]
    private static let ands: Set<Substring> = ["and", "und", "et", "y"]

    /// What comes behind a name.
    private static let ends: Set<Substring> = ["|", "-", "–", "—", "•", "·", "on", "am", "at", "le"]

    private enum Names {
        static let time: UInt64 = 0x7469_6D65  // time
        static let datetime: UInt64 = 0x6461_7465_7469_6D65  // datetime
        static let itemprop: UInt64 = 0x6974_656D_7072_6F70  // itemprop
        static let rel: UInt64 = 0x72656C  // rel
    }
}

extension HTMLTree {
    /// Whether a text or an element has digits, of any script.
    fileprivate func mayHaveNumbers(_ node: Index) -> Bool {
        var next: Index? = node
        while let current = next {
            if nodes[current].kind == .text,
                source[nodes[current].range].contains(where: { ASCII.isDigit($0) || $0 > 0xD7 })
            {
                return true
            }
            next = self.node(after: current, in: node)
        }
        return false
    }
}

extension Timestamp {
    /// The day in an address: `/2020/05/12/`, `/20200512`, `/12-05-2020`.
    init?(inAddress address: String) {
        for part in address.split(whereSeparator: { !$0.isNumber && $0 != "/" && $0 != "-" }) {
            let numbers = part.split { !$0.isNumber }.map { Int($0) ?? 0 }
            for (index, number) in numbers.enumerated() {
                let day =
                    switch numbers[index...].prefix(3).count {
                    case 3 where (1990...2099).contains(number): (number, numbers[index + 1], numbers[index + 2])
                    case 3 where (1990...2099).contains(numbers[index + 2]):
                        (numbers[index + 2], numbers[index + 1], number)
                    default: (number / 10_000, number / 100 % 100, number % 100)
                    }
                guard (1990...2099).contains(day.0), let date = Timestamp(year: day.0, month: day.1, day: day.2) else {
                    continue
                }
                self = date
                return
            }
        }
        return nil
    }
}

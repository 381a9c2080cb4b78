/// The authors and the date of an article, as the page shows them to readers. They count if the head of the page does
/// not give them.
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
        var found = Authors()
        var (inElement, shown): (Timestamp?, Timestamp?)
        var left = needsAuthors || needsDate ? PageByline.limit : 0
        page.forEachElement(in: page.body) { node in
            let (measure, isTime) = (page[node], page.name(node) == PackedName.time)
            guard left > 0, !measure.hints.contains(.comments) else { return false }
            if measure.kind == .heading { found.pass(heading: node, title: heading) }
            guard measure.text < 120, isTime || !measure.hints.isDisjoint(with: [.date, .author]) else { return true }
            left -= 1
            let line = page.tree.line(of: node)
            if inElement == nil, isTime {
                inElement =
                    page.tree.attribute(PackedName.datetime, of: node).flatMap(reader.date) ?? line.flatMap(reader.text)
            }
            if shown == nil, measure.hints.contains(.date) { shown = line.flatMap(reader.text) }
            if needsAuthors, measure.hints.contains(.author), let byline = page.tree.byline(of: node) {
                found.add(PageByline.names(in: byline), isMarked: PageByline.isMarked(node, page.tree))
            }
            return true
        }
        authors = found.best
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

    /// The names in elements for authors: those behind the title, up to the next heading, else those before it.
    private struct Authors {
        private let before: [String]
        private var (marked, classed): ([String], [String]) = ([], [])
        private var isClosed = false

        init(before: [String] = []) { self.before = before }

        var best: [String] { !marked.isEmpty ? marked : !classed.isEmpty ? classed : before }

        mutating func pass(heading: HTMLTree.Index, title: HTMLTree.Index?) {
            if heading == title { self = Authors(before: best) } else if !best.isEmpty { isClosed = true }
        }

        mutating func add(_ names: [String], isMarked: Bool) {
            guard !isClosed else { return }
            if isMarked { marked += names } else if classed.isEmpty { classed = names }
        }
    }

    /// Whether an element is for an author whatever its class.
    private static func isMarked(_ node: HTMLTree.Index, _ tree: HTMLTree) -> Bool {
        tree.attribute(PackedName.itemprop, of: node) == "author"
            || tree.attribute(PackedName.rel, of: node) == "author"
    }

    /// Short texts around the title, and elements of several.
    private static func nodes(of page: PageAnalysis, around heading: HTMLTree.Index?) -> [HTMLTree.Index] {
        let first = heading.flatMap { heading in page.order.firstIndex { $0 >= Int32(heading) } } ?? 0
        let nodes = page.order[max(0, first - 12)...].prefix(limit).map(HTMLTree.Index.init)
        return nodes.filter { node in
            let text = page[node].text
            return (5...120).contains(text) && !page.tree.children(of: node).contains { page[$0].text == text }
        }
    }

    private static func line(of node: HTMLTree.Index, _ page: PageAnalysis) -> String? {
        page.isElement(node) ? page.tree.byline(of: node) : SingleLineText.clean(page.tree.text(of: node))
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
            if words.isEmpty, word == "|" { continue }
            if word.contains(where: \.isNumber) || word.hasPrefix("@") || ends.contains(word) {
                // `Ada Holm, May 20`
                if let last = words.last, words.count > 2 || words.dropLast().last?.last == ",",
                    WrittenDate.isMonth(last)
                {
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
        return words.joined(separator: " ").split { ",;&".contains($0) }.compactMap(withoutJob)
            .filter {
                (2...60).contains($0.utf8.count) && $0.contains(where: \.isLetter) && !$0.contains("@")
                    && !$0.contains("://") && !$0.hasSuffix(":") && !nobodies.contains($0.lowercased())
            }
    }

    /// A name without the job behind it: `Ada Holm Staff Writer`. Nil for a job alone.
    private static func withoutJob(_ name: Substring) -> String? {
        var words = name.split(separator: " ")
        if let job = words.firstIndex(where: { jobs.contains($0.lowercased()) }),
            job != 1 || kindsOfJobs.contains(words[0].lowercased())
        {
            words.removeSubrange(job...)
            while let last = words.last, words.count > 2 || job < 2, kindsOfJobs.contains(last.lowercased()) {
                words.removeLast()
            }
        }
        return SingleLineText.clean(words.joined(separator: " "))
    }

    private static let jobs: Set = [
        "writer", "reporter", "correspondent", "columnist", "editor", "photographer", "journalist", "redakteur",
        "redakteurin", "reporterin", "korrespondent", "korrespondentin", "journaliste",
    ]
    private static let kindsOfJobs: Set = [
        "staff", "senior", "chief", "contributing", "special", "political", "foreign", "news", "guest", "freelance",
    ]

    private static let nobodies: Set = ["admin", "author", "autor", "by", "publiziert", "redaktion", "posted", "von"]
    private static let ands: Set<Substring> = ["and", "und", "et", "y"]

    /// The words and signs that follow a name.
    private static let ends: Set<Substring> = ["|", "-", "–", "—", "•", "·", "on", "am", "at", "le"]
}

extension HTMLTree {
    /// The text of a byline on one line, with a bar between words that only the layout of the page keeps apart.
    fileprivate func byline(of node: Index) -> String? {
        var text: [UInt8] = []
        var isApart = false
        var walk = HTMLWalk(self, in: node)
        while text.count < 1000, let step = walk.next() {
            switch step {
            case .start(let inner) where PageElementKind.of(nodes[inner].name) == .unseen: walk.skip()
            case .start(let inner), .end(let inner):
                let kind = PageElementKind.of(nodes[inner].name)
                isApart = isApart || kind.isBlock || kind == .lineBreak
            case .text(let inner):
                var part: [UInt8] = []
                appendText(of: inner, to: &part)
                guard part.contains(where: { $0 > 0x20 }) else {
                    text += part
                    continue
                }
                let runsOn = text.last.map { ASCII.isLetter($0) || $0 >= 0x80 } == true && ASCII.isLetter(part[0])
                if !text.isEmpty, isApart || runsOn { text += " | ".utf8 }
                text += part
                isApart = false
            }
        }
        return SingleLineText.clean(text)
    }

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

/// Finds when an article was published.
struct PageDates {
    let published: Timestamp?
    let modified: Timestamp?

    init(_ metadata: PageMetadata, _ page: PageAnalysis, heading: HTMLTree.Index?, url: String?) {
        let declared = [
            metadata.structured.published,
            metadata.value(
                "article:published_time", "og:article:published_time", "article:published", "og:published_time",
                "datepublished"),
            metadata.value(
                "parsely-pub-date", "sailthru.date", "pubdate", "publishdate", "publish-date", "publish_date",
                "publication_date", "cxenseparse:recs:publishtime",
                "article.published", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created",
                "dc.date",
                "dcterms.date", "citation_publication_date", "citation_date", "datecreated",
                "shareaholic:article_published_time", "bt:pubdate",
                "article_date_original", "timestamp", "rnews:datepublished", "originalpublicationdate"),
            metadata.value("date", "created", "last-modified", "og:updated_time"),
        ]
        let updated = [
            metadata.structured.modified,
            metadata.value("article:modified_time", "og:updated_time", "dcterms.modified", "lastmod", "datemodified"),
        ]
        let reader = WrittenDate(language: metadata.languageTag)
        modified = updated.lazy.compactMap { $0.flatMap(reader.date) }.first
        let inAddress = (metadata.canonical ?? url).flatMap(PageDates.inAddress)
        let first = declared.dropLast().lazy.compactMap { $0.flatMap(reader.date) }.first
        // An address keeps the day of the first publication; a page that was edited may not.
        if let first, let inAddress, first.seconds - inAddress.seconds > 2 * 86_400 {
            published = inAddress
            return
        }
        published =
            first ?? PageDates.written(page, reader) ?? inAddress ?? PageDates.near(heading, page, reader)
            ?? declared.last.flatMap { $0.flatMap(reader.date) } ?? modified
    }

    /// The date that the page shows, in an element that is for dates.
    private static func written(_ page: PageAnalysis, _ reader: WrittenDate) -> Timestamp? {
        var shown: Timestamp?
        var marked: Timestamp?
        var left = 200
        for index in page.order where left > 0 {
            let node = HTMLTree.Index(index)
            guard page.isElement(node) else { continue }
            let measure = page[node]
            let isTime = page.name(node) == time
            guard isTime || measure.hints.contains(.date), measure.text < 100, !measure.hints.contains(.comments) else {
                continue
            }
            left -= 1
            if page.tree.attribute(itemprop, of: node) == "datePublished"
                || page.tree.attribute(pubdate, of: node) != nil
            {
                if let date = date(of: node, page, reader) { return date }
            }
            if marked == nil, isTime { marked = date(of: node, page, reader) }
            if shown == nil { shown = page.tree.line(of: node).flatMap(reader.text) }
        }
        return marked ?? shown
    }

    /// The date in a short text, the nearest to the title.
    private static func near(
        _ heading: HTMLTree.Index?, _ page: PageAnalysis, _ reader: WrittenDate
    ) -> Timestamp? {
        let place = heading.flatMap { heading in page.order.firstIndex { $0 >= Int32(heading) } } ?? 0
        func first(_ nodes: some Sequence<Int32>, _ limit: Int) -> (distance: Int, date: Timestamp)? {
            var seen = 0
            for index in nodes where seen < limit {
                let node = HTMLTree.Index(index)
                guard page.tree.nodes[node].kind == .text, page[node].text >= 5 else { continue }
                seen += 1
                guard page[node].text <= 120 else { continue }
                let text = page.tree.text(of: node)
                guard text.hasBytes("19") || text.hasBytes("20"),
                    let date = SingleLineText.clean(text).flatMap(reader.text)
                else { continue }
                return (seen, date)
            }
            return nil
        }
        let behind = first(page.order[place...], 80)
        let before = first(page.order[..<place].reversed(), 8)
        guard let before, behind.map({ $0.distance > before.distance + 2 }) ?? true else { return behind?.date }
        return before.date
    }

    private static func date(
        of node: HTMLTree.Index, _ page: PageAnalysis, _ reader: WrittenDate
    ) -> Timestamp? {
        for name in [datetime, content, title] {
            if let date = page.tree.attribute(name, of: node).flatMap(reader.date) { return date }
        }
        return page.tree.line(of: node).flatMap(reader.text)
    }

    /// `/2020/05/12/`, `/2020-05-12-`, `/20200512`, `/12-05-2020`
    static func inAddress(_ url: String) -> Timestamp? {
        let numbers = url.split { !$0.isNumber }.map(String.init).prefix(20)
        let list = Array(numbers)
        for (index, number) in list.enumerated() {
            if number.count == 8, let value = Int(number),
                let date = day(value / 10_000, value / 100 % 100, value % 100)
            {
                return date
            }
            if number.count == 4, index >= 2, url.contains("\(list[index - 2])-\(list[index - 1])-\(number)"),
                let year = Int(number), let month = Int(list[index - 1]), let day = Int(list[index - 2]),
                let date = self.day(year, month, day)
            {
                return date
            }
            guard number.count == 4, index + 2 < list.count, list[index + 1].count <= 2, list[index + 2].count <= 2,
                url.contains("\(number)/\(list[index + 1])/\(list[index + 2])")
                    || url.contains("\(number)-\(list[index + 1])-\(list[index + 2])"),
                let year = Int(number), let month = Int(list[index + 1]), let day = Int(list[index + 2])
            else { continue }
            if let date = self.day(year, month, day) { return date }
        }
        return nil
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Timestamp? {
        (1990...2099).contains(year) ? Timestamp(year: year, month: month, day: day) : nil
    }

    private static let time = HTMLTag.name("time")
    private static let datetime = HTMLTag.name("datetime")
    private static let content = HTMLTag.name("content")
    private static let title = HTMLTag.name("title")
    private static let pubdate = HTMLTag.name("pubdate")
    private static let itemprop = HTMLTag.name("itemprop")
}

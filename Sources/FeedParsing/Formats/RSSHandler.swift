/// Parses RSS 0.90 to 2.0, with RDF: a channel and its items, inside it or beside it.
final class RSSHandler: FeedHandler {
    // Unchecked, as in the reader, which calls for every element and never recursively.
    @exclusivity(unchecked) private(set) var feed: ParsedFeed
    @exclusivity(unchecked) private var hasBegun: Bool
    private var channels = 0
    /// So far, only the RSS namespace suggests that the document is a feed.
    @exclusivity(unchecked) private var mayBeEmpty = false
    @exclusivity(unchecked) private var levels: [Level] = []
    @exclusivity(unchecked) private var item = RSSItem()
    private var person = Author()
    private var owner: Author?
    private var channelLink: String?
    private var feedLink = AtomLink.Choice()
    private var channelImage: String?
    private var logo: String?
    private var podcastImage: String?
    private var updatePeriod: Int64?
    private var updateFrequency: Int64 = 1

    private enum Level {
        case root, channel, item, person, owner, hours, days, media, categories
    }

    init(isRDF: Bool) {
        feed = ParsedFeed(format: isRDF ? .rdf : .rss)
        hasBegun = !isRDF
    }

    /// RDF has many uses: with a channel or an item it is a feed, and without anything else if it declares RSS.
    var isFeed: Bool { hasBegun || mayBeEmpty }

    func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        guard let level = levels.last else {
            feed.language = LanguageTag.parse(reader.language)
            mayBeEmpty = reader.declares(.rss)
            return enter(.root)
        }
        switch level {
        case .root, .channel: return startInChannel(name, attributes, in: reader)
        case .item where name.namespace == .media, .media:
            return enter(.media, if: item.parts.startMedia(name, attributes, in: reader))
        case .item where name.namespace == .atom && name.tag == .author:
            person = Author()
            return enter(.person)
        case .item: return enter(.categories, if: item.start(name, attributes, in: reader))
        case .person, .owner: return [.name, .uri, .url, .email].contains(name.tag) ? .text : .skip
        case .hours: return name.tag == .hour ? .text : .skip
        case .days: return name.tag == .day ? .text : .skip
        case .categories: return name.tag == .category ? .text : .skip
        }
    }

    func end(_ name: ElementName, in reader: XMLReader) {
        switch levels.popLast() {
        case .root: finish()
        case .item:
            item.finish()
            reader.move(&item.parts.article, to: &feed)
        case .person: endPerson(in: levels.last)
        case .owner: owner = person
        case .media: item.parts.endMedia()
        default: break
        }
    }

    func end(_ text: ElementText) {
        switch levels.last {
        case .root, .channel: RSSHandler.reading(text.name)?(self, text)
        case .item where text.name.namespace == .media, .media: item.parts.endMedia(text)
        case .item: item.end(text)
        case .categories: item.parts.end(text)
        case .person, .owner: person.read(text)
        case .hours: addHour(text.trimmed)
        case .days: addDay(text.trimmed)
        case nil: break
        }
    }

    private func enter(_ level: Level, if use: ElementUse = .enter) -> ElementUse {
        if use == .enter { levels.append(level) }
        return use
    }

    // MARK: The channel

    private func startInChannel(
        _ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader
    ) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.rss, .channel):
            hasBegun = true
            channels += 1
            feed.language = LanguageTag.parse(reader.language) ?? feed.language
            // As in Microsoft's CDF, the predecessor of RSS.
            channelLink = channelLink ?? reader.link(attributes["href"])
            return enter(.channel)
        case (.rss, .item), (.rss, .entry):
            hasBegun = true
            item = RSSItem()
            item.start(attributes, in: reader)
            return enter(.item)
        case (.rss, .items): return levels.last == .channel && feed.format == .rss ? enter(.channel) : .skip
        case (.itunes, .image), (.googlePlay, .image):
            podcastImage = podcastImage ?? reader.link(attributes["href"] ?? attributes["url"])
            if podcastImage != nil { return .skip }
        case (.itunes, .link):
            // An older form of `itunes:image`.
            if attributes["rel"]?.lowercased() == "image" {
                podcastImage = podcastImage ?? reader.link(attributes["href"])
            }
        case (.atom, .link): addLink(AtomLink(attributes, in: reader))
        case (.atom, .author), (.itunes, .owner):
            person = Author()
            return enter(name.tag == .owner ? .owner : .person)
        case (.rss, .link) where attributes["href"] != nil:
            addLink(AtomLink(attributes, in: reader))
            return .skip
        case (.rss, .skiphours): return enter(.hours)
        case (.rss, .skipdays): return enter(.days)
        default: if name.namespace != .rss, RSSHandler.reading(name) == nil { mayBeEmpty = false }
        }
        return RSSHandler.reading(name) == nil ? .skip : .text
    }

    /// How to read the text of an element of a channel; nil if it has none that is wanted.
    private static func reading(_ name: ElementName) -> ((RSSHandler, ElementText) -> Void)? {
        switch (name.namespace, name.tag) {
        case (.rss, .title): return { if $0.isFirstChannel { $0.feed.title = $1.title ?? $0.feed.title } }
        case (.rss, .description):
            return { if $0.isFirstChannel { $0.feed.description = $1.title ?? $0.feed.description } }
        case (.atom, .title), (.dublinCore, .title), (.itunes, .title):
            return { $0.feed.title = $0.feed.title ?? $1.title }
        case (.rss, .abstract), (.rss, .tagline), (.atom, .subtitle), (.dublinCore, .description), (.itunes, .summary),
            (.itunes, .subtitle), (.googlePlay, .description):
            return { $0.feed.description = $0.feed.description ?? $1.title }
        case (.rss, .link):
            return { if let link = $1.link, LinkScheme.mayBePage(link) { $0.channelLink = $0.channelLink ?? link } }
        case (.rss, .image): return { $0.channelImage = $0.channelImage ?? $1.imageLink }
        case (.itunes, .image), (.googlePlay, .image): return { $0.podcastImage = $0.podcastImage ?? $1.imageLink }
        case (.rss, .language), (.dublinCore, .language): return { $0.feed.language = $1.language ?? $0.feed.language }
        case (.rss, .managingeditor), (.rss, .author), (.dublinCore, .creator), (.dublinCore, .author),
            (.itunes, .author), (.googlePlay, .author):
            return { $0.addAuthor($1.person, to: &$0.feed.authors) }
        case (.rss, .icon), (.atom, .icon), (.webfeeds, .icon): return { $0.feed.favicon = $0.feed.favicon ?? $1.link }
        case (.atom, .logo), (.webfeeds, .logo): return { $0.logo = $0.logo ?? $1.link }
        case (.rss, .generator): return { $0.feed.archive.noteProgram($1.trimmed) }
        case (.itunes, .newfeedurl): return { $0.feed.newURL = $0.feed.newURL ?? $1.link }
        case (.rss, .ttl):
            return { $0.feed.hints.interval = FieldText.minutes($1.trimmed).map { $0 * 60 } ?? $0.feed.hints.interval }
        case (.syndication, .updateperiod): return { $0.updatePeriod = RSSHandler.period($1.trimmed) }
        case (.syndication, .updatefrequency): return { $0.updateFrequency = FieldText.count($1.trimmed) ?? 1 }
        default: return nil
        }
    }

    /// A document may have several channels; the feed has the name and the description of the first.
    private var isFirstChannel: Bool { channels < 2 || feed.title == nil }

    /// A link as in Atom, with or without Atom's namespace.
    private func addLink(_ link: AtomLink) {
        if link.relation == "self" { feed.selfLink = feed.selfLink ?? link.address }
        feed.archive.note(link.relation, link.address)
        feedLink.offer(link)
    }

    private func finish() {
        feed.link = channelLink ?? feedLink.best
        feed.icon = channelImage ?? podcastImage ?? logo ?? feed.favicon
        if feed.authors.isEmpty { addAuthor(owner, to: &feed.authors) }
        if let updatePeriod { feed.hints.interval = max(60, updatePeriod / updateFrequency, feed.hints.interval ?? 0) }
    }

    private func addAuthor(_ author: Author?, to authors: inout [Author]) {
        if let author, author != Author() { authors.appendIfAbsent(author) }
    }

    private func addHour(_ text: String?) {
        guard let hour = text.flatMap({ UInt32($0) }), hour <= 24 else { return }
        // Netscape counted 1 to 24.
        feed.hints.skipHours |= 1 << (hour % 24)
    }

    private func addDay(_ text: String?) {
        guard let name = text?.lowercased().prefix(3),
            let day = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].firstIndex(of: String(name))
        else { return }
        feed.hints.skipDays |= 1 << UInt8(day)
    }

    private static func period(_ name: String?) -> Int64? {
        switch name?.lowercased() {
        case "hourly": 3600
        case "daily": 86_400
        case "weekly": 604_800
        case "monthly": 2_592_000
        case "yearly": 31_536_000
        default: nil
        }
    }

    private func endPerson(in level: Level?) {
        if level == .item {
            addAuthor(person, to: &item.authors)
        } else {
            addAuthor(person, to: &feed.authors)
        }
    }
}

/// Parses RSS 0.90 to 2.0, with RDF: a channel and its items, inside it or beside it.
final class RSSHandler: FeedHandler {
    // Unchecked, as in the reader, which calls for every element and never recursively.
    @exclusivity(unchecked) private(set) var feed: ParsedFeed
    @exclusivity(unchecked) private var hasBegun: Bool
    /// A document may have several; the feed has the name of the first.
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
        case .item: return startInItem(name, attributes, in: reader)
        case .person, .owner: return [.name, .uri, .url, .email].contains(name.tag) ? .text : .skip
        case .hours: return name.tag == .hour ? .text : .skip
        case .days: return name.tag == .day ? .text : .skip
        case .media: return startMedia(name, attributes, in: reader)
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
        case .media: item.parts.media.end()
        default: break
        }
    }

    func end(_ name: ElementName, text: [UInt8], in reader: XMLReader) {
        switch levels.last {
        case .root, .channel: endInChannel(name, text, in: reader)
        case .item where name.namespace == .media: item.parts.media.end(name.tag, text: text, in: reader)
        case .item, .categories: item.end(name, text: text, in: reader)
        case .person, .owner: endInPerson(name, text, in: reader)
        case .hours: addHour(text)
        case .days: addDay(text)
        case .media: item.parts.media.end(name.tag, text: text, in: reader)
        case nil: break
        }
    }

    private func enter(_ level: Level) -> ElementUse {
        levels.append(level)
        return .enter
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
            return podcastImage == nil ? .text : .skip
        case (.itunes, .link):
            // An older form of `itunes:image`.
            if attributes["rel"]?.lowercased() == "image" {
                podcastImage = podcastImage ?? reader.link(attributes["href"])
            }
            return .skip
        case (.atom, .link):
            addLink(AtomLink(attributes, in: reader))
            return .skip
        case (.atom, .author), (.itunes, .owner):
            person = Author()
            return enter(name.tag == .owner ? .owner : .person)
        case (.rss, .link) where attributes["href"] != nil:
            addLink(AtomLink(attributes, in: reader))
            return .skip
        case (.rss, .skiphours): return enter(.hours)
        case (.rss, .skipdays): return enter(.days)
        default:
            if RSSHandler.hasText(name) { return .text }
            if name.namespace != .rss { mayBeEmpty = false }
            return .skip
        }
    }

    private static func hasText(_ name: ElementName) -> Bool {
        switch (name.namespace, name.tag) {
        case (.rss, .title), (.rss, .link), (.rss, .description), (.rss, .language), (.rss, .managingeditor),
            (.rss, .author), (.rss, .generator), (.rss, .ttl), (.rss, .icon), (.rss, .image), (.rss, .abstract),
            (.atom, .icon),
            (.atom, .logo), (.webfeeds, .icon), (.webfeeds, .logo), (.dublinCore, .title),
            (.dublinCore, .description), (.dublinCore, .language), (.dublinCore, .creator), (.dublinCore, .author),
            (.itunes, .author),
            (.itunes, .title), (.itunes, .summary), (.itunes, .subtitle), (.itunes, .newfeedurl),
            (.googlePlay, .author),
            (.googlePlay, .description), (.syndication, .updateperiod), (.syndication, .updatefrequency),
            (.atom, .title), (.atom, .subtitle), (.rss, .tagline):
            true
        default: false
        }
    }

    private func endInChannel(_ name: ElementName, _ text: [UInt8], in reader: XMLReader) {
        switch (name.namespace, name.tag) {
        case (.rss, .title), (.rss, .description):
            if channels > 1, feed.title != nil { break }
            let line = SingleLineText.title(text)
            if name.tag == .title {
                feed.title = line ?? feed.title
            } else {
                feed.description = line ?? feed.description
            }
        case (_, .title): feed.title = feed.title ?? SingleLineText.title(text)
        case (.rss, .link):
            guard let link = reader.link(FieldText.trimmed(text)), LinkScheme.mayBePage(link) else { break }
            channelLink = channelLink ?? link
        case (.rss, .image): channelImage = channelImage ?? reader.link(FieldText.imageAddress(text))
        case (_, .image): podcastImage = podcastImage ?? reader.link(FieldText.imageAddress(text))
        case (_, .description), (_, .abstract), (_, .subtitle), (_, .summary), (_, .tagline):
            feed.description = feed.description ?? SingleLineText.title(text)
        case (_, .language): feed.language = LanguageTag.parse(FieldText.trimmed(text)) ?? feed.language
        case (_, .managingeditor), (_, .author), (_, .creator): addAuthor(FieldText.person(text), to: &feed.authors)
        case (_, .icon): feed.favicon = feed.favicon ?? reader.link(FieldText.trimmed(text))
        case (_, .generator): feed.archive.noteProgram(FieldText.trimmed(text))
        case (_, .newfeedurl): feed.newURL = feed.newURL ?? reader.link(FieldText.trimmed(text))
        case (_, .logo): logo = logo ?? reader.link(FieldText.trimmed(text))
        case (_, .ttl):
            if let minutes = FieldText.minutes(FieldText.trimmed(text)) { feed.hints.interval = minutes * 60 }
        case (_, .updateperiod): updatePeriod = RSSHandler.period(FieldText.trimmed(text))
        case (_, .updatefrequency):
            updateFrequency = FieldText.count(FieldText.trimmed(text)) ?? 1
        default: break
        }
    }

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
        if feed.hints.interval == nil, let updatePeriod {
            feed.hints.interval = max(60, updatePeriod / updateFrequency)
        }
    }

    private func addAuthor(_ author: Author?, to authors: inout [Author]) {
        if let author, author != Author() { authors.appendIfAbsent(author) }
    }

    private func addHour(_ text: [UInt8]) {
        guard let hour = FieldText.trimmed(text).flatMap({ UInt32($0) }), hour <= 24 else { return }
        // Netscape counted 1 to 24.
        feed.hints.skipHours |= 1 << (hour % 24)
    }

    private func addDay(_ text: [UInt8]) {
        guard let name = FieldText.trimmed(text)?.lowercased().prefix(3),
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

    // MARK: Items

    private func startInItem(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.media, _): return startMedia(name, attributes, in: reader)
        case (.atom, .author):
            person = Author()
            return enter(.person)
        default:
            let use = item.start(name, attributes, in: reader)
            if case .enter = use { levels.append(.categories) }
            return use
        }
    }

    private func startMedia(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        guard name.namespace == .media else { return .skip }
        let use = item.parts.media.start(name.tag, attributes, in: reader)
        if case .enter = use { levels.append(.media) }
        return use
    }

    // MARK: People

    private func endInPerson(_ name: ElementName, _ text: [UInt8], in reader: XMLReader) {
        switch name.tag {
        case .name: person.name = SingleLineText.title(text)
        case .email: person.email = SingleLineText.clean(text)
        default: person.url = reader.link(FieldText.trimmed(text))
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

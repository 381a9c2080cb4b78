/// Parses Atom 1.0 (RFC 4287) and 0.3.
final class AtomHandler: FeedHandler {
    // Unchecked, as in the reader, which calls for every element and never recursively.
    @exclusivity(unchecked) private(set) var feed = ParsedFeed(format: .atom)
    let isFeed = true
    @exclusivity(unchecked) private var levels: [Level] = []
    @exclusivity(unchecked) private var entry = AtomEntry()
    @exclusivity(unchecked) private var person = Author()
    @exclusivity(unchecked) private var construct = AtomText.Kind.plain
    private var feedLink = AtomLink.Choice()
    private var openLink = AtomLink()
    private var logo: String?
    private var podcastImage: String?
    /// The author in another vocabulary than Atom's.
    private var writer: Author?

    private enum Level {
        case feed, entry, person, contributor, owner, source, media
        /// An element of an entry that has elements: a link, or categories.
        case part
    }

    func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        guard let level = levels.last else {
            if name.tag == .entry { return startEntry(in: reader) }
            feed.language = LanguageTag.parse(reader.language)
            return enter(.feed)
        }
        switch level {
        case .feed: return startInFeed(name, attributes, in: reader)
        case .entry: return startInEntry(name, attributes, in: reader)
        case .source: return name.tag == .author ? startPerson(.person) : .skip
        case .person, .contributor, .owner:
            let isPart = [.name, .uri, .url, .email, .homepage].contains(name.tag)
            return isPart && (name.namespace == .atom || level == .owner) ? .text : .skip
        case .media: return startMedia(name, attributes, in: reader)
        case .part:
            guard name.tag == .category else { return startMedia(name, attributes, in: reader) }
            return entry.start(name, attributes, in: reader)
        }
    }

    func end(_ name: ElementName, in reader: XMLReader) {
        switch levels.popLast() {
        case .entry:
            entry.finish()
            reader.move(&entry.parts.article, to: &feed)
        case .person: endPerson()
        case .owner: if person != Author() { writer = writer ?? person }
        case .media: entry.parts.media.end()
        case .feed:
            feed.link = feedLink.best
            feed.icon = logo ?? podcastImage ?? feed.favicon
            if feed.authors.isEmpty, let writer { feed.authors = [writer] }
        default: break
        }
    }

    func end(_ name: ElementName, text: [UInt8], in reader: XMLReader) {
        switch levels.last {
        case .feed: endInFeed(name, text, in: reader)
        case .entry where name.namespace == .media, .part where name.namespace == .media:
            entry.parts.media.end(name.tag, text: text, in: reader)
        case .entry, .part: entry.end(name, text: text, kind: construct, in: reader)
        case .person, .contributor, .owner: endInPerson(name, text, in: reader)
        case .media: entry.parts.media.end(name.tag, text: text, in: reader)
        default: break
        }
    }

    private func enter(_ level: Level) -> ElementUse {
        levels.append(level)
        return .enter
    }

    // MARK: The feed

    private func startInFeed(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        // `other`: an entry that declares another default namespace and uses a prefix for its own elements.
        case (.atom, .entry), (.other, .entry): return startEntry(in: reader)
        case (.atom, .title), (.atom, .subtitle), (.atom, .tagline):
            return startLine(attributes)
        case (.atom, .icon), (.atom, .logo), (.dublinCore, .language), (.dublinCore, .title),
            (.dublinCore, .description), (.dublinCore, .creator), (.dublinCore, .author), (.itunes, .author),
            (.itunes, .summary), (.itunes, .subtitle), (.webfeeds, .icon), (.webfeeds, .logo), (.atom, .generator):
            return .text
        case (.itunes, .image):
            podcastImage = podcastImage ?? reader.link(attributes["href"])
            return .skip
        case (.itunes, .owner): return startPerson(.owner)
        case (.atom, .link):
            openLink = AtomLink(attributes, in: reader)
            guard openLink.address != nil else { return .text }
            addFeedLink()
            return .skip
        case (.atom, .author): return startPerson(.person)
        default: return .skip
        }
    }

    private func endInFeed(_ name: ElementName, _ text: [UInt8], in reader: XMLReader) {
        // A second title or subtitle behind entries is that of another document in the file.
        let isOther = !feed.articles.isEmpty
        switch name.tag {
        case .title where name.namespace == .atom:
            if isOther, feed.title != nil { break }
            feed.title = AtomText.line(text, kind: construct) ?? feed.title
        case .subtitle where name.namespace == .atom, .tagline:
            if isOther, feed.description != nil { break }
            feed.description = AtomText.line(text, kind: construct) ?? feed.description
        case .title: feed.title = feed.title ?? SingleLineText.title(text)
        case .subtitle, .summary, .description: feed.description = feed.description ?? SingleLineText.title(text)
        case .creator, .author: writer = writer ?? FieldText.person(text)
        case .link:
            openLink.address = reader.link(FieldText.address(text))
            addFeedLink()
        case .icon: feed.favicon = feed.favicon ?? reader.link(FieldText.trimmed(text))
        case .language: feed.language = feed.language ?? LanguageTag.parse(FieldText.trimmed(text))
        case .generator: feed.archive.noteProgram(FieldText.trimmed(text))
        case .logo: logo = logo ?? reader.link(FieldText.trimmed(text))
        default: break
        }
    }

    private func addFeedLink() {
        if openLink.relation == "self" { feed.selfLink = feed.selfLink ?? openLink.address }
        feed.archive.note(openLink.relation, openLink.address)
        feedLink.offer(openLink)
    }

    private func startText(_ attributes: XMLAttributes) -> ElementUse {
        construct = AtomText.Kind(type: attributes["type"], mode: attributes["mode"])
        return construct == .markup ? .markup : .text
    }

    /// Elements in one line are markup, even where it is declared to be plain text.
    private func startLine(_ attributes: XMLAttributes) -> ElementUse {
        let use = startText(attributes)
        return construct == .plain ? .markup : use
    }

    // MARK: Entries

    private func startEntry(in reader: XMLReader) -> ElementUse {
        entry = AtomEntry(in: reader)
        return enter(.entry)
    }

    private func startInEntry(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.atom, .title): return startLine(attributes)
        case (.atom, .summary): return startText(attributes)
        case (.atom, .content):
            entry.startContent(attributes, in: reader)
            return startText(attributes)
        case (.atom, .author): return startPerson(.person)
        case (.atom, .contributor): return startPerson(.contributor)
        case (.atom, .source): return enter(.source)
        case (.media, _): return startMedia(name, attributes, in: reader)
        default:
            let use = entry.start(name, attributes, in: reader)
            if case .enter = use { levels.append(.part) }
            return use
        }
    }

    private func startMedia(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        guard name.namespace == .media else { return .skip }
        let use = entry.parts.media.start(name.tag, attributes, in: reader)
        if case .enter = use { levels.append(.media) }
        return use
    }

    // MARK: People

    private func startPerson(_ level: Level) -> ElementUse {
        person = Author()
        return enter(level)
    }

    private func endInPerson(_ name: ElementName, _ text: [UInt8], in reader: XMLReader) {
        switch name.tag {
        case .name: person.name = SingleLineText.title(text)
        case .email: person.email = SingleLineText.clean(text)
        default: person.url = reader.link(FieldText.trimmed(text))
        }
    }

    private func endPerson() {
        guard person != Author() else { return }
        switch levels.last {
        case .entry: entry.add(person)
        case .source: entry.sourceAuthor = person
        default: feed.authors.appendIfAbsent(person)
        }
    }
}

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
        case .entry where name.namespace == .media, .media:
            return enter(.media, if: entry.parts.startMedia(name, attributes, in: reader))
        case .entry: return startInEntry(name, attributes, in: reader)
        case .source: return name.tag == .author ? startPerson(.person) : .skip
        case .person, .contributor, .owner:
            let isPart = [.name, .uri, .url, .email, .homepage].contains(name.tag)
            return isPart && (name.namespace == .atom || level == .owner) ? .text : .skip
        case .part where name.tag == .category: return entry.start(name, attributes, in: reader)
        case .part: return enter(.media, if: entry.parts.startMedia(name, attributes, in: reader))
        }
    }

    func end(_ name: ElementName, in reader: XMLReader) {
        switch levels.popLast() {
        case .entry:
            entry.finish()
            reader.move(&entry.parts.article, to: &feed)
        case .person: endPerson()
        case .owner: if person != Author() { writer = writer ?? person }
        case .media: entry.parts.endMedia()
        case .feed:
            feed.link = feedLink.best
            feed.icon = logo ?? podcastImage ?? feed.favicon
            if feed.authors.isEmpty, let writer { feed.authors = [writer] }
        default: break
        }
    }

    func end(_ text: ElementText) {
        switch levels.last {
        case .feed: AtomHandler.reading(text.name)?(self, text)
        case .entry where text.name.namespace == .media, .part where text.name.namespace == .media, .media:
            entry.parts.endMedia(text)
        case .entry, .part: entry.end(text, kind: construct)
        case .person where text.name.tag == .author:
            // A person whose name stands alone.
            levels.removeLast()
            person = text.person ?? person
            endPerson()
        case .person, .contributor, .owner: person.read(text)
        default: break
        }
    }

    private func enter(_ level: Level, if use: ElementUse = .enter) -> ElementUse {
        if use == .enter { levels.append(level) }
        return use
    }

    // MARK: The feed

    private func startInFeed(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        // `other`: an entry that declares another default namespace and uses a prefix for its own elements.
        case (.atom, .entry), (.other, .entry): return startEntry(in: reader)
        case (.atom, .title), (.atom, .subtitle), (.atom, .tagline):
            return startLine(attributes)
        case (.itunes, .image): podcastImage = podcastImage ?? reader.link(attributes["href"])
        case (.itunes, .owner): return startPerson(.owner)
        case (.atom, .link):
            openLink = AtomLink(attributes, in: reader)
            if openLink.address != nil {
                addFeedLink()
                return .skip
            }
        case (.atom, .author): return startPerson(.person)
        default: break
        }
        return AtomHandler.reading(name) == nil ? .skip : .text
    }

    /// How to read the text of an element of a feed; nil if it has none that is wanted.
    private static func reading(_ name: ElementName) -> ((AtomHandler, ElementText) -> Void)? {
        switch (name.namespace, name.tag) {
        case (.atom, .title): return { $0.feed.title = $0.line($1, besides: $0.feed.title) }
        case (.atom, .subtitle), (.atom, .tagline):
            return { $0.feed.description = $0.line($1, besides: $0.feed.description) }
        case (.dublinCore, .title): return { $0.feed.title = $0.feed.title ?? $1.title }
        case (.dublinCore, .description), (.itunes, .summary), (.itunes, .subtitle):
            return { $0.feed.description = $0.feed.description ?? $1.title }
        case (.dublinCore, .creator), (.dublinCore, .author), (.itunes, .author):
            return { $0.writer = $0.writer ?? $1.person }
        case (.atom, .link):
            return {
                $0.openLink.address = $1.reader.link(FieldText.address($1.bytes))
                $0.addFeedLink()
            }
        case (.atom, .icon), (.webfeeds, .icon): return { $0.feed.favicon = $0.feed.favicon ?? $1.link }
        case (.atom, .logo), (.webfeeds, .logo): return { $0.logo = $0.logo ?? $1.link }
        case (.dublinCore, .language): return { $0.feed.language = $0.feed.language ?? $1.language }
        case (.atom, .generator): return { $0.feed.archive.noteProgram($1.trimmed) }
        default: return nil
        }
    }

    /// A second title or subtitle behind entries is that of another document in the file.
    private func line(_ text: ElementText, besides known: String?) -> String? {
        let line = AtomText.line(text.bytes, kind: construct)
        return feed.articles.isEmpty ? line ?? known : known ?? line
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
        case (.atom, .summary), (.atom, .content):
            if name.tag == .content { entry.startContent(attributes, in: reader) }
            return entry.parts.isUnneeded(name, in: reader) ? .skip : startText(attributes)
        case (.atom, .author): return startPerson(.person)
        case (.atom, .contributor): return startPerson(.contributor)
        case (.atom, .source): return enter(.source)
        default: return enter(.part, if: entry.start(name, attributes, in: reader))
        }
    }

    // MARK: People

    private func startPerson(_ level: Level) -> ElementUse {
        person = Author()
        levels.append(level)
        return level == .person ? .enterOrText : .enter
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

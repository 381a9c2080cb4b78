/// The facts about the article of a page in its JSON-LD (schema.org).
struct StructuredData {
    private(set) var headline: String?
    private(set) var authors: [String] = []
    private(set) var published: String?
    private(set) var modified: String?
    private(set) var publisher: String?
    private(set) var summary: String?
    private(set) var image: String?
    private(set) var language: String?
    /// The whole text of the article.
    private(set) var body: String?

    /// How well the description fits that the values are from.
    private var rank = 0
    /// The objects that describe something, in order.
    private var objects: [[String: JSONValue]] = []
    /// All objects of the page by their `@id`, as others refer to them.
    private var named: [String: JSONValue] = [:]
    private var bytesLeft = 4 << 20
    private var objectsLeft = 20_000

    /// Reads the text of one script. A script that cannot be read is skipped.
    mutating func read(_ text: String) {
        guard text.utf8.count <= bytesLeft, let value = StructuredData.value(of: text) else { return }
        bytesLeft -= text.utf8.count
        var found: [[String: JSONValue]] = []
        gather(value, depth: 0, &found)
        for object in found {
            if let id = object["@id"]?.string, object.count > 1, named[id] == nil { named[id] = .object(object) }
        }
        objects += found
    }

    /// Takes the facts of the page's article from what was read: from a description with the address or the title of the
    /// page, else from one that is not of another page of the site.
    ///
    /// - Parameters:
    ///   - addresses: those of the page.
    ///   - titles: what the head of the page says else.
    mutating func settle(addresses: [String], titles: [String]) {
        guard !objects.isEmpty else { return }
        let pages = PageNames(addresses: addresses, titles: titles)
        var others: [[String: JSONValue]] = []
        for object in objects {
            let isArticle = StructuredData.rank(StructuredData.types(object)) > 1
            let relation = isArticle ? pages.relation(of: object, headline: headline(of: object)) : .own
            if relation == .own { take(object) } else if relation == .unknown { others.append(object) }
        }
        if rank < 2 { for object in others { take(object) } }
        objects = []
    }

    private func headline(of object: [String: JSONValue]) -> String? {
        line(object["headline"]) ?? line(object["name"])
    }

    private static func value(of text: String) -> JSONValue? {
        var bytes = Array(text.utf8)
        if let value = try? JSONReader.read(bytes) { return value }
        // Programs put the script into a comment or a CDATA section, or leave line ends in strings; other broken
        // scripts are skipped.
        if text.hasBytes("CDATA["), let section = text.firstRange(of: "CDATA[") {
            let rest = text[section.upperBound...]
            bytes = Array(rest[..<(rest.firstRange(of: "]]>")?.lowerBound ?? rest.endIndex)].utf8)
        }
        guard let start = bytes.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }),
            let end = bytes.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }), start < end
        else { return nil }
        return try? JSONReader.read(bytes[start...end].map { $0 < 0x20 ? 0x20 : $0 })
    }

    /// Finds the objects that describe something: at the top, in lists, in graphs.
    private mutating func gather(_ value: JSONValue, depth: Int, _ found: inout [[String: JSONValue]]) {
        guard depth < 6, objectsLeft > 0 else { return }
        objectsLeft -= 1
        switch value {
        case .array(let values): for value in values { gather(value, depth: depth + 1, &found) }
        case .object(let members):
            found.append(members)
            for name in ["@graph", "mainEntity", "mainEntityOfPage"] {
                if let inner = members[name] { gather(inner, depth: depth + 1, &found) }
            }
        default: break
        }
    }

    private static func types(_ object: [String: JSONValue]) -> [String] {
        let type = object["@type"]
        return (type?.array ?? [type ?? .null]).compactMap(\.string)
    }

    private static func rank(_ types: [String]) -> Int {
        if types.contains(where: {
            $0.hasSuffix("Article") || $0.hasSuffix("Posting") || $0 == "Report" || $0 == "Review"
        }) {
            return 3
        }
        if types.contains(where: {
            ["Recipe", "VideoObject", "PodcastEpisode", "Event", "CreativeWork", "HowTo", "Book"].contains($0)
        }) {
            return 2
        }
        if types.contains(where: { $0.hasSuffix("Page") }) { return 1 }
        return 0
    }

    private mutating func take(_ object: [String: JSONValue]) {
        let types = StructuredData.types(object)
        if publisher == nil, types.contains("WebSite") { publisher = line(object["name"]) }
        let rank = StructuredData.rank(types)
        guard rank > self.rank else { return }
        self.rank = rank
        headline = line(object["headline"]) ?? (rank > 1 ? line(object["name"]) : nil) ?? headline
        let names = people(object["author"], depth: 0)
        if !names.isEmpty { authors = names } else if authors.isEmpty { authors = people(object["creator"], depth: 0) }
        published = object["datePublished"]?.string ?? object["dateCreated"]?.string ?? published
        modified = object["dateModified"]?.string ?? modified
        if let name = people(object["publisher"], depth: 0).first { publisher = name }
        summary = line(object["description"]) ?? summary
        image = address(object["image"], depth: 0) ?? address(object["thumbnailUrl"], depth: 0) ?? image
        language = object["inLanguage"]?.string ?? language
        body = object["articleBody"]?.string ?? body
    }

    private func line(_ value: JSONValue?) -> String? {
        value?.string.flatMap { SingleLineText.title($0) }
    }

    /// The names in one value or a list of them.
    private func people(_ value: JSONValue?, depth: Int) -> [String] {
        guard let value, depth < 4 else { return [] }
        switch value {
        case .string: return [line(value)].compactMap(\.self)
        case .array(let values): return values.prefix(50).flatMap { people($0, depth: depth + 1) }
        case .object(let members):
            if let name = members["name"] { return people(name, depth: depth + 1) }
            if let id = members["@id"]?.string, let other = named[id], members.count <= 2, other != value {
                return people(other, depth: depth + 1)
            }
            return []
        default: return []
        }
    }

    private func address(_ value: JSONValue?, depth: Int) -> String? {
        guard let value, depth < 4 else { return nil }
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .array(let values): return values.lazy.compactMap { address($0, depth: depth + 1) }.first
        case .object(let members):
            if let url = members["url"] ?? members["contentUrl"] { return address(url, depth: depth + 1) }
            return members["@id"]?.string.flatMap { named[$0] }.flatMap {
                $0 == value ? nil : address($0, depth: depth + 1)
            }
        default: return nil
        }
    }
}

/// The addresses and titles of a page, by which descriptions of its article are told from those of others.
private struct PageNames {
    private let paths: Set<String>
    private let hosts: Set<String>
    private let titles: [(text: String, letters: String)]

    enum Relation { case own, other, unknown }

    init(addresses: [String], titles: [String]) {
        paths = Set(addresses.map(PageNames.path))
        hosts = Set(addresses.compactMap { WebAddress($0)?.host })
        self.titles = titles.map { ($0, PageLetters.of($0)) }
    }

    /// Whether a description is of the page's article; of another one, if it has another address of the site and another
    /// title.
    func relation(of object: [String: JSONValue], headline: String?) -> Relation {
        let page = object["mainEntityOfPage"]
        let addresses = [object["url"], page, page?["@id"], page?["url"], object["@id"]].compactMap { $0?.string }
        guard let headline, !titles.isEmpty, !addresses.contains(where: { paths.contains(PageNames.path($0)) }) else {
            return .own
        }
        let letters = PageLetters.of(headline)
        let isTitle = titles.contains { title in
            title.letters.contains(letters) || letters.contains(title.letters)
                || PageTitle.areAlike(headline, title.text)
        }
        guard !isTitle else { return .own }
        let isOfSite = addresses.contains { address in
            WebAddress(address).map { hosts.contains($0.host) } ?? address.hasPrefix("/")
        }
        return isOfSite ? .other : .unknown
    }

    /// The path of an address, by which those of one page agree: the host may be that for telephones.
    private static func path(_ address: String) -> String {
        let rest = address.firstRange(of: "://").map { address[$0.upperBound...].drop { $0 != "/" } } ?? address[...]
        let path = rest.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}

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
    /// All objects of the page by their `@id`, as others refer to them.
    private var named: [String: JSONValue] = [:]
    private var bytesLeft = 4 << 20
    private var objectsLeft = 20_000

    /// Reads the text of one script. A script that cannot be read is skipped.
    mutating func read(_ text: String) {
        guard text.utf8.count <= bytesLeft, let value = StructuredData.value(of: text) else { return }
        bytesLeft -= text.utf8.count
        var objects: [[String: JSONValue]] = []
        gather(value, depth: 0, &objects)
        for object in objects {
            if let id = object["@id"]?.string, object.count > 1, named[id] == nil { named[id] = .object(object) }
        }
        for object in objects { take(object) }
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

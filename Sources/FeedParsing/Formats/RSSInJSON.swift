/// Writes RSS in JSON (Dave Winer, `{"rss": {"channel": …}}`) as the XML that says the same, so that one handler reads both.
///
/// A member becomes an element: a list one for each of its values. A plain value in an object becomes an attribute, with
/// or without an `@`, unless that object is an element that has only elements in it. `#value` is the text.
struct RSSInJSON {
    /// The path of the items.
    static let list = ["rss", "channel", "item"]

    /// A longer name belongs to no vocabulary, and a list would repeat it.
    private static let longestName = 64

    /// The items that were taken out of the document, as XML.
    private(set) var xml: [UInt8] = []

    /// Adds one of the items.
    mutating func append(_ item: JSONValue) { write(item, as: "item") }

    /// The whole document; nil if it is not RSS.
    ///
    /// - Parameter document: what is left of it without the items.
    static func xml(_ document: JSONValue, items: RSSInJSON) -> [UInt8]? {
        guard let rss = document["rss"], case .object(let members)? = rss["channel"] else { return nil }
        var result = RSSInJSON()
        result.open("rss", rss)
        result.open("channel", .object(members))
        result.writeElements(of: "channel", members)
        result.xml += items.xml
        result.xml += "</channel></rss>".utf8
        return result.xml
    }

    private mutating func write(_ value: JSONValue, as name: String) {
        switch value {
        case .null: return
        case .array(let values):
            for value in values { write(value, as: name) }
            return
        default: break
        }
        guard RSSInJSON.isName(name) else { return }
        open(name, value)
        if case .object(let members) = value {
            writeElements(of: name, members)
        } else {
            append(value.words)
        }
        xml += "</\(name)>".utf8
    }

    /// Writes the start tag, and the attributes that the value has.
    private mutating func open(_ name: String, _ value: JSONValue) {
        xml += "<\(name)".utf8
        if case .object(let members) = value {
            var written: Set<String> = []
            for key in members.keys.sorted() where RSSInJSON.isAttribute(key, of: name) {
                let attribute = key.hasPrefix("@") ? String(key.dropFirst()) : key
                guard let text = members[key]?.words, RSSInJSON.isName(attribute), written.insert(attribute).inserted
                else { continue }
                xml += " \(attribute)=\"".utf8
                append(text)
                xml.append(UInt8(ascii: "\""))
            }
        }
        xml.append(UInt8(ascii: ">"))
    }

    /// Writes what is in an element, in an order that is always the same.
    private mutating func writeElements(of name: String, _ members: [String: JSONValue]) {
        for key in members.keys.sorted() {
            guard let value = members[key] else { continue }
            if key.hasPrefix("#") {
                append(value.words)
            } else if value.words == nil || !RSSInJSON.isAttribute(key, of: name) {
                write(value, as: key)
            }
        }
    }

    /// Appends text without the characters that XML cannot hold (XML 1.0, 2.2).
    private mutating func append(_ text: String?) {
        guard let text else { return }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0x7F: xml.appendEscaped(UInt8(scalar.value))
            case 0..<0x20, 0xFFFE, 0xFFFF: continue
            default: HTMLEntity.append(scalar.value, to: &xml)
            }
        }
    }

    /// Whether a plain value with this name is an attribute of an element.
    private static func isAttribute(_ key: String, of name: String) -> Bool {
        if key.hasPrefix("@") || key.hasPrefix("xml") { return true }
        return !key.hasPrefix("#") && !key.contains(":") && !holders.contains(name.lowercased())
    }

    /// Elements that hold elements.
    private static let holders: Set<String> = [
        "channel", "item", "image", "textinput", "skiphours", "skipdays", "categories", "author", "atom:author",
        "itunes:owner",
    ]

    /// Whether it is a name of XML, with a prefix or without, as vocabularies of feeds have them.
    private static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return name.utf8.count <= longestName && parts.count <= 2
            && parts.allSatisfy { part in
                part.first.map(ASCII.isLetter) ?? false
                    && part.allSatisfy { ASCII.isLetterOrDigit($0) || "-_.".utf8.contains($0) }
            }
    }
}

extension JSONValue {
    /// A plain value as text.
    fileprivate var words: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map { String($0) } ?? String(number)
        case .bool(let value): value ? "true" : "false"
        case .object, .array, .null: nil
        }
    }
}

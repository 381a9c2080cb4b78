/// The feeds of rss2email 3, from its `rss2email.cfg`.
public struct RSS2EmailConfig {
    public private(set) var list = SubscriptionList()
    /// The names of the feeds, by which the data file knows them, with the addresses of the list.
    public private(set) var addresses: [String: String] = [:]
    /// The feeds that have a receiver of their own, and those whose messages go through a program.
    public private(set) var receivers = 0
    public private(set) var programs = 0
    /// The sender of all messages, if it is not the placeholder `user@rss2email.invalid`.
    public private(set) var sender: String?
    /// Other keys that say how messages are sent, if their values are not those that rss2email writes itself.
    public private(set) var sendingKeys: [String] = []

    /// Sections `[feed.NAME]` with `url`, `active` and others, `key = value` or `key: value` each (Python's configparser).
    public init(_ bytes: [UInt8]) {
        var section = Section()
        var number = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            let bytes = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[bytes.endIndex...].dropFirst()
            number += 1
            let line = String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
            // A line that begins with a space goes on with the value before it.
            guard let first = line.unicodeScalars.first, !first.properties.isWhitespace, first != "#", first != ";"
            else { continue }
            if first == "[" {
                take(section)
                section = Section()
                let name = line.dropFirst().prefix { $0 != "]" }
                section.name = name.hasPrefix("feed.") ? String(name.dropFirst("feed.".count)) : nil
                section.line = number
                if name == "DEFAULT" { section.isDefault = true }
            } else if let end = line.firstIndex(where: { $0 == "=" || $0 == ":" }) {
                let key = RSS2EmailConfig.trimmed(line[..<end]).lowercased()
                section.values[key] = RSS2EmailConfig.trimmed(line[line.index(after: end)...])
            }
        }
        take(section)
    }

    private struct Section {
        var name: String?
        var isDefault = false
        var line = 1
        var values: [String: String] = [:]
    }

    private var isActive = true

    private mutating func take(_ section: Section) {
        let standards = [("digest", "False"), ("sendmail", "/usr/sbin/sendmail"), ("email-protocol", "sendmail")]
        for (key, standard) in standards where !["", standard].contains(section.values[key] ?? "") {
            sendingKeys.appendIfAbsent(key)
        }
        if section.isDefault {
            isActive = RSS2EmailConfig.isTrue(section.values["active"]) ?? true
            let from = section.values["from"] ?? ""
            if !from.isEmpty, !from.hasSuffix(".invalid") { sender = from.replacing("$$", with: "$") }
            if section.values["post-process"]?.isEmpty == false { programs += 1 }
        }
        guard let name = section.name else { return }
        // A `$` of the address is written twice (configparser.ExtendedInterpolation).
        let address = (section.values["url"] ?? "").replacing("$$", with: "$")
        let refusal =
            address.isEmpty
            ? "it has no address" : address.contains("${") ? "its address refers to another setting" : nil
        if let refusal {
            list.refused.append(SubscriptionList.Refusal(line: section.line, reason: refusal))
            return
        }
        var subscription = Subscription(url: address, line: section.line)
        subscription.isPaused = !(RSS2EmailConfig.isTrue(section.values["active"]) ?? isActive)
        list.subscriptions.append(subscription)
        addresses[name] = address
        if section.values["to"] != nil { receivers += 1 }
        if section.values["from"] != nil { sendingKeys.appendIfAbsent("from of a feed") }
        if section.values["post-process"]?.isEmpty == false { programs += 1 }
    }

    private static func isTrue(_ value: String?) -> Bool? {
        value.map { ["1", "yes", "true", "on"].contains($0.lowercased()) }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(start[...last])
    }
}

/// The articles that rss2email 3 has mailed, from its `rss2email.json`.
public enum RSS2EmailSeen {
    /// The mailed articles of a feed.
    public struct Feed {
        public let name: String
        /// Guids, and links if rss2email was configured to trust them.
        public var ids: [String] = []
        /// How many articles without a guid it knows only by a hash of their text.
        public var hashes = 0
    }

    /// Calls `body` with each feed.
    public static func forEachFeed(in bytes: [UInt8], _ body: (Feed) -> Void) throws(JSONError) {
        var isRSS2Email = false
        // It keeps each article for ever.
        let rest = try JSONReader.read(bytes, lists: [["feeds"]], limit: 2_000_000) { value, _ in
            guard let name = value["name"]?.string, case .object(let seen)? = value["seen"] else { return true }
            isRSS2Email = true
            var feed = Feed(name: name)
            for (id, state) in seen {
                if id.utf8.count == 40, state["hash"]?.string == id {
                    feed.hashes += 1
                } else if id.utf8.count < SingleLineText.maxLength {
                    feed.ids.append(id)
                }
            }
            body(feed)
            return true
        }
        guard isRSS2Email || rest["version"] != nil else { throw .malformed }
    }
}

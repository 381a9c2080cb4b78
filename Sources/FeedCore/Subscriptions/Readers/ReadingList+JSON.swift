/// Exports of wallabag, Pinboard and Omnivore and `starred.json` of Feedbin, which are arrays, and `starred.json` of Google
/// Reader, FreshRSS and Inoreader, an object with `items`. The first entry tells which one it is.
extension ReadingList {
    mutating func readJSON(_ bytes: [UInt8]) -> Bool {
        var read: (@Sendable (JSONValue) -> Entry)?
        var number = 0
        var list = self
        do throws(JSONError) {
            let outer = try JSONReader.read(bytes, lists: [[], ["items"]]) { value, _ in
                if read == nil { read = ReadingList.kinds.first { value[$0.member] != nil }?.read }
                guard let read else { return false }
                number += 1
                list.add(read(value), as: "entry \(number)")
                return true
            }
            if outer["id"]?.string?.hasSuffix("/starred") == true { list.starAll() }
        } catch {
            if read != nil { list.refuseRest() }
        }
        if read != nil { self = list }
        return read != nil
    }

    /// By a member that the entries of no other kind have.
    private static let kinds: [(member: String, read: @Sendable (JSONValue) -> Entry)] = [
        ("is_archived", wallabag), ("toread", pinboard), ("savedAt", omnivore), ("canonical", streamItem),
        ("alternate", streamItem), ("feed_id", feedbin),
    ]

    private static func wallabag(_ value: JSONValue) -> Entry {
        var entry = Entry(url: value["url"]?.string ?? "", title: value["title"]?.string)
        entry.added = value["created_at"]?.string
        entry.isRead = value["is_archived"]?.isSet == true
        entry.isStarred = value["is_starred"]?.isSet == true
        entry.labels = names(in: value["tags"])
        return entry
    }

    private static func pinboard(_ value: JSONValue) -> Entry {
        // `description` is the title, as in del.icio.us.
        var entry = Entry(url: value["href"]?.string ?? "", title: value["description"]?.string)
        entry.added = value["time"]?.string
        entry.isRead = value["toread"]?.string != "yes"
        entry.labels = (value["tags"]?.string ?? "").split(separator: " ").map(String.init)
        return entry
    }

    private static func omnivore(_ value: JSONValue) -> Entry {
        var entry = Entry(url: value["url"]?.string ?? "", title: value["title"]?.string)
        entry.added = value["savedAt"]?.string
        entry.isRead = value["state"]?.string == "Archived"
        entry.labels = names(in: value["labels"])
        return entry
    }

    private static func feedbin(_ value: JSONValue) -> Entry {
        var entry = Entry(url: value["url"]?.string ?? "", title: value["title"]?.string)
        entry.added = value["created_at"]?.string
        entry.isStarred = true
        return entry
    }

    private static func streamItem(_ value: JSONValue) -> Entry {
        let links = (value["canonical"]?.array ?? []) + (value["alternate"]?.array ?? [])
        var entry = Entry(url: links.lazy.compactMap { $0["href"]?.string }.first ?? "", title: value["title"]?.string)
        if case .integer(let seconds) = value["published"] { entry.added = String(seconds) }
        for category in value["categories"]?.array ?? [] {
            guard let name = category.string else { continue }
            if name.hasSuffix("/state/com.google/read") { entry.isRead = true }
            if name.hasSuffix("/state/com.google/starred") { entry.isStarred = true }
            if let label = name.firstRange(of: "/label/") { entry.labels.append(String(name[label.upperBound...])) }
        }
        return entry
    }

    /// Strings, or objects with names.
    private static func names(in list: JSONValue?) -> [String] {
        (list?.array ?? []).compactMap { $0.string ?? $0["label"]?.string ?? $0["name"]?.string }
    }
}

extension JSONValue {
    /// `true` or 1, as PHP writes it.
    fileprivate var isSet: Bool { self == .bool(true) || self == .integer(1) || self == .string("1") }
}

/// `bookmarks.html` of browsers and bookmark services (the format of Netscape), and the HTML exports of Pocket and
/// Instapaper: links, in lists below headings that name them.
extension ReadingList {
    mutating func readBookmarks(_ bytes: [UInt8]) -> Bool {
        var beginning = String(decoding: bytes.prefix(1000), as: UTF8.self).lowercased()
        guard
            beginning.withUTF8({ text in
                ["netscape-bookmark-file", "<title>pocket export", "<title>instapaper"].contains {
                    (mark: StaticString) in text.end(of: mark, from: 0) != nil
                }
            })
        else { return false }
        bytes.withUnsafeBufferPointer { readBookmarks($0) }
        return true
    }

    private mutating func readBookmarks(_ input: UnsafeBufferPointer<UInt8>) {
        var tokens = XMLTokens(input)
        var number = 0
        /// The names of the lists around, the innermost last; nil for one that only a browser names.
        var folders: [String?] = []
        var section = ""
        var heading: String?
        var open: (name: String, attributes: [String: String], textStart: Int)?
        while !Task.isCancelled, let token = tokens.next() {
            guard token.kind == .start || token.kind == .end else { continue }
            let name = String(decoding: input[token.content], as: UTF8.self).lowercased()
            let isStart = token.kind == .start
            // A link that has no end tag ends where the next entry begins.
            let isNext = isStart && ["a", "dt", "dl", "h3"].contains(name) || name == "dl"
            if let element = open, !isStart && element.name == name || isNext {
                open = nil
                let content = UnsafeBufferPointer(rebasing: input[element.textStart..<token.range.lowerBound])
                let text = SingleLineText.clean(HTMLEntity.decodedOnce(content))
                switch element.name {
                case "h1": section = text ?? ""
                case "h3": heading = element.attributes.keys.contains { $0.hasSuffix("_folder") } ? nil : text
                default:
                    number += 1
                    var entry = Entry(bookmark: element.attributes, title: text)
                    if let folder = folders.last { entry.put(inFolder: folder ?? "") }
                    // The heading above all lists of `bookmarks.html` is "Bookmarks".
                    if folders.isEmpty { entry.put(inFolder: section) }
                    add(entry, as: "entry \(number)")
                }
            }
            if isStart, ["a", "h1", "h3"].contains(name) {
                open = (name, Dictionary(of: tokens), token.range.upperBound)
            } else if name == "dl" {
                if isStart { folders.append(heading) } else { _ = folders.popLast() }
                heading = nil
            }
        }
        if open != nil { refuseRest() }
    }
}

extension ReadingList.Entry {
    /// - Parameter attributes: of a link, in lower case. Pinboard writes `TOREAD`, Raindrop `DATA-IMPORTANT`.
    fileprivate init(bookmark attributes: [String: String], title: String?) {
        self.init(url: attributes["href"] ?? "", title: title)
        added = attributes["add_date"] ?? attributes["time_added"]
        isRead = attributes["toread"] == "0"
        isStarred = attributes["data-important"] == "true"
        labels = (attributes["tags"] ?? "").split(separator: ",").map(String.init)
    }
}

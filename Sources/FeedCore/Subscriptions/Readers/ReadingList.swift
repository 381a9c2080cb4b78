/// The pages of a reading list or of bookmarks, as another program or service exports them.
public struct ReadingList: Sendable {
    /// Their labels are the tags and folders of the list, unchecked.
    public private(set) var pages: [PageToSave] = []
    /// The entries that were not understood and why, such as `line 4: not a web address`.
    public private(set) var refused: [String] = []

    /// Nil for any other document.
    public init?(_ bytes: [UInt8]) {
        let isRead: Bool
        switch DocumentKind(of: bytes) {
        case .json: isRead = readJSON(bytes)
        case .xml, .html, .xhtml: isRead = readBookmarks(bytes)
        default: isRead = readCSV(bytes)
        }
        if !isRead { return nil }
    }

    /// A file of an export that is damaged from its beginning.
    public init(refusing file: String) { refused = ["\(file): it is damaged"] }

    /// Several files of one export.
    public init(joining lists: [ReadingList]) {
        pages = lists.flatMap(\.pages)
        refused = lists.flatMap(\.refused)
    }

    /// An entry of a list, as it is there.
    struct Entry {
        var url = ""
        var title: String?
        /// When it was added to the list, in any form that a feed may have.
        var added: String?
        var labels: [String] = []
        var isRead = false
        var isStarred = false

        /// Takes a folder for what its name says.
        mutating func put(inFolder name: String) {
            switch name.lowercased() {
            case "", "unread", "unsorted": break
            case "archive", "read archive": isRead = true
            case "starred": isStarred = true
            default: labels.append(name)
            }
        }
    }

    /// - Parameter name: what the user can find it by, such as `line 4`.
    mutating func add(_ entry: Entry, as name: String) {
        guard let address = try? FetchAddress(entry.url).url, address.isRemote else {
            refused.append("\(name): not a web address")
            return
        }
        var page = PageToSave(address)
        page.title = entry.title.flatMap(SingleLineText.clean)
        page.listed = entry.added.flatMap(FeedDate.parse)
        (page.isRead, page.isStarred) = (entry.isRead, entry.isStarred)
        for label in entry.labels.prefix(Label.maxCount) { page.labels.appendIfAbsent(label) }
        pages.append(page)
    }

    /// Refuses the damaged rest of a file; the entries before it count.
    mutating func refuseRest() { refused.append("the rest of the file: it is damaged or cut off") }

    mutating func starAll() { for index in pages.indices { pages[index].isStarred = true } }
}

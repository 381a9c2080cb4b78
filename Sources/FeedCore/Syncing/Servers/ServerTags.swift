/// The labels and folders of a server, which share one namespace.
struct ServerTags: Hashable, Sendable {
    /// How the server spells each label that can be here too, by folded names: here case does not matter.
    private(set) var labels: [String: [String]] = [:]
    /// The folded names of the folders.
    private(set) var folders: Set<String> = []

    /// The longest name of a label in bytes, as HTML: FreshRSS cuts it.
    private static let maxBytes = 191

    mutating func add(folder name: String) { folders.insert(name.foldedName) }

    mutating func add(label name: String) {
        guard NameRules.isLabel(name), name.first?.isWhitespace == false, name.last?.isWhitespace == false else {
            return
        }
        labels[name.foldedName, default: []].append(name)
    }

    /// Why the server cannot have a label, in words; nil if it can.
    func refusal(ofLabel name: String) -> String? {
        if folders.contains(name.foldedName) { return "the server has a folder of that name" }
        let size = name.utf8.reduce(0) { $0 + ServerTags.htmlSize(of: $1) }
        return size > ServerTags.maxBytes ? "its name is too long for the server" : nil
    }

    private static func htmlSize(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "&"): "&amp;".utf8.count
        case UInt8(ascii: "<"), UInt8(ascii: ">"): "&lt;".utf8.count
        case UInt8(ascii: "\""): "&quot;".utf8.count
        default: 1
        }
    }
}

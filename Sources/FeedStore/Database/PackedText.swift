/// Packs a short list into one column of text. The parts are separated by control characters, which no text of a feed
/// has.
enum PackedText {
    private static let partEnd: Character = "\u{1F}"
    private static let authorEnd: Character = "\u{1E}"

    /// Nil for an empty list.
    static func pack(_ list: [String]) -> String? {
        guard let first = list.first else { return nil }
        return list.dropFirst().reduce(into: cleaned(first)) { $0 += String(partEnd) + cleaned($1) }
    }

    static func list(_ text: String) -> [String] {
        text.isEmpty ? [] : parts(of: text[...])
    }

    /// Nil for an empty list.
    static func pack(_ authors: [Author]) -> String? {
        guard !authors.isEmpty else { return nil }
        return authors.reduce(into: "") { text, author in
            let parts = [author.name, author.url, author.email].map { cleaned($0 ?? "") }
            text += parts.joined(separator: String(partEnd)) + String(authorEnd)
        }
    }

    static func authors(_ text: String) -> [Author] {
        text.utf8.split(separator: 0x1E).map { author in
            let parts = parts(of: Substring(author))
            func part(_ index: Int) -> String? {
                parts.indices.contains(index) && !parts[index].isEmpty ? parts[index] : nil
            }
            return Author(name: part(0), url: part(1), email: part(2))
        }
    }

    private static func parts(of text: Substring) -> [String] {
        text.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    private static func cleaned(_ text: String) -> String {
        text.utf8.contains { $0 == 0x1E || $0 == 0x1F }
            ? String(text.filter { $0 != partEnd && $0 != authorEnd }) : text
    }
}

internal import FeedCore

/// `download.name`: where in the folder a file goes, such as `{feed}/{date} {title}{ext}`. Pure.
struct DownloadName: Sendable {
    /// The names that can stand in braces.
    enum Field: String, CaseIterable, Sendable {
        case feed, category, author, title, date, id, ext
    }

    private enum Piece: Sendable {
        case text(String)
        case field(Field)
    }

    static let standard = "{feed}/{date} {title}{ext}"
    /// All fields, for help and messages.
    static let fieldList = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")

    /// The names between the slashes, each in pieces.
    private let parts: [[Piece]]

    /// Nil for an unknown field, a brace alone, no name at all, or a path that seems to lead out of the folder.
    init?(_ template: String) {
        var parts: [[Piece]] = []
        let names = template.split(separator: "/")
        guard !template.hasPrefix("/"), names.first != "~", !names.contains("."), !names.contains("..") else {
            return nil
        }
        for part in names {
            guard let pieces = DownloadName.pieces(of: part) else { return nil }
            parts.append(pieces)
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    private static func pieces(of part: Substring) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = part
        while let first = rest.first {
            if first == "{" {
                guard let end = rest.firstIndex(of: "}"), let field = Field(rawValue: String(rest[..<end].dropFirst()))
                else { return nil }
                pieces.append(.field(field))
                rest = rest[rest.index(after: end)...]
            } else {
                let text = rest.prefix { $0 != "{" }
                guard !text.contains("}") else { return nil }
                pieces.append(.text(String(text)))
                rest = rest[text.endIndex...]
            }
        }
        return pieces
    }

    /// The path of an enclosure below the folder: safe names with slashes between them. A folder without a name, such as
    /// that of a feed without a category, is left out.
    func path(of enclosure: Enclosure, _ article: Article) -> String {
        let ending = DownloadName.ending(of: enclosure)
        var names: [String] = []
        for (index, pieces) in parts.enumerated() {
            let isFile = index == parts.count - 1
            var (stem, last) = (pieces, "")
            if case .field(.ext)? = pieces.last {
                stem.removeLast()
                last = ending
            }
            let text = stem.map { DownloadName.text($0, article, ending) }.joined()
            if !isFile, (text + last).trimmed.isEmpty { continue }
            names.append(
                SafeName.part(
                    text, ending: last, ifEmpty: String(isFile ? article.id.rawValue : article.feedID.rawValue)))
        }
        return names.joined(separator: "/")
    }

    private static func text(_ piece: Piece, _ article: Article, _ ending: String) -> String {
        switch piece {
        case .text(let text): text
        case .field(.feed): article.feedTitle
        case .field(.category): article.category ?? ""
        case .field(.author): article.authors.map(\.shown).joined(separator: ", ")
        case .field(.title): article.title
        case .field(.date): String((article.published ?? article.fetched).rfc3339.prefix(10))
        case .field(.id): String(article.id.rawValue)
        case .field(.ext): ending
        }
    }

    /// Whether the name is to have an ending and none is known.
    func lacksEnding(for enclosure: Enclosure) -> Bool {
        guard case .field(.ext)? = parts.last?.last else { return false }
        return DownloadName.ending(of: enclosure).isEmpty
    }

    /// The ending with its period: of the URL's path, else by the media type; empty where neither tells. The ending of a
    /// program says nothing about the file, and a desktop might run it.
    static func ending(of enclosure: Enclosure) -> String {
        let path = enclosure.url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = path[(path.lastIndex(of: UInt8(ascii: "/")).map(path.index(after:)) ?? path.startIndex)...]
        let byType = enclosure.type.flatMap(MediaType.fileEnding)
        if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex || name.count < path.count {
            let ending = name[name.index(after: dot)...]
            let isWord = (1...8).contains(ending.count) && ending.allSatisfy(ASCII.isLetterOrDigit)
            let text = String(Substring(ending))
            // Of `https://example.org` the last part is the host.
            let isPath = path.count { $0 == UInt8(ascii: "/") } > 2
            if isWord, isPath, byType == nil || !programs.contains(text.lowercased()) { return "." + text }
        }
        return byType.map { "." + $0 } ?? ""
    }

    private static let programs: Set = [
        "php", "asp", "aspx", "ashx", "jsp", "do", "cgi", "pl", "py", "html", "htm",
        "sh", "desktop", "lnk", "exe", "bat", "cmd", "scr", "js", "jar", "url",
    ]
}

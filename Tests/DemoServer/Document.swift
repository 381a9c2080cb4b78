internal import FeedModel
internal import TestSupport

/// A file that the server serves.
struct Document: Sendable {
    let etag: String
    let answer: Answer

    /// The files of a folder by the paths they are served under, such as `/tides.xml`.
    static func all(in folder: String) -> [String: Document] {
        // The caller reports a folder without files.
        let names = (try? File.names(in: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.reduce(into: [:]) { documents, name in
            guard let bytes = try? File.read(folder + "/" + name) else { return }
            documents["/" + name] = Document(name: name, bytes: bytes)
        }
    }

    private init(name: String, bytes: [UInt8]) {
        etag = "\"\(String(UInt64(bitPattern: StableHash.of(bytes)), radix: 16))\""
        answer = .document(bytes, type: Document.mediaType(of: name), etag: etag)
    }

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "atom": "application/atom+xml"
        case "rdf": "application/rdf+xml"
        case "json": "application/feed+json"
        case "html": "text/html; charset=utf-8"
        default: "application/rss+xml"
        }
    }
}

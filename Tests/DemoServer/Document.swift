internal import TestSupport

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A file that the server serves.
struct Document: Sendable {
    let etag: String
    let answer: Answer

    /// The files of a folder by the paths they are served under, such as `/tides.xml`.
    static func all(in folder: String) -> [String: Document] {
        guard let stream = opendir(folder) else { return [:] }
        defer { closedir(stream) }
        var documents: [String: Document] = [:]
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix("."), let bytes = read(folder + "/" + name) else { continue }
            documents["/" + name] = Document(name: name, bytes: bytes)
        }
        return documents
    }

    private init(name: String, bytes: [UInt8]) {
        etag = "\"\(Document.checksum(bytes))\""
        answer = .document(bytes, type: Document.mediaType(of: name), etag: etag)
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let stream = fopen(path, "rb") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        return bytes
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

    /// FNV-1a of the content, the same in every run.
    private static func checksum(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(hash, radix: 16)
    }
}

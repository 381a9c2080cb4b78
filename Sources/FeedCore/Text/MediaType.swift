/// Guesses the media type of a file from the ending of its address, where the feed does not give the type.
enum MediaType {
    static func of(_ address: String) -> String? { ending(of: address).flatMap { types[$0] } }

    static func isPicture(_ address: String) -> Bool { of(address)?.hasPrefix("image/") == true }

    /// The letters after the last period of the path, in lower case.
    private static func ending(of address: String) -> String? {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.suffix(8).lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return address[path.index(after: dot)..<path.endIndex].lowercased()
    }

    private static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "mp4": "video/mp4",
        "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
        "avi": "video/x-msvideo", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "pdf": "application/pdf",
        "epub": "application/epub+zip", "zip": "application/zip", "torrent": "application/x-bittorrent",
    ]
}

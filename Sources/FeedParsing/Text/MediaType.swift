/// Guesses the media type of a file from the ending of its address, where the feed does not give the type, and the ending
/// from the type.
public enum MediaType {
    /// Nil where the address has no ending that is known.
    public static func of(_ address: String) -> String? { ending(of: address).flatMap { types[$0] } }

    /// The type that a feed declares for an address, in lower case and without parameters. That of the ending if the feed
    /// declares none, or one that says nothing, such as `application/octet-stream`.
    public static func of(_ address: String, declared: String?) -> String {
        let type = declared.map(bare) ?? ""
        return !type.contains("/") || type.hasSuffix("/octet-stream") ? of(address) ?? type : type
    }

    private static func bare(_ type: String) -> String { type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() }

    /// The ending of files of the type, without its period; nil for a type that is not known.
    public static func fileEnding(of type: String) -> String? {
        let type = bare(type)
        return others[type] ?? types.filter { $0.value == type }.keys.min { rank($0) < rank($1) }
    }

    /// The shortest, and of those the first: `jpg`, not `jpeg`.
    private static func rank(_ ending: String) -> (Int, String) { (ending.utf8.count, ending) }

    static func isPicture(_ address: String) -> Bool { of(address)?.hasPrefix("image/") == true }

    /// The letters after the last period of the path, in lower case.
    private static func ending(of address: String) -> String? {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.suffix(8).lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return address[path.index(after: dot)..<path.endIndex].lowercased()
    }

    /// The endings of types for which the table below has several endings, and of other names of types.
    private static let others = [
        "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/m4a": "m4a", "audio/aacp": "aac",
        "audio/ogg": "ogg", "audio/opus": "opus", "audio/x-wav": "wav", "audio/x-flac": "flac", "video/mp4": "mp4",
        "video/x-m4v": "m4v", "image/jpg": "jpg", "text/plain": "txt", "text/html": "html",
    ]

    private static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "mp4": "video/mp4",
        "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
        "avi": "video/x-msvideo", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "pdf": "application/pdf",
        "epub": "application/epub+zip", "zip": "application/zip", "torrent": "application/x-bittorrent",
        "gz": "application/gzip", "tgz": "application/gzip", "xz": "application/x-xz",
        "7z": "application/x-7z-compressed", "csv": "text/csv", "txt": "text/plain", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "odt": "application/vnd.oasis.opendocument.text", "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odp": "application/vnd.oasis.opendocument.presentation", "ipynb": "application/x-ipynb+json",
        "apk": "application/vnd.android.package-archive", "dmg": "application/x-apple-diskimage",
        "exe": "application/vnd.microsoft.portable-executable", "deb": "application/vnd.debian.binary-package",
        "jar": "application/java-archive", "iso": "application/x-iso9660-image",
    ]
}

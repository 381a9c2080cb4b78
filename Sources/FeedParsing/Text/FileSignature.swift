/// Recognises files that are not text, by their magic bytes.
enum FileSignature {
    /// The kind of file, in words for the user; nil if its first bytes are not known.
    static func kind(of body: [UInt8]) -> String? {
        signatures.first { body.starts(with: $0.bytes) }?.name
    }

    /// Whether the words are those of `kind`, and not of a document.
    static func isName(_ words: String) -> Bool { signatures.contains { $0.name == words } }

    /// Whether many of the first characters do not occur in text.
    static func isBinary(_ body: [UInt8]) -> Bool {
        let text = String(decoding: body.prefix(400), as: UTF8.self).unicodeScalars
        // The last character may be cut in two.
        let odd = text.dropLast().count { scalar in
            scalar == "\u{FFFD}" || scalar.value < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(scalar.value)
        }
        return odd * 10 > text.count
    }

    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "gzip data"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
        ([0x89, 0x50, 0x4E, 0x47], "an image"),
        ([0xFF, 0xD8, 0xFF], "an image"),
        (Array("GIF8".utf8), "an image"),
        ([0, 0, 1, 0], "an image"),
        (Array("RIFF".utf8), "binary data"),
    ]
}

/// What the XML declaration of a document says, read before anybody knows in which encoding it is written.
enum XMLDeclaration {
    /// Warnings of a script may stand before it.
    private static let reach = 1024

    /// The `encoding` of the declaration. Quotes may be missing. EBCDIC, which shares no byte with ASCII, is read too;
    /// in UTF-16 and UTF-32 the bytes tell more than the declaration.
    static func encoding(of body: UnsafeBufferPointer<UInt8>) -> String? {
        // `<?xm` in EBCDIC.
        if body.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) {
            let beginning = UnsafeBufferPointer(rebasing: body.prefix(200))
            guard let text = IconvText.decoded(beginning, from: "IBM1047") else { return nil }
            return text.withUnsafeBufferPointer { written(in: $0) } ?? "IBM1047"
        }
        return written(in: UnsafeBufferPointer(rebasing: body.prefix(reach)))
    }

    private static func written(in text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let start = text.end(of: "<?xml", from: 0), start < text.count, isSpace(text[start])
        else { return nil }
        let end = text.end(of: ">", from: start) ?? text.count
        guard var place = text.end(of: "encoding", from: start), place < end else { return nil }
        while place < end, isSpace(text[place]) || text[place] == UInt8(ascii: "=") { place += 1 }
        let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        let quote = place < end && quotes.contains(text[place]) ? text[place] : nil
        let value = text[(quote == nil ? place : place + 1)..<end]
        let name = value.prefix { byte in
            quote.map { byte != $0 }
                ?? !(isSpace(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ">"))
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}

/// Reads the XML declaration of a document whose encoding is not known yet.
enum XMLDeclaration {
    /// Warnings of a script may stand before the declaration.
    private static let reach = 1024

    /// The value of `encoding`, with or without quotes.
    static func encoding(of body: UnsafeBufferPointer<UInt8>) -> String? {
        let text = UnsafeBufferPointer(rebasing: body.prefix(reach))
        guard let start = text.end(of: "<?xml", from: 0), start < text.count, ASCII.isWhitespace(text[start])
        else { return nil }
        let end = text.end(of: ">", from: start) ?? text.count
        guard var index = text.end(of: "encoding", from: start), index < end else { return nil }
        while index < end, ASCII.isWhitespace(text[index]) || text[index] == UInt8(ascii: "=") { index += 1 }
        let quote = index < end && "\"'".utf8.contains(text[index]) ? text[index] : nil
        let name = text[(quote == nil ? index : index + 1)..<end].prefix { byte in
            quote.map { byte != $0 } ?? !(ASCII.isWhitespace(byte) || "?>".utf8.contains(byte))
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}

extension SingleLineText {
    /// A title that is HTML, as plain text: tags are dropped, references decoded once, `a < b` and `D&D & more` stay.
    static func title(_ bytes: [UInt8]) -> String? {
        let start = bytes.prefix(maxLength * 4)
        if start.contains(UInt8(ascii: "<")), start.contains(UInt8(ascii: ">")) {
            let html = String(decoding: start, as: UTF8.self)
            let title = clean(HTMLText(.html(html)).bytes)
            // `</example>` alone is what the title is about.
            if title != nil || HTMLTag.areIn(html) { return title }
        } else if !start.contains(UInt8(ascii: "&")) {
            return clean(bytes)
        }
        return clean(start.withUnsafeBufferPointer { HTMLEntity.decodedOnce($0) })
    }

    static func title(_ text: String) -> String? { title(Array(text.utf8)) }
}

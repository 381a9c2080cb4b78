/// Language tags of documents (RFC 5646).
enum LanguageTag {
    /// The tag that a document gives; an underscore in it becomes a hyphen, and what is not shaped like a tag is nil.
    static func parse(_ text: String?) -> String? {
        guard let written = text.flatMap(SingleLineText.clean), written.utf8.count <= 35 else { return nil }
        let tag = written.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        return isLanguage(tag) ? String(decoding: tag, as: UTF8.self) : nil
    }

    /// It has the shape of a language tag (RFC 5646, section 2.1): subtags of at most eight letters and digits, the
    /// first one of letters, of which only `x` and `i` stand alone.
    private static func isLanguage(_ tag: [UInt8]) -> Bool {
        let subtags = tag.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = subtags.first, first.allSatisfy(HTMLTag.isLetter) else { return false }
        let stands = first.count > 1 || subtags.count > 1 && "xi".utf8.contains(first.first.map { $0 | 0x20 } ?? 0)
        return stands
            && subtags.allSatisfy { subtag in
                (1...8).contains(subtag.count)
                    && subtag.allSatisfy { HTMLTag.isLetter($0) || $0 &- UInt8(ascii: "0") < 10 }
            }
    }
}

/// The language tags that documents give (RFC 5646).
package enum LanguageTag {
    /// The tag with hyphens for underscores; nil for text that does not have the shape of a tag.
    package static func parse(_ text: String?) -> String? {
        guard let written = text.flatMap(SingleLineText.clean), written.utf8.count <= 35 else { return nil }
        let tag = written.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        return isLanguage(tag) ? String(decoding: tag, as: UTF8.self) : nil
    }

    /// Section 2.1: subtags of at most eight letters and digits. The first has only letters, and more than one unless it
    /// is `x` or `i`.
    private static func isLanguage(_ tag: [UInt8]) -> Bool {
        let subtags = tag.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = subtags.first, first.allSatisfy(ASCII.isLetter) else { return false }
        let stands = first.count > 1 || subtags.count > 1 && "xi".utf8.contains(first.first.map { $0 | 0x20 } ?? 0)
        return stands
            && subtags.allSatisfy { subtag in
                (1...8).contains(subtag.count)
                    && subtag.allSatisfy { ASCII.isLetterOrDigit($0) }
            }
    }
}

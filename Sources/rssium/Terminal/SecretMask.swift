/// Masks names and passwords in the addresses of a text before it is shown.
///
/// It masks the text before an `@` where an address has its user information: after `//`, or in a word without `//`
/// that has a `:`. So `user@example.org` stays, and `user:secret@example.org` becomes `***@example.org`.
enum SecretMask {
    /// Masks each word of the text separately.
    static func text(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var masked = ""
        var rest = text[...]
        while !rest.isEmpty {
            let spaces = rest.prefix(while: \.isWhitespace)
            rest = rest[spaces.endIndex...]
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest[word.endIndex...]
            masked += spaces + SecretMask.word(word)
        }
        return masked
    }

    /// Masks one address as the user typed it, with spaces in it.
    static func word(_ word: some StringProtocol) -> String {
        let word = Substring(word)
        guard let at = word.lastIndex(of: "@"), !isXPath(word.drop { "\"'(".contains($0) }, upTo: at) else {
            return String(word)
        }
        var rest = word
        while let start = authorityStart(of: rest), start <= at {
            let authority = rest[start...].prefix { !"/?#".contains($0) }
            if holdsSecret(authority) { return word[..<start] + "***" + word[at...] }
            // The path may contain another address.
            rest = rest[authority.endIndex...]
        }
        // Without `//`, a colon may separate a name from a password.
        guard rest[..<at].contains(":") else { return String(word) }
        let quotes = rest.prefix { "\"'(<".contains($0) }
        return word[..<quotes.endIndex] + "***" + word[at...]
    }

    /// The index after the `//` of an address, at the start of the word or after a scheme.
    private static func authorityStart(of word: Substring) -> String.Index? {
        guard let slashes = word.firstRange(of: "//") else { return nil }
        let before = word[..<slashes.lowerBound]
        guard !before.contains("@") else { return nil }
        let isStart = before.last == ":" || before.allSatisfy { "\"'(<".contains($0) }
        return isStart ? slashes.upperBound : nil
    }

    /// Whether the word is an XPath, such as `//li[@class='x']`: the `@` is that of an attribute.
    private static func isXPath(_ word: Substring, upTo at: String.Index) -> Bool {
        word.hasPrefix("//") && word[..<at].last.map { "[(/".contains($0) } == true && !word[..<at].contains(":")
    }

    /// A colon without a port after it begins a password, which may contain a `/` before the `@`.
    private static func holdsSecret(_ authority: Substring) -> Bool {
        if authority.contains("@") { return true }
        guard !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":") else { return false }
        let port = authority[authority.index(after: colon)...]
        return !port.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

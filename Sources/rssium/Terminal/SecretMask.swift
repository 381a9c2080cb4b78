/// Takes the name and the password out of the addresses in a text, before somebody sees it.
///
/// What is masked is whatever stands before an `@` where a name and a password may stand: after `//`, and, in a word
/// without `//`, after a `:`. So `user@example.org` stays, and `user:secret@example.org` becomes `***@example.org`.
enum SecretMask {
    /// Masks each word of the text by itself.
    static func text(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var masked = ""
        var rest = text[...]
        while !rest.isEmpty {
            let blanks = rest.prefix(while: \.isWhitespace)
            rest = rest[blanks.endIndex...]
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest[word.endIndex...]
            masked += blanks + SecretMask.word(word)
        }
        return masked
    }

    /// Masks one address as it was typed: blanks in it are part of it.
    static func word(_ word: some StringProtocol) -> String {
        let word = Substring(word)
        guard let at = word.lastIndex(of: "@") else { return String(word) }
        var rest = word
        while let start = authorityStart(of: rest), start <= at {
            let authority = rest[start...].prefix { !"/?#".contains($0) }
            if holdsSecret(authority) { return word[..<start] + "***" + word[at...] }
            // Another address may follow in its path.
            rest = rest[authority.endIndex...]
        }
        // No address begins here as one should: the colon may be that before a password.
        guard rest[..<at].contains(":") else { return String(word) }
        let quotes = rest.prefix { "\"'(<".contains($0) }
        return word[..<quotes.endIndex] + "***" + word[at...]
    }

    /// Behind the `//` of an address: at the word's start, or after a scheme.
    private static func authorityStart(of word: Substring) -> String.Index? {
        guard let slashes = word.firstRange(of: "//") else { return nil }
        let before = word[..<slashes.lowerBound]
        guard !before.contains("@") else { return nil }
        let isStart = before.last == ":" || before.allSatisfy { "\"'(<".contains($0) }
        return isStart ? slashes.upperBound : nil
    }

    /// A colon after which no port follows begins a password, in which a `/` may stand before the `@`.
    private static func holdsSecret(_ authority: Substring) -> Bool {
        if authority.contains("@") { return true }
        guard !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":") else { return false }
        let port = authority[authority.index(after: colon)...]
        return !port.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

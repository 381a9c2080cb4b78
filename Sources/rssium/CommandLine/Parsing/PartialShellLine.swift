/// A shell command line that the user is still typing, split into words. Of the shell's grammar it knows only quotes and
/// backslashes, as POSIX defines them.
struct PartialShellLine {
    /// The words as the program would get them. The last one, which may be empty, is the one at the cursor.
    private(set) var words: [String] = []
    /// The last word as the user typed it, with quotes and backslashes.
    private(set) var rawLast = ""
    /// The quote that the user has not closed yet.
    private(set) var openQuote: Character?

    init(_ line: some StringProtocol) {
        var word = ""
        var isEscaped = false
        var hasBegun = false
        for character in line {
            if openQuote == nil, !isEscaped, character == " " || character == "\t" || character == "\n" {
                if hasBegun { words.append(word) }
                (word, rawLast, hasBegun) = ("", "", false)
                continue
            }
            rawLast.append(character)
            hasBegun = true
            if isEscaped {
                isEscaped = false
                // Within double quotes a backslash is literal before most characters.
                if openQuote == "\"", !"\\\"$`".contains(character) { word.append("\\") }
                word.append(character)
            } else if character == "\\", openQuote != "'" {
                isEscaped = true
            } else if let quote = openQuote {
                if character == quote { openQuote = nil } else { word.append(character) }
            } else if character == "'" || character == "\"" {
                openQuote = character
            } else {
                word.append(character)
            }
        }
        words.append(word)
    }

    /// The text quoted so that it can replace the last word of this line.
    func quoted(_ text: String) -> String {
        switch openQuote {
        case "'": text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
        case "\"": PartialShellLine.escaped(text) { "\\\"$`".contains($0) }
        default: PartialShellLine.escaped(text) { !PartialShellLine.isSafe($0) }
        }
    }

    private static func escaped(_ text: String, where isSpecial: (Character) -> Bool) -> String {
        var result = ""
        for character in text {
            if isSpecial(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func isSafe(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return true }
        return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,+%:=@".utf8.contains(byte)
    }
}

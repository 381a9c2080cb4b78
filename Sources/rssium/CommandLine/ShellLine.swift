/// A line that is being typed into a shell, as its words: quotes and backslashes as POSIX shells have them, and no more
/// of their grammar.
struct ShellLine {
    /// As the program would get them. The last one is what the cursor stands in, and may be empty.
    private(set) var words: [String] = []
    /// The last word as it was typed.
    private(set) var rawLast = ""
    /// The quote that is still open.
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
                // Within double quotes a backslash stands for itself before most characters.
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

    /// The text as it has to stand in this line in place of the last word.
    func quoted(_ text: String) -> String {
        switch openQuote {
        case "'": text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
        case "\"": ShellLine.escaped(text) { "\\\"$`".contains($0) }
        default: ShellLine.escaped(text) { !ShellLine.isSafe($0) }
        }
    }

    private static func escaped(_ text: String, where isHarmful: (Character) -> Bool) -> String {
        var result = ""
        for character in text {
            if isHarmful(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func isSafe(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return true }
        return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,+%:=@".utf8.contains(byte)
    }
}

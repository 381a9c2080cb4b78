/// A line as the words of a program and its arguments: split at blanks and quotes, and nothing else of a shell.
enum ShellWords {
    /// Between single quotes everything stands for itself; elsewhere a backslash takes its meaning from the character
    /// behind it, between double quotes only from a quote and a backslash. Nil where a quote is not closed.
    static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word = ""
        // Quotes make a word even where nothing stands between them.
        var hasWord = false
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil):
                guard let next = rest.popFirst() else { return nil }
                word.append(next)
                hasWord = true
            case ("\\", "\"") where rest.first == "\"" || rest.first == "\\":
                word.append(rest.removeFirst())
            case (_, let mark?) where character == mark: quote = nil
            case (_, _?): word.append(character)
            case ("'", nil), ("\"", nil):
                quote = character
                hasWord = true
            case (" ", nil), ("\t", nil):
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            case (_, nil):
                word.append(character)
                hasWord = true
            }
        }
        if hasWord { words.append(word) }
        return quote == nil ? words : nil
    }
}

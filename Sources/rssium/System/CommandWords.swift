/// A line as the words of a program and its arguments: split at blanks and quotes, and nothing else of a shell.
enum CommandWords {
    /// Between single quotes everything stands for itself; elsewhere a backslash takes its meaning from the character
    /// behind it, between double quotes only from a quote and a backslash. Nil where a quote is not closed.
    static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil):
                guard let next = rest.popFirst() else { return nil }
                word = (word ?? "") + String(next)
            case ("\\", "\"") where rest.first == "\"" || rest.first == "\\":
                word = (word ?? "") + String(rest.removeFirst())
            case (_, let mark?) where character == mark: quote = nil
            case (_, _?): word?.append(character)
            case ("'", nil), ("\"", nil):
                quote = character
                word = word ?? ""
            case (" ", nil), ("\t", nil):
                if let word { words.append(word) }
                word = nil
            case (_, nil): word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return quote == nil ? words : nil
    }
}

/// Splits a command line into the program and its arguments as a shell does, by spaces, quotes and backslashes only.
package enum ShellWords {
    /// The words as one line, which `split` and a shell take apart again.
    package static func joined(_ words: [String]) -> String {
        words.map { word in
            let isPlain = word.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789-_.,:/@%+".unicodeScalars.contains($0)
            }
            return isPlain && !word.isEmpty
                ? word
                : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        }.joined(separator: " ")
    }

    /// The line for a shell: with quotes around its words, if they mean something else to one. A `~/` stays outside of them.
    package static func requoted(_ line: String) -> String {
        // A character that a line cannot have tells a `~/` that a shell expands from one in quotes.
        let home = "\u{0}"
        guard line.contains(where: { ";&|<>()$`*?[]{}!#=%".contains($0) }), let words = split(line, home: home)
        else { return line }
        return words.map { word in
            guard word.hasPrefix(home) else { return joined([word]) }
            let rest = word.dropFirst(home.count + 1)
            return "~/" + (rest.isEmpty ? "" : joined([String(rest)]))
        }.joined(separator: " ")
    }

    /// Nil where a quote is not closed. Single quotes protect everything between them; a backslash protects the next
    /// character, between double quotes only a double quote or a backslash.
    ///
    /// - Parameter home: the folder that replaces `~` in a word without quotes that begins with `~/`.
    package static func split(_ line: String, home: String? = nil) -> [String]? {
        var words: [String] = []
        var word = ""
        // A pair of quotes makes a word even if it is empty.
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
            case (_, let open?) where character == open: quote = nil
            case (_, _?): word.append(character)
            case ("'", nil), ("\"", nil):
                quote = character
                hasWord = true
            case (" ", nil), ("\t", nil):
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            case ("~", nil) where !hasWord && rest.first == "/" && home != nil:
                word = home ?? ""
                hasWord = true
            case (_, nil):
                word.append(character)
                hasWord = true
            }
        }
        if hasWord { words.append(word) }
        return quote == nil ? words : nil
    }
}

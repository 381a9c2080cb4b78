internal import FeedCore

extension Arguments {
    /// Parses a QUERY. The error marks the wrong place in it. A user at a terminal is told of `AND` and `NOT`, which are
    /// words.
    func query(from text: String, _ context: borrowing Context) throws(UsageError) -> Query {
        let query: Query
        do {
            query = try Query(text)
        } catch {
            throw wrong(error.message, in: text, at: error.offset, topic: "query")
        }
        for doubt in query.doubts {
            switch doubt.kind {
            case .word where context.messages.terminal.isTerminal:
                let meaning = doubt.text == "NOT" ? "-word excludes one" : "words side by side must all be present"
                context.messages.notice("\(doubt.text) is searched for as a word: \(meaning)")
            case .prefix where doubt.text.utf8.count > 1:
                guard doubt.text.utf8.count > 2,
                    let known = SpellingSuggestion.nearest(to: doubt.text, among: Query.scopes)
                else {
                    guard context.messages.terminal.isTerminal else { break }
                    let known = Query.scopes.map { $0 + ":" }.joined(separator: ", ")
                    context.messages.notice("\(doubt.text): is searched for as a word; the fields are \(known)")
                    break
                }
                let message = "unknown field \(doubt.text):, did you mean \(known):, or quotes around the word?"
                throw wrong(message, in: text, at: doubt.offset, topic: "query")
            default: break
            }
        }
        return query
    }

    /// A usage error that marks the wrong place in a value, which the help of the command or of this topic explains.
    func wrong(_ message: String, in query: String, at offset: Int?, topic: String? = nil) -> UsageError {
        var wrong = UsageError(message, command: topic ?? helpName)
        wrong.marked = offset.map { Arguments.marked(query, at: $0) } ?? []
        return wrong
    }

    /// The part of the query around the place, and below it a line with a caret.
    private static func marked(_ text: String, at offset: Int) -> [String] {
        let characters = text.map { character -> Character in
            let shown = ControlCharacterFilter.string(String(character), as: .line)
            return shown.count == 1 ? Character(shown) : " "
        }
        let offset = min(offset, characters.count)
        let start = max(0, offset - 40)
        let end = min(characters.count, offset + 30)
        let before = (start > 0 ? "…" : "") + String(characters[start..<min(offset, end)])
        let after = String(characters[min(offset, end)..<end]) + (end < characters.count ? "…" : "")
        return ["  " + before + after, "  " + String(repeating: " ", count: TextWidth.cells(of: before)) + "^"]
    }
}

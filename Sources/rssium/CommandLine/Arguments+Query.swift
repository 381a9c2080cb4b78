internal import FeedCore

extension Arguments {
    /// The QUERY of an option, or nil if the option was not given.
    func query(_ option: String) throws(UsageError) -> Query? {
        guard let text = text(option) else { return nil }
        return try query(from: text)
    }

    /// Parses a QUERY. The error marks the wrong place in it.
    func query(from text: String) throws(UsageError) -> Query {
        do {
            return try Query(text)
        } catch {
            var wrong = wrong(error.message)
            wrong.marked = error.place.map { Arguments.marked(text, at: $0) } ?? []
            throw wrong
        }
    }

    /// The part of the query around the place, and below it a line with a caret.
    private static func marked(_ text: String, at place: Int) -> [String] {
        let characters = text.map { character -> Character in
            let shown = ControlCharacterFilter.string(String(character), as: .line)
            return shown.count == 1 ? Character(shown) : " "
        }
        let place = min(place, characters.count)
        let start = max(0, place - 40)
        let end = min(characters.count, place + 30)
        let before = (start > 0 ? "…" : "") + String(characters[start..<min(place, end)])
        let after = String(characters[min(place, end)..<end]) + (end < characters.count ? "…" : "")
        return ["  " + before + after, "  " + String(repeating: " ", count: TextWidth.cells(of: before)) + "^"]
    }
}

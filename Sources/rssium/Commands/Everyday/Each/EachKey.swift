/// An action of a key of `read --each`.
enum EachKey {
    case forward, pageBack, down, up, top, bottom
    case next, keep, back, star, label, open, undo, delete, markFeed
    case search, help, quit

    /// Each action with its keys, and what help says of it.
    private static let all: [(action: EachKey, keys: [Key], meaning: String)] = [
        (.forward, [.letter(" "), .enter, .pageDown], "a screen forward; at the end, the same as n"),
        (.pageBack, [.letter("b"), .pageUp], "a screen back"),
        (.down, [.letter("j"), .down], "a line forward"),
        (.up, [.letter("k"), .up], "a line back"),
        (.top, [.letter("g"), .home], "to the beginning"),
        (.bottom, [.letter("G"), .end], "to the end"),
        (.next, [.letter("n")], "mark this one read, show the next"),
        (.keep, [.letter("N")], "leave this one unread, show the next"),
        (.back, [.letter("p")], "show the previous one, even if it is deleted"),
        (.star, [.letter("s")], "star or unstar"),
        (.label, [.letter("l")], "add a label"),
        (.open, [.letter("o")], "open in the browser"),
        (.undo, [.letter("u")], "take back the last key"),
        (.delete, [.letter("d")], "delete and next"),
        (.markFeed, [.letter("A")], "mark this and later ones of its feed read, and go on"),
        (.search, [.letter("/")], "search in the article; / and Enter: the next match"),
        (.help, [.letter("?")], "all keys"),
        (.quit, [.letter("q")], "quit"),
    ]

    init?(_ key: Key) {
        guard let action = EachKey.all.first(where: { $0.keys.contains(key) })?.action else { return nil }
        self = action
    }

    /// The names of all keys, and their meanings.
    static var rows: [(label: String, meaning: String)] {
        all.map { ($0.keys.map(name).joined(separator: ", "), $0.meaning) }
    }

    private static func name(of key: Key) -> String {
        switch key {
        case .text(UInt8(ascii: " ")): "Space"
        case .text(let byte): String(Character(Unicode.Scalar(byte)))
        case .enter: "Enter"
        case .pageDown: "Page Down"
        case .pageUp: "Page Up"
        case .down: "Down"
        case .up: "Up"
        case .home: "Home"
        default: "End"
        }
    }

    /// Parts of the line below the article, from the longest to the shortest.
    static let lines = [
        "Space more  n next  N keep unread  p back  s star  l label  o open  d delete  u undo  ? keys  q quit",
        "Space more  n next  N keep unread  p back  s star  u undo  ? keys  q quit",
        "Space more  n next  N keep  p back  s star  ? keys  q quit",
        "Space more  n next  s star  ? keys  q quit",
        "Space more  n next  ? keys  q quit", "Space more  ? keys  q quit", "Space more  ? keys", "? keys  q quit",
        "? keys", "?",
    ]

    /// The same at the end of the article, where Space does what `n` does.
    static let linesAtEnd = lines.map {
        $0.replacing("Space more  n next", with: "Space next").replacing("Space more", with: "Space next")
    }
}

extension Key {
    fileprivate static func letter(_ letter: Unicode.Scalar) -> Key { .text(UInt8(ascii: letter)) }
}

/// An action of a key of `read --each`.
enum EachKey: CaseIterable {
    case forward, pageBack, down, up, top, bottom
    case next, keep, back, star, label, open, undo, delete, markFeed
    case search, help, quit

    init?(_ key: Key) {
        guard let action = EachKey.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
        self = action
    }

    private var keys: [Key] {
        switch self {
        case .forward: [.letter(" "), .enter, .pageDown]
        case .pageBack: [.letter("b"), .pageUp]
        case .down: [.letter("j"), .down]
        case .up: [.letter("k"), .up]
        case .top: [.letter("g"), .home]
        case .bottom: [.letter("G"), .end]
        case .next: [.letter("n")]
        case .keep: [.letter("N")]
        case .back: [.letter("p")]
        case .star: [.letter("s")]
        case .label: [.letter("l")]
        case .open: [.letter("o")]
        case .undo: [.letter("u")]
        case .delete: [.letter("d")]
        case .markFeed: [.letter("A")]
        case .search: [.letter("/")]
        case .help: [.letter("?")]
        case .quit: [.letter("q")]
        }
    }

    /// The keys, as help names them.
    var names: String {
        keys.map { key in
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
        }.joined(separator: ", ")
    }

    var meaning: String {
        switch self {
        case .forward: "a screen forward; at the end, the same as n"
        case .pageBack: "a screen back"
        case .down: "a line forward"
        case .up: "a line back"
        case .top: "to the beginning"
        case .bottom: "to the end"
        case .next: "mark this one read, show the next"
        case .keep: "leave this one unread, show the next"
        case .back: "show the previous one, even if it is deleted"
        case .star: "star or unstar"
        case .label: "add a label"
        case .open: "open in the browser"
        case .undo: "take back the last key"
        case .delete: "delete and next"
        case .markFeed: "mark this and later ones of its feed read, and go on"
        case .search: "search in the article; / and Enter: the next match"
        case .help: "all keys"
        case .quit: "quit"
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

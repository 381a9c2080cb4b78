internal import FeedCore

/// How a list numbers its items.
struct ListNumbering {
    /// Nil for bullets.
    private var numbering: Page.Numbering?
    /// The number of the first item.
    private var start: Int?
    private var isReversed = false

    init(isOrdered: Bool, _ attributes: [HTMLAttribute]) {
        guard isOrdered else {
            if attributes["style"]?.hasBytes("list-style-type: decimal") == true { numbering = .decimal }
            return
        }
        numbering =
            switch attributes["type"] {
            case "a": .lowerLetters
            case "A": .upperLetters
            case "i": .lowerRoman
            case "I": .upperRoman
            default: .decimal
            }
        start = attributes["start"].flatMap { Int32($0.trimmed) }.map(Int.init)
        isReversed = attributes["reversed"] != nil
    }

    /// The list with its numbers. Empty items count, but do not show.
    func list(of items: [Page.Item]) -> Page.List {
        var number = start ?? (isReversed ? items.count : 1)
        let numbered = items.map { item in
            var item = item
            number = item.number ?? number
            item.number = numbering == nil ? nil : number
            number &+= isReversed ? -1 : 1
            return item
        }
        return Page.List(numbering: numbering, items: numbered.filter { !$0.blocks.isEmpty })
    }
}

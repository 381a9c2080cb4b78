extension Article {
    /// The excerpt for a place beside the title: without the title, if it begins with it. Empty if nothing else is left, and
    /// for an article whose title is the beginning of its text.
    public var excerptBesideTitle: String {
        content.isUntitled ? "" : String(Article.excerpt(content.excerpt, without: content.title))
    }

    /// Leaves out the title, if it is at the beginning as whole words in any case, and the punctuation behind it.
    private static func excerpt(_ excerpt: String, without title: String) -> Substring {
        var words = title[...]
        while let last = words.last, isSeparator(last) { words.removeLast() }
        guard !words.isEmpty else { return excerpt[...] }
        var rest = excerpt[...]
        for character in words {
            guard let next = rest.first, isSame(next, character) else {
                // A short excerpt may be the beginning of its title.
                return rest.allSatisfy(isSeparator) ? "" : excerpt[...]
            }
            rest.removeFirst()
        }
        let left = rest.drop(while: isSeparator)
        let isWhole = left.isEmpty || rest[..<left.startIndex].contains(where: endsWord)
        return isWhole ? left : excerpt[...]
    }

    private static func isSame(_ one: Character, _ other: Character) -> Bool {
        one == other || one.isWhitespace && other.isWhitespace || one.lowercased() == other.lowercased()
    }

    /// Punctuation that ends a title, or separates it from a text. Brackets and quotation marks belong to the words.
    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || ".,:;!?…-–—|·•»›/。、，．：；！？｜・〜".contains(character)
    }

    /// `Apple` is not a word of `Apple-like`, so ASCII punctuation alone ends no word. Chinese and Japanese write no spaces.
    private static func endsWord(_ character: Character) -> Bool {
        character.isWhitespace || character.unicodeScalars.contains { $0.value >= 0x3000 }
    }
}

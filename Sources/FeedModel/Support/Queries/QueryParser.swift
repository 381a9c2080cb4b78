/// Parses a query from left to right. A term without a letter or a digit is left out if there are others.
struct QueryParser {
    private let characters: [Character]
    private var index = 0
    private var depth = 0
    private var terms = 0
    private(set) var doubts: [Query.Doubt] = []

    init(_ text: String) throws(QueryError) {
        // By bytes first: a megabyte is refused before it is split into characters.
        guard text.utf8.count <= Query.maxLength * 4, text.count <= Query.maxLength else {
            throw QueryError("the query has more than \(Query.maxLength) characters", at: nil)
        }
        // Line breaks, tabs and other control characters separate words as spaces do.
        characters = text.flatMap { character -> [Character] in
            let isControl = character.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
            return isControl || character.isWhitespace ? [" "] : QueryParser.separated(character)
        }
    }

    /// An operator stays one, whatever accent or joiner follows it.
    private static func separated(_ character: Character) -> [Character] {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, scalars.count > 1, "\"()-*:/".unicodeScalars.contains(first) else {
            return [character]
        }
        return scalars.map(Character.init)
    }

    mutating func parse() throws(QueryError) -> Query.Node {
        skipSpaces()
        guard index < characters.count else { throw QueryError("the query is empty", at: nil) }
        let node = try any()
        guard index == characters.count else { throw QueryError("a ) without a (", at: index) }
        return node
    }

    // MARK: Structure

    private mutating func any() throws(QueryError) -> Query.Node {
        var nodes = [try all()]
        while takeOr() {
            skipSpaces()
            let offset = index
            guard index < characters.count, characters[index] != ")", !isAtOr else {
                throw QueryError("nothing follows the OR", at: max(0, offset - 1))
            }
            nodes.append(try all())
        }
        return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private mutating func all() throws(QueryError) -> Query.Node {
        var nodes: [Query.Node] = []
        var empty: Int?
        skipSpaces()
        if isAtOr { throw QueryError("nothing stands before the OR", at: index) }
        let start = index
        while index < characters.count, characters[index] != ")", !isAtOr {
            let offset = index
            if let node = try part() { nodes.append(node) } else { empty = empty ?? offset }
            skipSpaces()
        }
        guard !nodes.isEmpty else {
            throw QueryError(
                empty == nil ? "nothing to search for" : "no letter or digit to search for", at: empty ?? start)
        }
        return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    /// Nil for a word of punctuation alone.
    private mutating func part() throws(QueryError) -> Query.Node? {
        let start = index
        if characters[index] == "-" {
            index += 1
            guard index < characters.count, !" )-".contains(characters[index]), !isAtOr else {
                throw QueryError("a - needs a word right after it", at: start)
            }
            guard let node = try positive() else { throw QueryError("no letter or digit to search for", at: start) }
            return .not(node)
        }
        return try positive()
    }

    private mutating func positive() throws(QueryError) -> Query.Node? {
        guard characters[index] == "(" else { return try term() }
        let start = index
        index += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Query.maxDepth else {
            throw QueryError("more than \(Query.maxDepth) nested parentheses", at: start)
        }
        skipSpaces()
        let isOpen = QueryError("a ( that is not closed", at: start)
        guard index < characters.count else { throw isOpen }
        let node = try any()
        guard index < characters.count else { throw isOpen }
        index += 1
        return node
    }

    // MARK: Terms

    private mutating func term() throws(QueryError) -> Query.Node? {
        let start = index
        try count(1, at: start)
        guard let scope = takeScope() else {
            if let doubt = Query.Doubt(at: index, in: characters) { doubts.append(doubt) }
            return try words(in: nil, from: start)
        }
        guard index < characters.count, !" )".contains(characters[index]) else {
            throw QueryError("nothing follows \(scope):", at: max(start, index - 1))
        }
        guard characters[index] != "(" else {
            throw QueryError("\(scope): stands before one word or phrase, not before a (", at: index)
        }
        if characters[index] == "/" { return try pattern(scope) }
        if let column = Query.Column(rawValue: scope) { return try words(in: column, from: index) }
        guard let value = Query.Value(rawValue: scope) else { return nil }
        let offset = index
        let (word, isPrefix) = try text()
        if isPrefix, value == .label { throw QueryError("label: stands before a whole label, without a *", at: offset) }
        let text = CaseFolding.folded(word)
        guard text.contains(where: { $0 != 0x20 }) else { throw QueryError("nothing to search for", at: offset) }
        return .part(of: value, value == .label ? word.foldedName : String(decoding: text, as: UTF8.self))
    }

    private mutating func words(in column: Query.Column?, from offset: Int) throws(QueryError) -> Query.Node? {
        let isQuoted = characters[index] == "\""
        let (text, isPrefix) = try text()
        guard FTSTokenization.tokenCount(of: text) > 0 else {
            // Punctuation beside words is left out; in quotes or after a scope it was meant.
            guard !isQuoted, column == nil, !isPrefix else {
                throw QueryError("no letter or digit to search for", at: offset)
            }
            return nil
        }
        // Each word of a phrase costs as much as one alone.
        try count(FTSTokenization.tokenCount(of: text) - 1, at: offset)
        return .words(text, isPrefix: isPrefix, in: column)
    }

    private mutating func count(_ words: Int, at offset: Int) throws(QueryError) {
        terms += words
        guard terms <= Query.maxTerms else {
            throw QueryError("the query has more than \(Query.maxTerms) words", at: offset)
        }
    }

    /// A phrase or a word, and whether a `*` follows it.
    private mutating func text() throws(QueryError) -> (text: String, isPrefix: Bool) {
        let start = index
        if characters[index] == "\"" {
            guard let end = characters[(index + 1)...].firstIndex(of: "\"") else {
                throw QueryError("a quote that is not closed", at: start)
            }
            let phrase = String(characters[(index + 1)..<end])
            index = end + 1
            let isPrefix = index < characters.count && characters[index] == "*"
            if isPrefix { index += 1 }
            return (phrase, isPrefix)
        }
        while index < characters.count, !" ()\"".contains(characters[index]) { index += 1 }
        var word = characters[start..<index]
        let isPrefix = word.last == "*"
        while word.last == "*" { word.removeLast() }
        if let star = word.firstIndex(of: "*") { throw QueryError("a * belongs at the end of a word", at: star) }
        return (String(word), isPrefix)
    }

    private mutating func pattern(_ scope: String) throws(QueryError) -> Query.Node {
        let start = index
        guard let value = Query.Value(rawValue: scope) else {
            throw QueryError("\(scope): takes no /regular expression/", at: start)
        }
        index += 1
        var expression = ""
        var bracket: Int?
        while index < characters.count {
            let character = characters[index]
            if character == "\\", index + 1 < characters.count {
                if characters[index + 1] != "/" { expression.append(character) }
                expression.append(characters[index + 1])
                index += 2
                continue
            } else if let opened = bracket {
                // A ] that comes first is a character of the set (POSIX, 9.3.5).
                let isFirst = index == opened + 1 || (index == opened + 2 && characters[opened + 1] == "^")
                if character == "]", !isFirst { bracket = nil }
            } else if character == "[" {
                bracket = index
            } else if character == "/" {
                break
            }
            expression.append(character)
            index += 1
        }
        guard index < characters.count else { throw QueryError("a / that is not closed", at: start) }
        index += 1
        guard index == characters.count || " )".contains(characters[index]) else {
            throw QueryError("a /regular expression/ needs a space after it", at: index)
        }
        do {
            return .pattern(value, try QueryPattern(expression))
        } catch {
            throw QueryError(error.message, at: start)
        }
    }

    /// The name of a scope, with its colon.
    private mutating func takeScope() -> String? {
        guard let colon = characters[index...].prefix(10).firstIndex(of: ":") else { return nil }
        let name = String(characters[index..<colon]).lowercased()
        guard Query.Column(rawValue: name) != nil || Query.Value(rawValue: name) != nil else { return nil }
        index = colon + 1
        return name
    }

    // MARK: Spaces and OR

    private mutating func skipSpaces() {
        while index < characters.count, characters[index] == " " { index += 1 }
    }

    private mutating func takeOr() -> Bool {
        guard isAtOr else { return false }
        index += 2
        return true
    }

    private var isAtOr: Bool {
        guard index + 1 < characters.count, characters[index] == "O", characters[index + 1] == "R" else { return false }
        return index + 2 == characters.count || " ()\"".contains(characters[index + 2])
    }
}

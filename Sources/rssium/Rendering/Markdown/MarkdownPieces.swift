/// Text and the delimiters within it, which become signs only when all that stands beside them is known.
///
/// Whether asterisks are read as delimiters depends on the characters on both sides (CommonMark 6.2). Where they would
/// not be, as in `a*“b”*c` or between Chinese characters and brackets, there stands an HTML element instead.
struct MarkdownPieces {
    private enum Piece {
        case text(String)
        case open(pair: Int)
        case close(pair: Int)
    }

    private struct Pair {
        let mark: Page.Marks
        var form: Form
        let open: Int
        var close = 0
    }

    private enum Form {
        case asterisks, underscore, element
    }

    private var pieces: [Piece] = []
    private var pairs: [Pair] = []

    mutating func add(_ text: String) {
        pieces.append(.text(text))
    }

    mutating func open(_ mark: Page.Marks) -> Int {
        let form: Form = mark == .strong || mark == .emphasis ? .asterisks : .element
        pairs.append(Pair(mark: mark, form: form, open: pieces.count))
        pieces.append(.open(pair: pairs.count - 1))
        return pairs.count - 1
    }

    mutating func close(_ pair: Int) {
        pairs[pair].close = pieces.count
        pieces.append(.close(pair: pair))
    }

    mutating func escapeLastCharacter() {
        guard case .text(var text)? = pieces.last, let last = text.popLast() else { return }
        pieces[pieces.count - 1] = .text(text + "\\" + String(last))
    }

    /// All of it, with a form chosen for each pair.
    mutating func text() -> String {
        for index in pairs.indices where pairs[index].form != .element { chooseForm(of: index) }
        for index in pairs.indices where pairs[index].form == .asterisks && touchesAsterisks(index) {
            let pair = pairs[index]
            // One in the other, the emphasis is the one to differ.
            guard pair.mark == .emphasis else { continue }
            pairs[index].form = canBeUnderscore(pair) ? .underscore : .element
        }
        for index in pairs.indices where pairs[index].form == .asterisks && touchesAsterisks(index) {
            pairs[index].form = .element
        }
        return pieces.reduce(into: "") { text, piece in text += sign(of: piece) }
    }

    private mutating func chooseForm(of index: Int) {
        let pair = pairs[index]
        let outerStart = side(before: pair.open)
        let innerStart = side(after: pair.open)
        let innerEnd = side(before: pair.close)
        let outerEnd = side(after: pair.close)
        let opens = innerStart != .blank && (innerStart == .letter || outerStart.parts)
        let closes = innerEnd != .blank && (innerEnd == .letter || outerEnd.parts)
        if !opens || !closes { pairs[index].form = .element }
    }

    private func canBeUnderscore(_ pair: Pair) -> Bool {
        side(before: pair.open).parts && side(after: pair.close).parts
    }

    private func touchesAsterisks(_ index: Int) -> Bool {
        let pair = pairs[index]
        return [pair.open - 1, pair.open + 1, pair.close - 1, pair.close + 1].contains { place in
            guard pieces.indices.contains(place) else { return false }
            return switch pieces[place] {
            case .text: false
            case .open(let other), .close(let other): other != index && pairs[other].form == .asterisks
            }
        }
    }

    // MARK: - Signs

    private func sign(of piece: Piece) -> String {
        switch piece {
        case .text(let text): text
        case .open(let index): sign(of: pairs[index], isEnd: false)
        case .close(let index): sign(of: pairs[index], isEnd: true)
        }
    }

    private func sign(of pair: Pair, isEnd: Bool) -> String {
        switch pair.form {
        case .asterisks: pair.mark == .strong ? "**" : "*"
        case .underscore: "_"
        case .element: isEnd ? "</\(pair.mark.elementName)>" : "<\(pair.mark.elementName)>"
        }
    }

    // MARK: - Sides

    /// What kind of character stands beside a delimiter.
    private enum Side {
        case blank, letter
        /// Punctuation in every version of CommonMark.
        case punctuation
        /// A symbol, which some versions count as punctuation.
        case symbol

        var parts: Bool { self == .blank || self == .punctuation }
    }

    private func side(before place: Int) -> Side {
        guard place > 0 else { return .blank }
        guard case .text(let text) = pieces[place - 1] else { return .punctuation }
        return text.unicodeScalars.last.map(Self.side) ?? .blank
    }

    private func side(after place: Int) -> Side {
        guard place + 1 < pieces.count else { return .blank }
        guard case .text(let text) = pieces[place + 1] else { return .punctuation }
        return text.unicodeScalars.first.map(Self.side) ?? .blank
    }

    private static func side(_ scalar: Unicode.Scalar) -> Side {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": return .letter
        case "!"..."~": return .punctuation
        default: break
        }
        if scalar.properties.isWhitespace { return .blank }
        return switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
        default: .letter
        }
    }
}

extension Page.Marks {
    fileprivate var elementName: String {
        switch self {
        case .strong: "strong"
        case .emphasis: "em"
        case .code: "code"
        case .deleted: "del"
        case .inserted: "ins"
        case .underlined: "u"
        case .superscript: "sup"
        case .subscript: "sub"
        case .key: "kbd"
        default: "mark"
        }
    }
}

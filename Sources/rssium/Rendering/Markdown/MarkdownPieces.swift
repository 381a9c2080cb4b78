/// Text and pairs of delimiters, which are written only when the text on both sides of each is known.
///
/// Whether asterisks are delimiters depends on the characters beside them (CommonMark 6.2). Where they would not be, as
/// in `a*“b”*c` or between Chinese characters and brackets, the pair becomes an HTML element.
struct MarkdownPieces {
    private enum Piece {
        case text(String)
        case open(pair: Int)
        case close(pair: Int)
    }

    private struct Pair {
        let formatting: Page.Formatting
        var form: Form
        let open: Int
        var close = 0
    }

    private enum Form {
        case asterisks, underscore, element
    }

    private var pieces: [Piece] = []
    private var pairs: [Pair] = []

    mutating func append(_ text: String) {
        pieces.append(.text(text))
    }

    mutating func open(_ formatting: Page.Formatting) -> Int {
        let form: Form = formatting == .strong || formatting == .emphasis ? .asterisks : .element
        pairs.append(Pair(formatting: formatting, form: form, open: pieces.count))
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

    /// The whole text. It chooses the form of each pair.
    mutating func text() -> String {
        for index in pairs.indices where pairs[index].form != .element { chooseForm(of: index) }
        for index in pairs.indices where pairs[index].form == .asterisks && touchesAsterisks(index) {
            let pair = pairs[index]
            // Where both are nested, the emphasis gets the other form.
            guard pair.formatting == .emphasis else { continue }
            pairs[index].form = canBeUnderscore(pair) ? .underscore : .element
        }
        for index in pairs.indices where pairs[index].form == .asterisks && touchesAsterisks(index) {
            pairs[index].form = .element
        }
        return pieces.reduce(into: "") { text, piece in text += written(piece) }
    }

    private mutating func chooseForm(of index: Int) {
        let pair = pairs[index]
        let outerStart = side(before: pair.open)
        let innerStart = side(after: pair.open)
        let innerEnd = side(before: pair.close)
        let outerEnd = side(after: pair.close)
        let opens = innerStart != .space && (innerStart == .letter || outerStart.separates)
        let closes = innerEnd != .space && (innerEnd == .letter || outerEnd.separates)
        if !opens || !closes { pairs[index].form = .element }
    }

    private func canBeUnderscore(_ pair: Pair) -> Bool {
        side(before: pair.open).separates && side(after: pair.close).separates
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

    // MARK: - Writing

    private func written(_ piece: Piece) -> String {
        switch piece {
        case .text(let text): text
        case .open(let index): delimiter(of: pairs[index], isEnd: false)
        case .close(let index): delimiter(of: pairs[index], isEnd: true)
        }
    }

    private func delimiter(of pair: Pair, isEnd: Bool) -> String {
        switch pair.form {
        case .asterisks: pair.formatting == .strong ? "**" : "*"
        case .underscore: "_"
        case .element: isEnd ? "</\(pair.formatting.elementName)>" : "<\(pair.formatting.elementName)>"
        }
    }

    // MARK: - Sides

    /// The kind of character beside a delimiter.
    private enum Side {
        case space, letter
        /// Punctuation in every version of CommonMark.
        case punctuation
        /// A symbol, which some versions count as punctuation.
        case symbol

        var separates: Bool { self == .space || self == .punctuation }
    }

    private func side(before place: Int) -> Side {
        guard place > 0 else { return .space }
        guard case .text(let text) = pieces[place - 1] else { return .punctuation }
        return text.unicodeScalars.last.map(Self.side) ?? .space
    }

    private func side(after place: Int) -> Side {
        guard place + 1 < pieces.count else { return .space }
        guard case .text(let text) = pieces[place + 1] else { return .punctuation }
        return text.unicodeScalars.first.map(Self.side) ?? .space
    }

    private static func side(_ scalar: Unicode.Scalar) -> Side {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": return .letter
        case "!"..."~": return .punctuation
        default: break
        }
        if scalar.properties.isWhitespace { return .space }
        return switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
        default: .letter
        }
    }
}

extension Page.Formatting {
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

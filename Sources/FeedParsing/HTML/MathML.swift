/// A MathML element whose parts are written in one line, with signs between: `(a + b)/c`, `x²`, `√x`.
enum MathML {
    case fraction, raised, lowered, loweredAndRaised, root, rootOfDegree
    case row, cell, matrix

    init?(_ name: String) {
        switch name {
        case "mfrac": self = .fraction
        case "msup", "mover": self = .raised
        case "msub", "munder": self = .lowered
        case "msubsup", "munderover": self = .loweredAndRaised
        case "msqrt": self = .root
        case "mroot": self = .rootOfDegree
        case "mtable": self = .matrix
        case "mtr": self = .row
        case "mtd": self = .cell
        default: return nil
        }
    }

    var opening: String {
        switch self {
        case .root, .rootOfDegree: "√("
        case .matrix: "("
        default: ""
        }
    }

    var closing: String {
        switch self {
        case .root, .rootOfDegree, .matrix: ")"
        default: ""
        }
    }

    /// The text before a part, counted from 0.
    func separator(before part: Int) -> String {
        switch (self, part) {
        case (_, 0): ""
        case (.fraction, 1): "/"
        case (.rootOfDegree, 1): ", "
        case (.matrix, _): "; "
        case (.row, _): ", "
        default: ""
        }
    }

    /// The element of HTML that raises or lowers a part.
    func script(of part: Int) -> HTMLName? {
        switch (self, part) {
        case (.raised, 1), (.loweredAndRaised, 2): "sup"
        case (.lowered, 1), (.loweredAndRaised, 1): "sub"
        default: nil
        }
    }

    /// Whether a part with parts of its own needs brackets.
    var bracketsParts: Bool {
        switch self {
        case .fraction, .raised, .lowered, .loweredAndRaised: true
        default: false
        }
    }

    /// An operator with the spaces beside it; without spaces where it is the sign of a number: `(−b`.
    static func spacedOperator(_ written: String, after last: Unicode.Scalar?) -> String {
        let sign = SingleLineText.clean(written) ?? ""
        if signs.contains(sign), last.map(openers.contains) ?? true { return sign }
        return relations.contains(sign) ? " \(sign) " : sign
    }

    private static let signs: Set<String> = ["-", "−", "+", "±"]
    private static let openers = Set("([{=<>≤≥≈≠,;/|√∑∏∫+-−±×·→∈".unicodeScalars)

    private static let relations: Set<String> = [
        "=", "<", ">", "≤", "≥", "≈", "≠", "≡", "∼", "∝", "→", "←", "↔", "⇒", "⇔", "∈", "∉", "⊂", "⊆", "∪", "∩", "+",
        "±",
        "−", "-", "×", "⋅", "·", "∧", "∨", ":=", "↦", "⟹", "⟶",
    ]
}

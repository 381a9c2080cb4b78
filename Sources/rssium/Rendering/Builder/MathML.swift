/// An element of MathML whose parts are written one behind the other with signs between them: `(a + b)/c`, `x²`, `√x`.
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

    var start: String {
        switch self {
        case .root, .rootOfDegree: "√("
        case .matrix: "("
        default: ""
        }
    }

    var end: String {
        switch self {
        case .root, .rootOfDegree, .matrix: ")"
        default: ""
        }
    }

    /// What stands before one of its parts, counted from 0.
    func sign(before part: Int) -> String {
        switch (self, part) {
        case (_, 0): ""
        case (.fraction, 1): "/"
        case (.rootOfDegree, 1): ", "
        case (.matrix, _): "; "
        case (.row, _): ", "
        default: ""
        }
    }

    /// How a short part looks, such as an exponent.
    func marks(of part: Int) -> Page.Marks {
        switch (self, part) {
        case (.raised, 1), (.loweredAndRaised, 2): .superscript
        case (.lowered, 1), (.loweredAndRaised, 1): .subscript
        default: []
        }
    }

    /// Whether a part of several signs needs brackets.
    var groups: Bool {
        switch self {
        case .fraction, .raised, .lowered, .loweredAndRaised: true
        default: false
        }
    }

    /// An operator with the blanks that stand beside it; none where it is the sign of what follows it: `(−b`.
    static func spaced(_ sign: String, after last: Unicode.Scalar?) -> String {
        let sign = sign.trimmed
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

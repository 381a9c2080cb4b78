/// A parsed expression of XPath 1.0, without variables and with the functions of XPath 1.0 alone.
public struct XPathExpression: Hashable, Sendable {
    /// As it was written.
    public let text: String
    let root: Term

    /// Parses an expression. Throws where it breaks the rules, or names an unknown function or a variable.
    public init(_ text: String) throws(XPathError) {
        self.text = text
        var parser = try XPathParser(text)
        root = try parser.parse()
    }

    indirect enum Term: Hashable, Sendable {
        case or(Term, Term)
        case and(Term, Term)
        case comparison(Comparison, Term, Term)
        case arithmetic(Arithmetic, Term, Term)
        case negation(Term)
        case union(Term, Term)
        case string(String)
        case number(Double)
        case call(XPathFunction, [Term])
        /// Steps from the node at hand, from the document, or from the nodes of another term.
        case path(Start, [Step])
        case filter(Term, [Term])
        /// A term that depends on nothing but the page: it is evaluated once, and kept by its number.
        case constant(Int, Term)
    }

    enum Start: Hashable, Sendable {
        case context
        case document
        case term(Term)
    }

    enum Comparison: Sendable {
        case equal, unequal, less, lessOrEqual, greater, greaterOrEqual

        /// The same with its sides exchanged.
        var mirrored: Comparison {
            switch self {
            case .equal, .unequal: self
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            }
        }
    }

    enum Arithmetic: Sendable {
        case add, subtract, multiply, divide, remainder
    }

    struct Step: Hashable, Sendable {
        let axis: Axis
        let test: NodeTest
        var predicates: [Term] = []
    }

    enum Axis: String, Sendable {
        case ancestor
        case ancestorOrSelf = "ancestor-or-self"
        case attribute
        case child
        case descendant
        case descendantOrSelf = "descendant-or-self"
        case following
        case followingSibling = "following-sibling"
        case namespace
        case parent
        case preceding
        case precedingSibling = "preceding-sibling"
        case itself = "self"
    }

    enum NodeTest: Hashable, Sendable {
        /// In lower case, as HTML names are.
        case name(String)
        case anyName
        case node
        case text
        case comment
        /// HTML has none.
        case instruction
    }
}

/// Why an expression cannot be parsed, and where.
public struct XPathError: Error, Hashable, Sendable {
    public let reason: String
    /// In characters from the start of the expression.
    public let offset: Int
}

extension XPathExpression.Term {
    enum Kind {
        case nodes, boolean, number, string
    }

    /// Without variables, the type of a value is known before it is evaluated.
    var kind: Kind {
        switch self {
        case .or, .and, .comparison: .boolean
        case .arithmetic, .negation, .number: .number
        case .string: .string
        case .call(let function, _): function.kind
        case .union, .path, .filter: .nodes
        case .constant(_, let term): term.kind
        }
    }

    /// Whether a predicate depends on the place of a node among those of its step.
    var isPositional: Bool { kind == .number || asksPosition }

    private var asksPosition: Bool {
        switch self {
        case .or(let left, let right), .and(let left, let right), .comparison(_, let left, let right),
            .arithmetic(_, let left, let right), .union(let left, let right):
            left.asksPosition || right.asksPosition
        case .negation(let term), .filter(let term, _), .path(.term(let term), _): term.asksPosition
        case .call(let function, let arguments):
            function == .position || function == .last || arguments.contains { $0.asksPosition }
        // Predicates of its own steps ask for other places.
        case .path, .string, .number, .constant: false
        }
    }
}

/// The functions of XPath 1.0 (section 4).
enum XPathFunction: String, CaseIterable, Sendable {
    case last, position, count, id, name, string, concat, contains, substring, translate, boolean, not, lang, number
    case sum, floor, ceiling, round
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case startsWith = "starts-with"
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case yes = "true"
    case no = "false"

    /// How many arguments it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .last, .position, .yes, .no: 0...0
        case .name, .localName, .namespaceURI, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
        case .contains, .startsWith, .substringBefore, .substringAfter: 2...2
        case .substring: 2...3
        case .translate: 3...3
        case .concat: 2...Int.max
        }
    }

    /// Its argument must be nodes.
    var takesNodes: Bool {
        switch self {
        case .count, .sum, .name, .localName, .namespaceURI: true
        default: false
        }
    }

    var kind: XPathExpression.Term.Kind {
        switch self {
        case .last, .position, .count, .number, .sum, .floor, .ceiling, .round, .stringLength: .number
        case .id: .nodes
        case .contains, .startsWith, .boolean, .not, .lang, .yes, .no: .boolean
        case .name, .localName, .namespaceURI, .string, .concat, .substring, .substringBefore, .substringAfter,
            .normalizeSpace, .translate:
            .string
        }
    }
}

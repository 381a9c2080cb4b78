/// Marks the terms of an expression that depend on nothing but the page, so that each is evaluated once: a predicate such
/// as `[//a = //p]` would otherwise look at the whole page for each node.
struct XPathConstants {
    typealias Term = XPathExpression.Term

    private var count = 0

    /// The same term with each constant one inside it marked.
    mutating func mark(_ term: Term) -> Term {
        let marked: Term
        switch term {
        case .string, .number, .constant: return term
        case .or(let left, let right): marked = .or(mark(left), mark(right))
        case .and(let left, let right): marked = .and(mark(left), mark(right))
        case .comparison(let comparison, let left, let right):
            marked = .comparison(comparison, mark(left), mark(right))
        case .arithmetic(let operation, let left, let right):
            marked = .arithmetic(operation, mark(left), mark(right))
        case .negation(let term): marked = .negation(mark(term))
        case .union(let left, let right): marked = .union(mark(left), mark(right))
        case .call(let function, let arguments): marked = .call(function, mark(arguments))
        case .filter(let term, let predicates): marked = .filter(mark(term), mark(predicates))
        case .path(let start, let steps):
            let steps = steps.map { Step(axis: $0.axis, test: $0.test, predicates: mark($0.predicates)) }
            if case .term(let term) = start {
                marked = .path(.term(mark(term)), steps)
            } else {
                marked = .path(start, steps)
            }
        }
        guard marked.isConstant else { return marked }
        count += 1
        return .constant(count, marked)
    }

    private typealias Step = XPathExpression.Step

    private mutating func mark(_ terms: [Term]) -> [Term] {
        var marked: [Term] = []
        for term in terms { marked.append(mark(term)) }
        return marked
    }
}

extension XPathExpression.Term {
    /// Of a term whose parts are marked.
    fileprivate var isConstant: Bool {
        switch self {
        case .string, .number, .constant: true
        case .or(let left, let right), .and(let left, let right), .comparison(_, let left, let right),
            .arithmetic(_, let left, let right), .union(let left, let right):
            left.isConstant && right.isConstant
        // Predicates, and the steps of a path, are evaluated for the nodes that were found.
        case .negation(let term), .filter(let term, _), .path(.term(let term), _): term.isConstant
        case .path(.document, _): true
        case .path(.context, _): false
        case .call(let function, let arguments):
            switch function {
            case .yes, .no: true
            case .position, .last, .lang: false
            // Without an argument it is about the node at hand.
            default: !arguments.isEmpty && arguments.allSatisfy(\.isConstant)
            }
        }
    }
}

/// Evaluates one expression over one page, from one node or from many.
///
/// Each node of a path is looked at once where its predicates allow, what depends on the page alone is evaluated once, and sets are
/// compared by hashes, so that the usual expressions take time in proportion to the page. Others are quadratic by what they
/// say, `//*[count(following::*) > 3]`: so every step is counted, and the caller can stop them.
final class XPathEvaluator {
    typealias Node = XPathDocument.Node
    typealias Term = XPathExpression.Term

    enum Failure: Error {
        case stopped
        /// More text than fits the memory.
        case tooMuchText
        case tooManyItems
    }

    /// What a term is evaluated for: a node, and its place among those of its step.
    struct Context {
        let node: Node
        var position = 1
        var size = 1
    }

    enum Value {
        /// In the order of the document, each once.
        case nodes([Node])
        case boolean(Bool)
        case number(Double)
        case string(String)
    }

    let document: XPathDocument
    private let expression: XPathExpression
    private let mustStop: () -> Bool
    private var steps = 0
    /// The values of constant terms, and what comparisons need of those that are nodes, by the numbers of the terms.
    private var constants: [Int: Value] = [:]
    var textsOfConstants: [Int: Set<String>] = [:]
    var rangesOfConstants: [Int: ClosedRange<Double>?] = [:]
    /// Elements by their `id`.
    private(set) lazy var identifiers = makeIdentifiers()

    /// In bytes.
    static let textLimit = 64 << 20

    /// - Parameter mustStop: asked after some thousand steps each.
    init(_ expression: XPathExpression, in document: XPathDocument, mustStop: @escaping () -> Bool) {
        self.document = document
        self.expression = expression
        self.mustStop = mustStop
    }

    /// The value for one node.
    func value(at node: Node) throws(Failure) -> Value {
        try value(of: expression.root, Context(node: node))
    }

    /// Counts steps.
    func count(_ more: Int = 1) throws(Failure) {
        let before = steps
        steps += more
        if before >> 12 != steps >> 12, mustStop() { throw .stopped }
    }

    func text(of node: Node) throws(Failure) -> String {
        try count(document.size(of: node))
        let text = document.text(of: node)
        try count(text.utf8.count >> 6)
        return text
    }

    func checked(_ text: String) throws(Failure) -> String {
        try count(text.utf8.count >> 6)
        guard text.utf8.count <= XPathEvaluator.textLimit else { throw .tooMuchText }
        return text
    }

    private func makeIdentifiers() -> [String: Node] {
        var found: [String: Node] = [:]
        for place in 0..<document.count where document.kind(place) == .element {
            guard let id = document.tree.attribute(HTMLTag.name("id"), of: Int(document.nodes[place])) else { continue }
            if found[id] == nil { found[id] = Node(place) }
        }
        return found
    }

    // MARK: Terms

    func value(of term: Term, _ context: Context) throws(Failure) -> Value {
        try count()
        switch term {
        case .string(let text): return .string(text)
        case .number(let number): return .number(number)
        case .or(let left, let right): return .boolean(try isTrue(left, context) ? true : isTrue(right, context))
        case .and(let left, let right): return .boolean(try isTrue(left, context) ? isTrue(right, context) : false)
        case .comparison(let comparison, let left, let right):
            return .boolean(try compare(side(left, context), comparison, side(right, context)))
        case .arithmetic(let operation, let left, let right):
            let (left, right) = (try number(value(of: left, context)), try number(value(of: right, context)))
            switch operation {
            case .add: return .number(left + right)
            case .subtract: return .number(left - right)
            case .multiply: return .number(left * right)
            case .divide: return .number(left / right)
            case .remainder: return .number(left.truncatingRemainder(dividingBy: right))
            }
        case .negation(let term): return .number(-(try number(value(of: term, context))))
        case .call(let function, let arguments): return try call(function, arguments, context)
        case .union, .path, .filter: return .nodes(try nodes(of: term, context))
        case .constant(let number, let term):
            if let known = constants[number] { return known }
            let value = try value(of: term, context)
            constants[number] = value
            return value
        }
    }

    func isTrue(_ term: Term, _ context: Context) throws(Failure) -> Bool {
        switch try value(of: term, context) {
        case .boolean(let value): value
        case .nodes(let nodes): !nodes.isEmpty
        case .number(let number): number != 0 && !number.isNaN
        case .string(let text): !text.isEmpty
        }
    }

    /// The nodes of a term that gives nodes.
    func nodes(of term: Term, _ context: Context) throws(Failure) -> [Node] {
        switch term {
        case .union(let left, let right):
            return try ordered(nodes(of: left, context) + nodes(of: right, context))
        case .filter(let term, let predicates):
            return try filter(nodes(of: term, context), by: predicates[...])
        case .call, .constant:
            if case .nodes(let nodes) = try value(of: term, context) { return nodes }
            return []
        case .path(.context, let steps): return try follow(steps, from: [context.node])
        case .path(.term(let term), let steps): return try follow(steps, from: nodes(of: term, context))
        case .path(.document, let steps): return try follow(steps, from: [Node(0)])
        default: return []
        }
    }

    private func follow(_ steps: [XPathExpression.Step], from start: [Node]) throws(Failure) -> [Node] {
        var nodes = start
        for step in steps {
            if nodes.isEmpty { break }
            let isPositional = step.predicates.contains(where: \.isPositional)
            guard isPositional, nodes.count > 1 else {
                let found = try self.nodes(on: step.axis, of: nodes, step.test)
                nodes = try ordered(filter(found, by: step.predicates[...]))
                continue
            }
            var found: [Node] = []
            for node in nodes {
                found += try filter(
                    self.nodes(on: step.axis, of: [node], step.test), by: step.predicates[...])
            }
            nodes = try ordered(found)
        }
        return nodes
    }

    /// Those for which the predicates hold, in their order.
    private func filter(_ nodes: [Node], by predicates: ArraySlice<Term>) throws(Failure) -> [Node] {
        var nodes = nodes
        for predicate in predicates {
            var kept: [Node] = []
            for (index, node) in nodes.enumerated() {
                let context = Context(node: node, position: index + 1, size: nodes.count)
                let holds: Bool
                if predicate.kind == .number {
                    holds = try number(value(of: predicate, context)) == Double(index + 1)
                } else {
                    holds = try isTrue(predicate, context)
                }
                if holds { kept.append(node) }
            }
            nodes = kept
        }
        return nodes
    }

    /// In the order of the document, each once.
    private func ordered(_ nodes: [Node]) throws(Failure) -> [Node] {
        try count(nodes.count)
        guard zip(nodes, nodes.dropFirst()).contains(where: { $0 >= $1 }) else { return nodes }
        var unique: [Node] = []
        for node in nodes.sorted() where unique.last != node { unique.append(node) }
        return unique
    }
}

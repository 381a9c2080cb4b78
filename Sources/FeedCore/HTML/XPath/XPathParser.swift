/// Parses XPath 1.0 by recursive descent (sections 2 and 3).
struct XPathParser {
    typealias Term = XPathExpression.Term
    typealias Step = XPathExpression.Step

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    /// In bytes: longer ones are not written by people.
    private static let lengthLimit = 4096
    private static let depthLimit = 64

    init(_ text: String) throws(XPathError) {
        bytes = Array(text.utf8)
        guard bytes.count <= XPathParser.lengthLimit else {
            throw XPathError(reason: "more than \(XPathParser.lengthLimit) bytes", offset: 0)
        }
    }

    mutating func parse() throws(XPathError) -> Term {
        let term = try expression()
        skipSpaces()
        guard index == bytes.count else { throw error("an operator or the end is expected here") }
        var constants = XPathConstants()
        return constants.mark(term)
    }

    // MARK: Operators, from the weakest on

    private mutating func expression() throws(XPathError) -> Term {
        depth += 1
        defer { depth -= 1 }
        guard depth <= XPathParser.depthLimit else { throw error("too many levels") }
        var left = try conjunction()
        while takeWord("or") { left = .or(left, try conjunction()) }
        return left
    }

    private mutating func conjunction() throws(XPathError) -> Term {
        var left = try equality()
        while takeWord("and") { left = .and(left, try equality()) }
        return left
    }

    private mutating func equality() throws(XPathError) -> Term {
        var left = try relation()
        while true {
            if take("!=") {
                left = .comparison(.unequal, left, try relation())
            } else if take("=") {
                left = .comparison(.equal, left, try relation())
            } else {
                return left
            }
        }
    }

    private mutating func relation() throws(XPathError) -> Term {
        var left = try sum()
        while true {
            if take("<=") {
                left = .comparison(.lessOrEqual, left, try sum())
            } else if take(">=") {
                left = .comparison(.greaterOrEqual, left, try sum())
            } else if take("<") {
                left = .comparison(.less, left, try sum())
            } else if take(">") {
                left = .comparison(.greater, left, try sum())
            } else {
                return left
            }
        }
    }

    private mutating func sum() throws(XPathError) -> Term {
        var left = try product()
        while true {
            if take("+") {
                left = .arithmetic(.add, left, try product())
            } else if take("-") {
                left = .arithmetic(.subtract, left, try product())
            } else {
                return left
            }
        }
    }

    private mutating func product() throws(XPathError) -> Term {
        var left = try negation()
        while true {
            if take("*") {
                left = .arithmetic(.multiply, left, try negation())
            } else if takeWord("div") {
                left = .arithmetic(.divide, left, try negation())
            } else if takeWord("mod") {
                left = .arithmetic(.remainder, left, try negation())
            } else {
                return left
            }
        }
    }

    private mutating func negation() throws(XPathError) -> Term {
        var signs = 0
        while take("-") { signs += 1 }
        let term = try union()
        // Two signs still make a number of it.
        return signs == 0 ? term : signs % 2 == 1 ? .negation(term) : .negation(.negation(term))
    }

    private mutating func union() throws(XPathError) -> Term {
        let start = index
        var left = try path()
        while take("|") {
            let place = index
            let right = try path()
            guard left.kind == .nodes else { throw XPathError(reason: "| joins nodes only", offset: offset(start)) }
            guard right.kind == .nodes else { throw XPathError(reason: "| joins nodes only", offset: offset(place)) }
            left = .union(left, right)
        }
        return left
    }

    // MARK: Paths

    private mutating func path() throws(XPathError) -> Term {
        skipSpaces()
        guard index < bytes.count else { throw error("something is missing here") }
        if take("//") { return .path(.document, try steps(after: [Self.anywhere])) }
        if take("/") {
            guard beginsStep else { return .path(.document, []) }
            return .path(.document, try steps(after: []))
        }
        guard let primary = try primary() else { return .path(.context, try steps(after: [])) }
        var term = primary.term
        let predicates = try predicates()
        if !predicates.isEmpty {
            guard term.kind == .nodes else {
                throw XPathError(reason: "only nodes are filtered", offset: primary.offset)
            }
            term = .filter(term, predicates)
        }
        let isDeep = take("//")
        guard isDeep || take("/") else { return term }
        guard term.kind == .nodes else { throw XPathError(reason: "only nodes have parts", offset: primary.offset) }
        return .path(.term(term), try steps(after: isDeep ? [Self.anywhere] : []))
    }

    /// What `//` stands for.
    private static let anywhere = Step(axis: .descendantOrSelf, test: .node)

    private var beginsStep: Bool {
        var rest = self
        rest.skipSpaces()
        guard let byte = rest.current else { return false }
        return byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "*")
            || Self.beginsName(byte)
    }

    private mutating func steps(after first: [Step]) throws(XPathError) -> [Step] {
        var steps = first
        repeat {
            var step = try step()
            // `//a` looks at each node once, where no predicate counts among the children of one.
            if steps.last == Self.anywhere, step.axis == .child, !step.predicates.contains(where: \.isPositional) {
                steps.removeLast()
                step = Step(axis: .descendant, test: step.test, predicates: step.predicates)
            }
            steps.append(step)
            if take("//") {
                steps.append(Self.anywhere)
            } else if !take("/") {
                return steps
            }
        } while true
    }

    private mutating func step() throws(XPathError) -> Step {
        if take("..") { return Step(axis: .parent, test: .node) }
        if take(".") { return Step(axis: .itself, test: .node) }
        var axis = XPathExpression.Axis.child
        if take("@") {
            axis = .attribute
        } else if let (name, start) = peekName(), follows("::", name) {
            guard let known = XPathExpression.Axis(rawValue: name) else {
                throw XPathError(reason: "an unknown axis", offset: offset(start))
            }
            axis = known
            index = start + name.utf8.count
            _ = take("::")
        }
        let test = try nodeTest()
        return Step(axis: axis, test: test, predicates: try predicates())
    }

    private mutating func nodeTest() throws(XPathError) -> XPathExpression.NodeTest {
        if take("*") { return .anyName }
        guard let (name, start) = peekName() else { throw error("a name, * or node() is expected here") }
        index = start + name.utf8.count
        guard take("(") else {
            // `g:plusone` is a name like any other in HTML. `svg:*` means any.
            if name.hasSuffix(":"), take("*") { return .anyName }
            return .name(name.lowercased())
        }
        let test: XPathExpression.NodeTest
        switch name {
        case "node": test = .node
        case "text": test = .text
        case "comment": test = .comment
        case "processing-instruction":
            test = .instruction
            _ = try literal()
        default: throw unknownFunction(name, start)
        }
        guard take(")") else { throw error(") is expected here") }
        return test
    }

    private mutating func predicates() throws(XPathError) -> [Term] {
        var predicates: [Term] = []
        while take("[") {
            predicates.append(try expression())
            guard take("]") else { throw error("] is expected here") }
        }
        return predicates
    }

    // MARK: Values

    /// A value that is no path; nil where a step begins.
    private mutating func primary() throws(XPathError) -> (term: Term, offset: Int)? {
        skipSpaces()
        let start = index
        let place = offset(start)
        if take("(") {
            let term = try expression()
            guard take(")") else { throw error(") is expected here") }
            return (term, place)
        }
        if let text = try literal() { return (.string(text), place) }
        if let number = number() { return (.number(number), place) }
        if current == UInt8(ascii: "$") { throw XPathError(reason: "there are no variables", offset: place) }
        guard let (name, _) = peekName(), follows("(", name), !Self.nodeTypes.contains(name) else { return nil }
        guard let function = XPathFunction(rawValue: name) else { throw unknownFunction(name, start) }
        index = start + name.utf8.count
        _ = take("(")
        var arguments: [Term] = []
        if !take(")") {
            repeat { arguments.append(try expression()) } while take(",")
            guard take(")") else { throw error(", or ) is expected here") }
        }
        guard function.arity.contains(arguments.count) else {
            throw XPathError(reason: "\(name)() takes \(Self.words(for: function.arity))", offset: place)
        }
        if function.takesNodes, let first = arguments.first, first.kind != .nodes {
            throw XPathError(reason: "\(name)() takes nodes", offset: place)
        }
        return (.call(function, arguments), place)
    }

    private static let nodeTypes: Set = ["node", "text", "comment", "processing-instruction"]

    private static func words(for arity: ClosedRange<Int>) -> String {
        switch arity {
        case 0...0: "no value"
        case 0...1: "at most one value"
        case 1...1: "one value"
        case 2...Int.max: "two values or more"
        default: arity.lowerBound == arity.upperBound ? "\(arity.lowerBound) values" : "two or three values"
        }
    }

    private mutating func literal() throws(XPathError) -> String? {
        skipSpaces()
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        guard let end = bytes[(index + 1)...].firstIndex(of: quote) else { throw error("the quote is not closed") }
        defer { index = end + 1 }
        return String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    }

    private mutating func number() -> Double? {
        var end = index
        while end < bytes.count, ASCII.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        guard text.utf8.contains(where: ASCII.isDigit), text.utf8.count(where: { $0 == UInt8(ascii: ".") }) <= 1
        else { return nil }
        index = end
        return Double(text.hasSuffix(".") ? text + "0" : text)
    }

    // MARK: Characters

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpaces() {
        while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private mutating func take(_ token: StaticString) -> Bool {
        skipSpaces()
        let count = token.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for place in 0..<count where bytes[index + place] != token.utf8Start[place] { return false }
        index += count
        return true
    }

    /// An operator that is a word.
    private mutating func takeWord(_ word: String) -> Bool {
        guard let (name, start) = peekName(), name == word else { return false }
        index = start + word.utf8.count
        return true
    }

    /// The name that begins here, and where: letters, digits, `-`, `_`, `.` and single colons.
    private mutating func peekName() -> (String, Int)? {
        skipSpaces()
        guard let first = current, Self.beginsName(first) else { return nil }
        var end = index
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: ":") {
                if end + 1 < bytes.count, bytes[end + 1] == byte { break }
            } else if !Self.beginsName(byte), !ASCII.isDigit(byte), byte != UInt8(ascii: "-"), byte != UInt8(ascii: ".")
            {
                break
            }
            end += 1
        }
        return (String(decoding: bytes[index..<end], as: UTF8.self), index)
    }

    /// Whether the token comes behind the name that begins here.
    private func follows(_ token: StaticString, _ name: String) -> Bool {
        var rest = self
        rest.index += name.utf8.count
        return rest.take(token)
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    // MARK: Errors

    private func offset(_ place: Int) -> Int {
        var rest = self
        rest.index = place
        rest.skipSpaces()
        return String(decoding: bytes[..<rest.index], as: UTF8.self).count
    }

    private func error(_ reason: String) -> XPathError { XPathError(reason: reason, offset: offset(index)) }

    private func unknownFunction(_ name: String, _ place: Int) -> XPathError {
        XPathError(reason: "an unknown function: \(name)()", offset: offset(place))
    }
}

/// Comparisons (XPath 1.0, section 3.4). Of nodes, it is enough that one fits.
extension XPathEvaluator {
    /// One side of a comparison.
    struct Side {
        let value: Value
        /// The number of the term, if it is constant.
        let number: Int?
    }

    func side(_ term: Term, _ context: Context) throws(Failure) -> Side {
        let value = try value(of: term, context)
        if case .constant(let number, _) = term { return Side(value: value, number: number) }
        return Side(value: value, number: nil)
    }

    func compare(
        _ left: Side, _ comparison: XPathExpression.Comparison, _ right: Side
    ) throws(Failure) -> Bool {
        let isEquality = comparison == .equal || comparison == .unequal
        switch (left.value, right.value) {
        case (.boolean, .nodes), (.nodes, .boolean):
            return isEquality
                ? (boolean(left.value) == boolean(right.value)) == (comparison == .equal)
                : holds(boolean(left.value) ? 1 : 0, comparison, boolean(right.value) ? 1 : 0)
        case (.nodes(let nodes), .nodes(let others)):
            guard isEquality else { return try order(left, comparison, right) }
            // The texts of one side are kept where they can be of use again.
            if right.number != nil { return try equal(nodes, texts(of: right), comparison) }
            return try equal(others, texts(of: left), comparison)
        case (.nodes, .string(let text)) where isEquality && left.number != nil:
            return fits(text, try texts(of: left), comparison)
        case (.nodes, _): return try compare(right, comparison.mirrored, left)
        case (.string(let text), .nodes) where isEquality && right.number != nil:
            return fits(text, try texts(of: right), comparison)
        case (_, .nodes(let nodes)):
            for node in nodes {
                let text = Side(value: .string(try text(of: node)), number: nil)
                if try compare(left, comparison, text) { return true }
            }
            return false
        default:
            let (left, right) = (left.value, right.value)
            guard isEquality else { return holds(try number(left), comparison, try number(right)) }
            let isEqual: Bool
            switch (left, right) {
            case (.boolean, _), (_, .boolean): isEqual = boolean(left) == boolean(right)
            case (.number, _), (_, .number): isEqual = try number(left) == number(right)
            default: isEqual = try string(left).utf8.elementsEqual(string(right).utf8)
            }
            return isEqual == (comparison == .equal)
        }
    }

    // MARK: Equality

    /// The texts of the nodes of a side.
    private func texts(of side: Side) throws(Failure) -> Set<String> {
        if let number = side.number, let known = textsOfConstants[number] { return known }
        guard case .nodes(let nodes) = side.value else { return [] }
        var texts: Set<String> = []
        for node in nodes { texts.insert(try text(of: node)) }
        if let number = side.number { textsOfConstants[number] = texts }
        return texts
    }

    private func equal(
        _ nodes: [Node], _ texts: Set<String>, _ comparison: XPathExpression.Comparison
    ) throws(Failure) -> Bool {
        for node in nodes where fits(try text(of: node), texts, comparison) { return true }
        return false
    }

    /// Where two texts are different, one of them is another than this one.
    private func fits(_ text: String, _ texts: Set<String>, _ comparison: XPathExpression.Comparison) -> Bool {
        comparison == .equal ? texts.contains(text) : texts.count > 1 || !texts.isEmpty && !texts.contains(text)
    }

    // MARK: Order

    private func order(
        _ left: Side, _ comparison: XPathExpression.Comparison, _ right: Side
    ) throws(Failure) -> Bool {
        guard let left = try range(of: left), let right = try range(of: right) else { return false }
        let isLess = comparison == .less || comparison == .lessOrEqual
        return isLess
            ? holds(left.lowerBound, comparison, right.upperBound)
            : holds(left.upperBound, comparison, right.lowerBound)
    }

    /// The least and the greatest number among the nodes of a side.
    private func range(of side: Side) throws(Failure) -> ClosedRange<Double>? {
        if let number = side.number, let known = rangesOfConstants[number] { return known }
        guard case .nodes(let nodes) = side.value else { return nil }
        var range: ClosedRange<Double>?
        for node in nodes {
            let number = XPathNumber.value(of: try text(of: node))
            guard !number.isNaN else { continue }
            range = range.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
        }
        if let number = side.number { rangesOfConstants.updateValue(range, forKey: number) }
        return range
    }

    private func holds(_ left: Double, _ comparison: XPathExpression.Comparison, _ right: Double) -> Bool {
        switch comparison {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}

/// Puts results that arrive in any order into the order of their indices, from 0.
struct OrderedResults<Element> {
    private var next = 0
    private var early: [Int: Element] = [:]

    /// How many results wait for others.
    var waiting: Int { early.count }

    /// Adds a result. Returns the results that are now next in order.
    mutating func append(_ element: Element, at index: Int) -> [Element] {
        early[index] = element
        var ready: [Element] = []
        while let element = early.removeValue(forKey: next) {
            ready.append(element)
            next += 1
        }
        return ready
    }
}

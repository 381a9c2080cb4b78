/// What no feed needs, and what would cost more than a feed is worth.
extension XMLReader {
    /// Documents nested deeper are refused; libxml2's own limit is 256.
    static let nestingLimit = 240
    /// A document that declares more namespaces at one place is refused.
    static let namespaceLimit = 1000
    /// A document that declares more entities is refused.
    static let entityLimit = 5000
    /// A document whose entities make more than this of it is refused.
    static let growthLimit = 8
}

extension ParseError {
    /// Elements nested too deep.
    static let nesting = ParseError.limit("more than \(XMLReader.nestingLimit) levels of elements")
}

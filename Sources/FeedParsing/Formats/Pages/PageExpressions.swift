/// The parsed XPaths of a page without a feed.
public struct PageExpressions: Sendable {
    let items: XPathExpression
    let parts: [PageXPaths.Part: XPathExpression]

    /// Throws which expression is wrong, and where.
    public init(_ xpaths: PageXPaths) throws(PageExpressionError) {
        items = try PageExpressions.parse(xpaths.items, of: nil)
        guard items.givesNodes else {
            throw PageExpressionError(part: nil, text: xpaths.items, reason: "it gives a value, not nodes", offset: 0)
        }
        var parts: [PageXPaths.Part: XPathExpression] = [:]
        for part in PageXPaths.Part.allCases {
            parts[part] = try xpaths.parts[part].map { text throws(PageExpressionError) in
                try PageExpressions.parse(text, of: part)
            }
        }
        self.parts = parts
    }

    private static func parse(_ text: String, of part: PageXPaths.Part?) throws(PageExpressionError) -> XPathExpression
    {
        do throws(XPathError) { return try XPathExpression(text) } catch {
            throw PageExpressionError(part: part, text: text, reason: error.reason, offset: error.offset)
        }
    }

    /// The expressions that find a part by default: the first one that finds something counts.
    static let defaults: [PageXPaths.Part: [XPathExpression]] = {
        let headings = (1...6).map { "self::h\($0)" }.joined(separator: " or ")
        let written: [PageXPaths.Part: [String]] = [
            .title: ["descendant-or-self::*[\(headings) or self::a][normalize-space()][1]"],
            .link: ["descendant-or-self::a[@href][1]"],
            .text: ["."],
            .date: ["descendant-or-self::time[@datetime][1]", "descendant-or-self::time[1]"],
        ]
        // A test holds that all of them can be parsed.
        return written.mapValues { $0.compactMap { try? XPathExpression($0) } }
    }()
}

/// Which XPath of a page is wrong, and where.
public struct PageExpressionError: Error, Hashable, Sendable {
    /// Nil for the expression of the articles.
    public let part: PageXPaths.Part?
    public let text: String
    public let reason: String
    /// In characters from the start of the expression.
    public let offset: Int

    /// The option of the command line that gives the expression.
    public var option: String { part.map { "item-" + $0.rawValue } ?? "items" }
}

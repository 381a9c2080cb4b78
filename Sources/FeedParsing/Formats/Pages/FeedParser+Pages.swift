extension FeedParser {
    /// Parses a feed, or makes one of a page with XPaths.
    ///
    /// - Parameter mustStop: asked again and again while XPaths are evaluated, which may take long.
    package static func parse(
        _ body: consuming [UInt8], by xpaths: PageXPaths?, base: String?, charset: String?, limit: Int,
        extent: Extent = .whole, mustStop: @escaping () -> Bool
    ) throws(ParseError) -> ParsedFeed {
        guard let xpaths else {
            return try parse(body, base: base, charset: charset, limit: limit, extent: extent)
        }
        let expressions: PageExpressions
        do throws(PageExpressionError) { expressions = try PageExpressions(xpaths) } catch {
            throw .malformedXPath("--\(error.option) \(error.text): \(error.reason)")
        }
        return try PageFeed.parse(body, by: expressions, base: base, charset: charset, mustStop: mustStop)
    }
}

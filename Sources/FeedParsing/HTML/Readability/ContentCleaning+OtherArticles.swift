/// Recognizes links to other articles that no name gives away.
extension ContentCleaning {
    /// Whether a paragraph or a list is mostly links and follows a line that leads away, maybe after others like it.
    func isBehindPointer(_ node: Index) -> Bool {
        guard isMostlyLinks(node) else { return false }
        let first = before(node) { page[$0].text == 0 || isMostlyLinks($0) && !page.isPointer($0) }
        return first.map(page.isPointer) ?? false
    }

    private func isMostlyLinks(_ node: Index) -> Bool {
        let measure = page[node]
        return (measure.kind == .paragraph || measure.kind == .list) && measure.images == 0
            && measure.linkDensity > 0.6
    }
}

/// The short lines of a page around the title of its article and in its text, one of which may say who wrote it and when.
struct BylineLines {
    typealias Index = HTMLTree.Index

    private let page: PageAnalysis
    /// The lines, and elements of several, but for rows of tables and for lists.
    let nodes: [Index]
    /// The paragraph with which the text has begun. There is one before it, which may be a lead.
    private let start: Index?
    /// The first heading behind it, if the title is known.
    private let section: Index?

    /// No page needs more texts.
    private static let limit = 200
    /// The characters of a text, or of much of one.
    private static let leastText: Int32 = 200

    init(_ page: PageAnalysis, around heading: Index?) {
        self.page = page
        let first = heading.flatMap { heading in page.order.firstIndex { $0 >= Int32(heading) } } ?? 0
        let near = page.order[max(0, first - 12)...].prefix(BylineLines.limit).map(Index.init)
        var prose: Int32 = 0
        let start = near.first { node in
            let measure = page[node]
            guard node >= heading ?? 0, measure.ownText >= 40, measure.kind != .heading else { return false }
            let isFirst = prose == 0
            prose += max(0, measure.ownText - 2 * measure.ownLink)
            return !isFirst && prose >= BylineLines.leastText
        }
        self.start = start
        let behind = heading == nil ? nil : start
        section = behind.flatMap { behind in near.first { $0 > behind && page[$0].kind == .heading } }
        nodes = near.filter { node in
            let (text, kind) = (page[node].text, page[node].kind)
            let isList = page[node].items > 1 && page[node].ownText == 0
            return (5...120).contains(text) && kind != .table && kind != .tablePart && !isList
                && !page.tree.children(of: node).contains { page[$0].text == text }
        }
    }

    /// Whether a line is behind the beginning of the text.
    func isInText(_ node: Index) -> Bool { start.map { $0 <= node } ?? false }

    /// Whether a line is short and no part of a paragraph.
    func isAlone(_ node: Index) -> Bool {
        guard !page[node].kind.isBlock else { return page[node].ownText <= 60 }
        var line = node
        while let parent = page.tree.parent(of: line), !page[parent].kind.isBlock { line = parent }
        var count = page[line].text
        for step in [page.tree.previousSibling, page.tree.nextSibling] {
            var beside = step(line)
            while count <= 60, let current = beside, page[current].kind != .lineBreak, !page[current].kind.isBlock {
                count += page[current].text
                beside = step(current)
            }
        }
        return count <= 60
    }

    /// Whether a line is in the midst of the text, behind a heading: it is about the subject of that section.
    func isInSection(_ node: Index) -> Bool {
        guard let start, let section, section < node else { return false }
        let around = page.elements(around: start)
        var (prose, outer): (Int32, Index) = (0, node)
        while !around.contains(outer), let parent = page.tree.parent(of: outer) {
            for behind in page.tree.siblings(behind: outer).prefix(100) where prose < BylineLines.leastText {
                if !page[behind].hints.contains(.comments) { prose += page[behind].prose }
            }
            outer = parent
        }
        return prose >= BylineLines.leastText
    }
}

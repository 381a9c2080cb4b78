internal import FeedModel

extension HTMLTree {
    /// Whether a cell holds only the line numbers of the code beside it, as programs that color code write them: the only
    /// row of a table has two cells with preformatted text, and the first has a number for each line of the second.
    func isLineNumbers(_ cell: Index) -> Bool {
        guard nodes[cell].name == PackedName.td, let code = nextElement(of: cell), nodes[code].name == PackedName.td,
            nextElement(of: code) == nil, let row = parent(of: cell), isOnlyElement(row),
            let table = parent(of: row), nodes[table].name == PackedName.table || isOnlyElement(table),
            holdsPreformatted(cell), let numbers = lines(in: cell, isNumbers: true), holdsPreformatted(code)
        else { return false }
        let first = numbers.first.flatMap { Int($0) } ?? 0
        guard numbers.indices.allSatisfy({ numbers[$0] == String(first + $0) }) else { return false }
        // Without the empty lines at its end, which some do not number.
        let written = lines(in: code, isNumbers: false) ?? []
        let least = (written.lastIndex { !$0.isEmpty } ?? -1) + 1
        return (least...max(least, written.count - 1)).contains(numbers.count)
    }

    /// The elements in preformatted text that number its lines: each line begins with one, they count, and are styled as
    /// such.
    func lineNumbers(inCode code: Index) -> Set<Index> {
        var (found, next, isStart, hasCode): (Set<Index>, Int?, Bool, Bool) = ([], nil, true, false)
        var codeLines = 0
        for node in descendants(of: code) {
            guard nodes[node].kind == .text else {
                isStart = isStart || hasCode && PageElementKind.of(nodes[node].name).isBlock
                continue
            }
            let lines = source[nodes[node].range].split(separator: 0x0A, omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                isStart = isStart || index > 0
                let words = line.split { $0 <= 0x20 }
                if words.isEmpty { continue }
                if isStart || !hasCode, let element = parent(of: node), element != code, lines.count == 1,
                    words.count == 1, nextSibling(of: node) == nil,
                    let number = Int(String(decoding: words[0], as: UTF8.self)),
                    number == next ?? (isStyledAsNumber(element) ? number : nil)
                {
                    found.insert(element)
                    (next, isStart, hasCode) = (number + 1, false, false)
                } else if isStart {
                    return []
                } else {
                    if !hasCode { codeLines += 1 }
                    hasCode = true
                }
            }
        }
        return found.count > 1 && codeLines * 2 > found.count ? found : []
    }

    private func isStyledAsNumber(_ element: Index) -> Bool {
        attributes(of: element).contains { attribute in
            switch attribute.name {
            case "style": attribute.value.contains("user-select")
            case "class":
                attribute.value.split(separator: " ").contains { name in
                    name == "ln" || ["line-n", "linen", "lineno"].contains(where: name.hasPrefix)
                }
            default: false
            }
        }
    }

    private func isOnlyElement(_ row: Index) -> Bool {
        // Of many rows, only the last one looks for the first.
        guard nextElement(of: row) == nil, let parent = parent(of: row) else { return false }
        return children(of: parent).first { nodes[$0].kind == .element } == row
    }

    /// Whether a cell holds preformatted text, with no other before it.
    private func holdsPreformatted(_ cell: Index) -> Bool {
        for node in descendants(of: cell).prefix(8) {
            let isText = nodes[node].kind == .text && source[nodes[node].range].contains { $0 > 0x20 }
            if isText || nodes[node].name == PackedName.pre { return !isText }
        }
        return false
    }

    /// The lines of an element without the spaces around them; nil without lines, and if numbers are wanted and there is
    /// anything else.
    private func lines(in top: Index, isNumbers: Bool) -> [String]? {
        var text: [UInt8] = []
        for node in descendants(of: top) {
            if nodes[node].name == PackedName.br { text.append(0x0A) }
            guard nodes[node].kind == .text else { continue }
            let part = source[nodes[node].range]
            if isNumbers, part.contains(where: { $0 > 0x20 && !ASCII.isDigit($0) }) { return nil }
            text += part
        }
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.filter { $0 > 0x20 }, as: UTF8.self)
        }
        if isNumbers { lines.removeAll { $0.isEmpty } }
        return lines.isEmpty ? nil : lines
    }
}

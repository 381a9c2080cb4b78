/// Prints rows in aligned columns.
///
/// It holds the first rows back to measure the columns, and prints later rows at once, so that a long list begins to
/// appear before it is complete. The last column gets the rest of the line.
struct Table {
    struct Column {
        var alignment = Alignment.left
        /// The column is removed rather than cut below this many cells. `.max`: it is never cut.
        var minimum = Int.max
        /// Columns of a low rank are removed before this one gets fewer cells.
        var comfort = 0
        /// The column gets at most this many cells, or a fifth of a wide terminal.
        var maximum = Int.max
        /// Where the line is too short, columns of a lower rank are cut or removed first.
        var rank = 0

        static let number = Column(alignment: .right, rank: 9)

        var withoutComfort: Column {
            var column = self
            column.comfort = 0
            return column
        }

        fileprivate func least(isComfortable: Bool) -> Int { isComfortable ? max(minimum, comfort) : minimum }
    }

    /// Columns up to this rank are removed for the comfort of others.
    private static let lowRank = 6

    enum Alignment {
        case left, right
    }

    /// In cells; nil if rows are never cut.
    private let width: Int?
    private let columns: [Column]
    private var held: [[StyledText]] = []
    private var widths: [Int]?

    private static let gap = 2
    private static let measuredRows = 500

    init(_ columns: [Column], width: Int?) {
        self.columns = columns
        self.width = width
    }

    mutating func append(_ row: [StyledText], to output: inout Output) throws(OutputError) {
        let row = row.map(\.cleaned)
        if let widths {
            try output.line(Table.line(row, columns, widths))
            return
        }
        held.append(row)
        if held.count == Table.measuredRows { try release(to: &output) }
    }

    /// Prints the rows that are still held back.
    mutating func finish(to output: inout Output) throws(OutputError) {
        if widths == nil { try release(to: &output) }
    }

    private mutating func release(to output: inout Output) throws(OutputError) {
        var natural = Array(repeating: 0, count: columns.count)
        for row in held {
            for (index, cell) in row.enumerated() { natural[index] = max(natural[index], cell.cells) }
        }
        let widths = Table.widths(of: columns, natural: natural, within: width)
        for row in held { try output.line(Table.line(row, columns, widths)) }
        held = []
        self.widths = widths
    }

    // MARK: Layout

    /// The cells of each column; 0 for a removed one.
    static func widths(of columns: [Column], natural: [Int], within width: Int?) -> [Int] {
        guard let width else { return natural }
        var kept = Array(columns.indices)
        for isComfortable in [true, false] {
            while true {
                if let widths = fitted(
                    kept, of: columns, natural: natural, within: width, isComfortable: isComfortable)
                {
                    return widths
                }
                // Of two columns of the same rank, the right one is removed.
                guard kept.count > 1, let least = kept.reversed().min(by: { columns[$0].rank < columns[$1].rank }),
                    !isComfortable || columns[least].rank <= lowRank
                else { break }
                kept.removeAll { $0 == least }
            }
        }
        return columns.indices.map { kept.contains($0) ? width : 0 }
    }

    /// The widths of these columns; nil if not even their minimums fit.
    private static func fitted(
        _ kept: [Int], of columns: [Column], natural: [Int], within width: Int, isComfortable: Bool
    ) -> [Int]? {
        guard let last = kept.last else { return nil }
        var widths = Array(repeating: 0, count: columns.count)
        for index in kept { widths[index] = min(natural[index], max(columns[index].maximum, width / 5)) }
        widths[last] = 0
        let gaps = gap * (kept.count - 1)
        func left() -> Int { width - gaps - widths.reduce(0, +) }
        let least = min(natural[last], columns[last].least(isComfortable: isComfortable))
        let wanted = min(natural[last], max(least, width * 2 / 5))
        for index in kept.dropLast().sorted(by: { columns[$0].rank < columns[$1].rank }) where left() < wanted {
            let smallest = min(columns[index].least(isComfortable: isComfortable), widths[index])
            widths[index] = max(smallest, widths[index] - (wanted - left()))
        }
        guard left() >= max(1, least) else { return nil }
        // A right-aligned last column stays beside its neighbor, rather than at the edge of a wide terminal.
        widths[last] = columns[last].alignment == .right ? min(natural[last], left()) : left()
        return widths
    }

    private static func line(_ row: [StyledText], _ columns: [Column], _ widths: [Int]) -> StyledText {
        var line = StyledText()
        let last = widths.lastIndex { $0 > 0 }
        for (index, cell) in row.enumerated() where widths[index] > 0 {
            let isLast = index == last
            // A cell that must not be cut may grow beyond its column.
            let text = columns[index].minimum == .max ? cell : cell.cut(to: widths[index])
            let padding = StyledText(String(repeating: " ", count: max(0, widths[index] - text.cells)))
            if columns[index].alignment == .right { line.append(padding) }
            line.append(text)
            if !isLast {
                if columns[index].alignment == .left { line.append(padding) }
                line.append(String(repeating: " ", count: gap))
            }
        }
        return line.withoutTrailingSpaces
    }
}

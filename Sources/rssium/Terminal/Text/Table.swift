/// Prints rows in aligned columns.
///
/// It holds the first rows back to measure the columns, and prints later rows at once, so that a long list begins to
/// appear before it is complete. The last column gets the rest of the line. A later cell that is wider than its column
/// takes the room from the cells behind it, so that no line goes past the edge.
struct Table {
    struct Column: Sendable {
        var alignment = Alignment.left
        /// The column is removed rather than cut below this many cells. `.max`: it is never cut.
        var minimum = Int.max
        /// Columns of a low rank are removed before this one gets fewer cells.
        var comfort = 0
        /// The column gets at most this many cells, or a fifth of a wide terminal, but no more than a quarter.
        var maximum = Int.max
        /// As the last column, it gets this many cells before columns of a low rank get any, and before others get more than
        /// their minimum.
        var wanted = 0
        /// The column is shown only if its cells differ, because a value that is the same in every row says nothing.
        var isOmittedIfUniform = false
        /// The column gets at least this many cells in a list that goes on behind the measured rows.
        var widest = 0
        /// Its cells are never cut, even where one needs the room of the whole line.
        var isWhole = false
        /// If the line is too short, columns of a lower rank are cut or removed first.
        var rank = 0

        static let number = Column(alignment: .right, rank: 9)

        /// As the user named it: it stays as long as it fits at all.
        var asChosen: Column {
            var column = self
            column.comfort = 0
            column.wanted = 0
            column.isOmittedIfUniform = false
            return column
        }

        /// A column of numbers up to this one.
        static func number(upTo largest: Int64) -> Column {
            var column = number
            column.widest = String(largest).utf8.count
            return column
        }

        var isNeverCut: Bool { minimum == .max || isWhole }

        fileprivate func least(_ need: Need) -> Int {
            switch need {
            case .comfort: max(minimum, comfort)
            case .minimum: minimum
            case .little: minimum == .max ? minimum : 4
            }
        }
    }

    /// How much room the columns are given, from much to little.
    fileprivate enum Need: CaseIterable {
        case comfort, minimum, little

        /// Whether a column may be removed, so that the others get their room.
        func allowsRemoving(_ column: Column, of kept: Int) -> Bool {
            switch self {
            // Columns of a low rank are removed for the comfort of others.
            case .comfort: kept > 1 && column.rank <= 6
            case .minimum: kept > 2
            case .little: kept > 1
            }
        }
    }

    enum Alignment {
        case left, right
    }

    /// In cells; nil if rows are never cut.
    private let width: Int?
    private let columns: [Column]
    private let narrow: NarrowList?
    private var held: [[StyledText]] = []
    private var widths: [Int]?
    /// The cells of the longest text in the last column, without what fills the line behind it.
    private var longestLast = 0
    /// Whether the first row has the names of the columns. A column is not shown only for its name.
    var hasNames = false

    private static let gap = 2
    private static let measuredRows = 500

    /// - Parameter narrow: how a row is printed on a terminal that has no room for all columns side by side.
    init(_ columns: [Column], width: Int?, _ narrow: NarrowList? = nil) {
        self.columns = columns
        self.width = width
        self.narrow = narrow
    }

    /// - Parameter filler: follows the last cell as far as the line has room.
    mutating func append(
        _ row: [StyledText], filler: StyledText = StyledText(), to output: inout Output
    ) throws(OutputError) {
        var row = row.map(\.cleaned)
        if widths == nil { longestLast = max(longestLast, row.last?.cells ?? 0) }
        if !filler.isEmpty, !row.isEmpty {
            row[row.count - 1].append("  ")
            row[row.count - 1].append(filler.cleaned)
        }
        if let widths { return try write(row, widths, to: &output) }
        held.append(row)
        if held.count == Table.measuredRows { try release(isComplete: false, to: &output) }
    }

    /// Prints the rows that are still held back.
    mutating func finish(to output: inout Output) throws(OutputError) {
        if widths == nil { try release(isComplete: true, to: &output) }
    }

    private mutating func release(isComplete: Bool, to output: inout Output) throws(OutputError) {
        var natural = Array(repeating: 0, count: columns.count)
        for row in held.dropFirst(hasNames ? 1 : 0) {
            for (index, cell) in row.enumerated() { natural[index] = max(natural[index], cell.cells) }
        }
        // A column in which nothing is has no name either.
        if hasNames, let names = held.first {
            for index in names.indices where natural[index] > 0 {
                natural[index] = max(natural[index], names[index].cells)
            }
        }
        if held.count == Table.measuredRows {
            for index in natural.indices { natural[index] = max(natural[index], columns[index].widest) }
        }
        if isComplete {
            let rows = held.dropFirst(hasNames ? 1 : 0)
            for index in natural.indices where columns[index].isOmittedIfUniform && rows.count > 1 {
                let first = rows.first?[index].plain
                if rows.allSatisfy({ $0[index].plain == first }) { natural[index] = 0 }
            }
        }
        var fitted = columns
        if let last = fitted.indices.last { fitted[last].wanted = min(fitted[last].wanted, longestLast) }
        let widths = Table.widths(of: fitted, natural: natural, within: narrow == nil ? width : nil)
        for row in held { try write(row, widths, to: &output) }
        held = []
        self.widths = widths
    }

    private func write(_ row: [StyledText], _ widths: [Int], to output: inout Output) throws(OutputError) {
        if let narrow { return try narrow.write(row, of: columns, widths, to: &output) }
        try output.line(Table.line(row, columns, widths, within: width))
    }

    // MARK: Layout

    /// The cells of each column; 0 for a removed one.
    static func widths(of columns: [Column], natural: [Int], within width: Int?) -> [Int] {
        guard let width else { return natural }
        // An empty column takes no gap either.
        var kept = columns.indices.filter { natural[$0] > 0 || $0 == columns.count - 1 }
        for need in Need.allCases {
            while true {
                if let widths = fitted(kept, of: columns, natural: natural, within: width, need) { return widths }
                guard let least = leastWanted(kept, of: columns), need.allowsRemoving(columns[least], of: kept.count)
                else { break }
                kept.removeAll { $0 == least }
            }
        }
        return columns.indices.map { kept.contains($0) ? width : 0 }
    }

    /// The column to remove first: of two of the same rank the right one, and a number before the last text.
    private static func leastWanted(_ kept: [Int], of columns: [Column]) -> Int? {
        let texts = kept.count { columns[$0].minimum != .max }
        let candidates = kept.count > 2 && texts == 1 ? kept.filter { columns[$0].minimum == .max } : kept
        return candidates.reversed().min { columns[$0].rank < columns[$1].rank }
    }

    /// The widths of these columns; nil if not even what they need fits.
    private static func fitted(
        _ kept: [Int], of columns: [Column], natural: [Int], within width: Int, _ need: Need
    ) -> [Int]? {
        guard let last = kept.last else { return nil }
        var widths = Array(repeating: 0, count: columns.count)
        for index in kept {
            let most = columns[index].maximum == .max ? .max : min(max(columns[index].maximum, width / 5), width / 4)
            widths[index] = min(natural[index], max(most, columns[index].least(.little)))
        }
        widths[last] = 0
        let gaps = gap * (kept.count - 1)
        func left() -> Int { width - gaps - widths.reduce(0, +) }
        let least = min(natural[last], columns[last].least(need))
        let wanted = min(natural[last], max(least, width * 2 / 5, columns[last].wanted))
        for index in kept.dropLast().sorted(by: { columns[$0].rank < columns[$1].rank }) where left() < wanted {
            let smallest = min(columns[index].least(need), widths[index])
            widths[index] = max(smallest, widths[index] - (wanted - left()))
        }
        let isContested = need == .comfort && kept.dropLast().contains { columns[$0].rank <= 3 }
        guard left() >= max(1, least, isContested ? min(natural[last], columns[last].wanted) : 0) else { return nil }
        // The room that the last column does not need is for those that are cut at their maximum.
        for index in kept.dropLast().sorted(by: { columns[$0].rank > columns[$1].rank }) {
            widths[index] += max(0, min(natural[index] - widths[index], left() - natural[last]))
        }
        // A right-aligned last column stays beside its neighbor, rather than at the edge of a wide terminal.
        widths[last] = columns[last].alignment == .right ? min(natural[last], left()) : left()
        return widths
    }

    /// One row. A cell that is never cut may end behind its column; the cells behind it then get less, and those before
    /// it leave it its room, so that the line fits.
    private static func line(
        _ row: [StyledText], _ columns: [Column], _ widths: [Int], within width: Int?
    ) -> StyledText {
        let kept = row.indices.filter { widths[$0] > 0 }
        let edge = width ?? .max / 2
        var needed = kept.reduce(0) { $0 + (columns[$1].isNeverCut ? gap + row[$1].cells : 0) }
        var line = StyledText()
        var used = 0
        var columnEnd = -gap
        for index in kept {
            let column = columns[index]
            columnEnd += gap + widths[index]
            if column.isNeverCut { needed -= gap + row[index].cells }
            let first = used == 0 ? 0 : used + gap
            var start = max(first, columnEnd - widths[index])
            let end = index == kept.last || width == nil ? edge - needed : min(columnEnd, edge - needed)
            let text = column.isNeverCut ? row[index] : Table.cut(row[index], to: end - start)
            guard !text.isEmpty else { continue }
            let cells = text.cells
            if column.alignment == .right { start = max(start, columnEnd - cells) }
            let latest = edge - needed - cells
            if column.isNeverCut, latest < start { start = used == 0 ? 0 : max(first, latest) }
            line.append(String(repeating: " ", count: start - used))
            line.append(text)
            used = start + cells
        }
        return line.withoutTrailingSpaces
    }

    /// Nothing of a text is better than its first letter.
    private static func cut(_ text: StyledText, to room: Int) -> StyledText {
        room >= 3 || text.cells <= max(0, room) ? text.cut(to: room) : StyledText()
    }
}

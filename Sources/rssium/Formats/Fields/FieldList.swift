/// An item of a list, whose fields `--fields` can name.
protocol Listed: Sendable {
    /// The parts of an item that the store loads only where a field needs them.
    associatedtype Parts: SetAlgebra & Sendable = Set<Never>
    static var fields: FieldList<Self> { get }
}

/// All fields of one kind of item.
struct FieldList<Item: Listed>: Sendable {
    typealias WriteJSON = @Sendable (Item, Listing, inout JSONWriter) -> Void

    /// Those that `--fields` can name.
    let all: [Field<Item>]
    /// Those of records without `--fields`.
    let defaults: [Field<Item>]
    /// Those of a table without `--fields`.
    let table: [Field<Item>]
    /// Those of the two lines for each item on a terminal that is too narrow for the table; nil where the table fits it.
    let narrow: (first: [Field<Item>], second: [Field<Item>])?
    /// Whether a list on a terminal begins with the names of its columns: what a number means is not plain.
    let namesColumns: Bool
    /// Writes the whole item as JSON, not only the chosen fields.
    let writeJSON: WriteJSON

    /// - Parameters:
    ///   - defaults: the names of the default fields; nil for all.
    ///   - table: the names of the default fields of a table, where they are others.
    ///   - narrow: the names of the fields in the two lines on a narrow terminal.
    ///   - writeJSON: nil where the object has the fields as members, in their order.
    init(
        defaults: [String]? = nil, table: [String]? = nil, narrow: (first: [String], second: [String])? = nil,
        namesColumns: Bool = true, writeJSON: WriteJSON? = nil,
        _ fields: [Field<Item>]
    ) {
        all = fields.filter { !$0.isHidden }
        self.defaults = defaults.map { FieldList.choose($0, of: fields) } ?? all
        self.table = table.map { FieldList.choose($0, of: fields) } ?? self.defaults
        self.narrow = narrow.map {
            (FieldList.choose($0.first, of: fields), FieldList.choose($0.second, of: fields))
        }
        self.namesColumns = namesColumns
        self.writeJSON =
            writeJSON ?? { item, listing, json in
                json.object { for field in fields { field.value(item, listing).write(as: field.key, to: &$0) } }
            }
    }

    var names: [String] { all.map(\.name) }

    subscript(names: String...) -> [Field<Item>] { FieldList.choose(names, of: all) }

    private static func choose(_ names: [String], of fields: [Field<Item>]) -> [Field<Item>] {
        let chosen = names.compactMap { name in fields.first { $0.name == name } }
        precondition(chosen.count == names.count, "no such field in \(names)")
        return chosen
    }
}

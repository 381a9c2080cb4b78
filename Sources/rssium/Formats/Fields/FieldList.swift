/// An item of a list, whose fields `--fields` can name.
protocol Listed: Sendable {
    /// The parts of an item that the store loads only where a field needs them.
    associatedtype Parts: SetAlgebra & Sendable = Set<Never>
    static var fields: FieldList<Self> { get }
}

/// All fields of one kind of item.
struct FieldList<Item: Listed>: Sendable {
    /// Those that `--fields` can name.
    let all: [Field<Item>]
    /// Those of records without `--fields`.
    let defaults: [Field<Item>]
    /// Those of a table without `--fields`.
    let table: [Field<Item>]
    /// The names of those in the two lines for each item on a terminal that is too narrow for the table; nil where it
    /// fits.
    let narrow: (first: [String], second: [String])?
    /// Whether a list on a terminal begins with the names of its columns: what a number means is not plain.
    let namesColumns: Bool
    /// The members of a whole item in JSON.
    private let members: [Field<Item>]

    /// - Parameters:
    ///   - defaults: the names of the default fields; nil for all.
    ///   - table: the names of the default fields of a table, where they are others.
    ///   - narrow: the names of the fields in the two lines on a narrow terminal.
    ///   - json: the names of the members of a whole item in JSON; nil for all fields, in their order.
    init(
        defaults: [String]? = nil, table: [String]? = nil, narrow: (first: [String], second: [String])? = nil,
        namesColumns: Bool = true, json: [String]? = nil, _ fields: [Field<Item>]
    ) {
        all = fields.filter { !$0.isHidden }
        self.defaults = defaults.map { FieldList.choose($0, of: fields) } ?? all
        self.table = table.map { FieldList.choose($0, of: fields) } ?? self.defaults
        self.narrow = narrow
        self.namesColumns = namesColumns
        members = json.map { FieldList.choose($0, of: fields) } ?? fields
    }

    var names: [String] { all.map(\.name) }

    subscript(names: String...) -> [Field<Item>] { FieldList.choose(names, of: all) }

    /// The members of an item in JSON: those with these names, or all.
    func members(of item: Item, _ listing: Listing, _ names: String...) -> [(String, FieldValue)] {
        (names.isEmpty ? members : FieldList.choose(names, of: members)).map { ($0.name, $0.value(item, listing)) }
    }

    private static func choose(_ names: [String], of fields: [Field<Item>]) -> [Field<Item>] {
        let chosen = names.compactMap { name in fields.first { $0.name == name } }
        precondition(chosen.count == names.count, "no such field in \(names)")
        return chosen
    }
}

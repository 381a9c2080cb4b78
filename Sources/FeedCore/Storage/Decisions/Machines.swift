/// The machines whose decisions are stored, by their rows.
struct Machines {
    private var codes: [Int64: MachineID] = [:]
    private var rows: [MachineID: Int64] = [:]

    /// More machines than anybody has: a file with more is not one of rssium.
    static let limit = 1000

    init(in store: borrowing Store) throws(DatabaseError) {
        let all = try store.database.rows("SELECT id, code FROM machine") { ($0.number(), $0.text()) }
        for (row, code) in all {
            guard let machine = MachineID(code) else { continue }
            codes[row] = machine
            rows[machine] = row
        }
    }

    func knows(_ machine: MachineID) -> Bool { rows[machine] != nil }

    func unpacked(_ entry: PackedEntry) -> StateEntry<Bool> {
        StateEntry(entry.value, stamp(of: entry))
    }

    func stamp(of entry: PackedEntry) -> DecisionStamp {
        DecisionStamp(
            time: entry.time, machine: codes[entry.machine] ?? MachineID(rawValue: 0), isAuto: entry.isAuto)
    }

    /// Within a transaction: the entry as it is stored. A machine that is new is added.
    mutating func packed(_ entry: StateEntry<Bool>, in store: borrowing Store) throws -> PackedEntry {
        try packed(entry.value, entry.stamp, in: store)
    }

    mutating func packed(_ value: Bool, _ stamp: DecisionStamp, in store: borrowing Store) throws -> PackedEntry {
        PackedEntry(value, at: stamp.time, machine: try row(of: stamp.machine, in: store), isAuto: stamp.isAuto)
    }

    /// Throws `failed` if there are too many.
    mutating func row(of machine: MachineID, in store: borrowing Store) throws -> Int64 {
        if let row = rows[machine] { return row }
        guard rows.count < Machines.limit else {
            throw StoreError.failed("decisions of more than \(Machines.limit) machines")
        }
        // It may have been added meanwhile, in the same transaction.
        try store.database.run("INSERT OR IGNORE INTO machine(code) VALUES (?1)", .string(machine.text))
        let row = try store.database.number("SELECT id FROM machine WHERE code = ?1", .string(machine.text)) ?? 0
        rows[machine] = row
        codes[row] = machine
        return row
    }
}

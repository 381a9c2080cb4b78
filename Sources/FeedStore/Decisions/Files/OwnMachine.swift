/// This database as one of the machines that share state.
public struct OwnMachine: Hashable, Sendable {
    /// A copy of the database becomes another machine.
    public let code: MachineID
    /// The name of its file in the shared folder; nil before the first time.
    public let file: String?
    /// How often it wrote the file; nil before the first time.
    public let run: StateHead.Run?
    /// Grows with each transaction that decides something.
    public let changes: Int64
    /// The value of `changes` when the file was written.
    public let writtenChanges: Int64
    /// `StateContent.digest` of the file.
    public let digest: Int64?
}

/// A file of the shared folder, as it was when it was read.
public struct SharedFile: Hashable, Sendable {
    public let name: String
    public let machine: MachineID
    /// The name of the machine's host.
    public let machineName: String
    /// When it was written, by its own clock.
    public let written: DecisionTime?
    /// Size, time and inode; empty where it may have changed since without changing them.
    public let seen: String
    /// Of its bytes.
    public let hash: Int64
    /// When these bytes were taken in.
    public let merged: Timestamp
}

/// A file of the shared folder that is left as it is.
public struct LeftFile: Hashable, Sendable {
    public let name: String
    /// Size, time and inode.
    public let seen: String
    public let why: String
}

extension Store {
    public func ownMachine() throws(StoreError) -> OwnMachine {
        let found = try database.firstRow(
            """
            SELECT code, file, run, run_code, changes, written_changes, digest FROM own_machine
            WHERE \(OwnMachine.isCurrent)
            """
        ) { row in
            let (code, file, count) = (MachineID(column: row.number()), row.optionalText(), row.number())
            let run = row.optionalNumber().map { StateHead.Run(count: count, code: MachineID(column: $0)) }
            return OwnMachine(
                code: code, file: file, run: run, changes: row.number(), writtenChanges: row.number(),
                digest: row.optionalNumber())
        }
        guard let found else { throw .failed("the database does not say which machine it is") }
        return found
    }

    /// Another copy of the database has written this machine's file, so this one takes a new id. Older decisions keep
    /// the old one.
    public func becomeNewMachine() throws(StoreError) { try transaction { try database.execute(OwnMachine.insertion) } }

    /// Remembers which writing of its file this machine is about to do.
    func beginWritingState(file: String, _ run: StateHead.Run) throws(StoreError) {
        try change(
            "UPDATE own_machine SET file = ?1, run = ?2, run_code = ?3 WHERE \(OwnMachine.isCurrent)", .string(file),
            .integer(run.count), .integer(Int64(run.code.rawValue)))
    }

    /// Remembers what the file of this machine has.
    public func endWritingState(digest: Int64, changes: Int64) throws(StoreError) {
        try change(
            "UPDATE own_machine SET digest = ?1, written_changes = ?2 WHERE \(OwnMachine.isCurrent)", .integer(digest),
            .integer(changes))
    }

    /// Whether this database is or was one of the machines, or has read a file of one.
    public func hasMet(_ machines: some Collection<MachineID>) throws(StoreError) -> Bool {
        let known = try database.rows("SELECT code FROM own_machine UNION SELECT machine FROM shared_file") {
            MachineID(column: $0.number())
        }
        return !Set(known).isDisjoint(with: machines)
    }

    /// The files of the shared folder that were read, by their names.
    public func sharedFiles() throws(StoreError) -> [String: SharedFile] {
        let files = try database.rows(
            "SELECT name, machine, machine_name, written, seen, hash, merged FROM shared_file"
        ) { row in
            SharedFile(
                name: row.text(), machine: MachineID(column: row.number()), machineName: row.text(),
                written: DecisionTime(row.text()), seen: row.text(), hash: row.number(), merged: row.time())
        }
        return Dictionary(files.map { ($0.name, $0) }) { $1 }
    }

    /// Remembers that a file was read. Within the transaction that took its lines in, or after it.
    public func save(_ file: SharedFile) throws(StoreError) {
        try database.run(
            """
            INSERT OR REPLACE INTO shared_file(name, machine, machine_name, written, seen, hash, merged)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            .string(file.name), .integer(Int64(file.machine.rawValue)), .string(file.machineName),
            .string(file.written?.text ?? ""), .string(file.seen), .integer(file.hash), .time(file.merged))
    }

    /// Forgets a file that is gone.
    func forgetSharedFile(_ name: String) throws(StoreError) {
        try database.run("DELETE FROM shared_file WHERE name = ?1", .string(name))
    }
}

extension Store {
    /// The files of the shared folder that were left at the last exchange, by their names.
    public func leftFiles() throws(StoreError) -> [String: LeftFile] {
        let files = try database.rows("SELECT name, seen, why FROM left_file") {
            LeftFile(name: $0.text(), seen: $0.text(), why: $0.text())
        }
        return Dictionary(files.map { ($0.name, $0) }) { $1 }
    }

    /// Remembers which files are left, so that each is named once.
    func save(_ left: [LeftFile], replacing known: [String: LeftFile]) throws(StoreError) {
        guard Set(left) != Set(known.values) else { return }
        try transaction {
            try database.run("DELETE FROM left_file")
            for file in left {
                try database.run(
                    "INSERT OR REPLACE INTO left_file(name, seen, why) VALUES (?1, ?2, ?3)", .string(file.name),
                    .string(file.seen), .string(file.why))
            }
        }
    }
}

extension OwnMachine {
    /// The row of `own_machine` that counts. The others are what this database was before it was copied.
    static let isCurrent = "id = (SELECT max(id) FROM own_machine)"

    /// Makes a database a new machine.
    static let insertion = "INSERT INTO own_machine(code) VALUES (random() & 0xFFFFFFFF);"

    /// Gives a database a new machine id if a repair has lost it.
    static func remake(in database: borrowing Database) throws(StoreError) {
        guard try !database.holds("SELECT 1 FROM own_machine") else { return }
        try database.execute(insertion)
    }
}

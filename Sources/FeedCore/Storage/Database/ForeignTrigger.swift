/// Keeps triggers that are not rssium's from running. SQLite runs them with every change, whatever they do, and can switch
/// off only all of them.
enum ForeignTrigger {
    /// Throws `foreignTrigger` where the database has a trigger that no version of rssium makes. Called before the first
    /// change.
    static func refuse(in database: borrowing Database, _ path: String) throws {
        let statement = try database.prepare(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND NOT instr(?, sql) ORDER BY name")
        try statement.bind([.string(Schema.migrations.joined())])
        if try statement.step() { throw StoreError.foreignTrigger(path: path, name: statement.text(0)) }
    }
}

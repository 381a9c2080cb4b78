/// Keeps triggers that are not rssium's from running. SQLite runs them with every change, whatever they do, and can switch
/// off only all of them.
enum ForeignTrigger {
    /// Throws `foreignTriggers` where the database has a trigger that no version of rssium makes. Called before the first
    /// change.
    static func refuse(in database: borrowing Database, _ path: String) throws(StoreError) {
        let own = Schema.migrations.joined().filter { $0.has("CREATE TRIGGER") }
        let foreign = try database.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name") {
            (name: $0.text(), sql: $0.text())
        }.filter { trigger in !own.contains { $0.has(trigger.sql) } }
        if !foreign.isEmpty { throw StoreError.foreignTriggers(path: path, names: foreign.map(\.name)) }
    }
}

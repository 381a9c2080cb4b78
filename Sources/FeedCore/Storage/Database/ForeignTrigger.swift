/// Keeps triggers that are not rssium's from running. SQLite runs them with every change, whatever they do, and can switch
/// off only all of them.
enum ForeignTrigger {
    /// Throws `foreignTrigger` where the database has a trigger that no version of rssium makes. Called before the first
    /// change.
    static func refuse(in database: borrowing Database, _ path: String) throws {
        let own = Schema.migrations.joined().joined()
        let statement = try database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        while try statement.step() {
            guard own.has(statement.text(1)) else {
                throw StoreError.foreignTrigger(path: path, name: statement.text(0))
            }
        }
    }
}

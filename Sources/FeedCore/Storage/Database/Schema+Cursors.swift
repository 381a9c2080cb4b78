extension Schema {
    /// How far each reader of `list --new` has come.
    static let cursors = """
        CREATE TABLE cursor(
            -- The empty name is that of the terminal.
            name TEXT PRIMARY KEY,
            -- The highest id that was seen.
            article_id INTEGER NOT NULL,
            moved INTEGER NOT NULL
        ) WITHOUT ROWID;
        """
}

extension Schema {
    /// What each feed's last document carried: retention leaves that alone.
    static let documents = """
        CREATE TABLE feed_document(
            feed_id INTEGER PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
            -- The ids of its articles, as a JSON array.
            articles TEXT NOT NULL
        );
        """
}

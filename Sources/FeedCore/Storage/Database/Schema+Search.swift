extension Schema {
    /// Rules, the full-text index, and what lists of read articles go by.
    static let search = """
        CREATE INDEX article_read ON article(date) WHERE read_at IS NOT NULL;
        CREATE INDEX article_read_of_feed ON article(feed_id, date) WHERE read_at IS NOT NULL;

        CREATE TABLE rule(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            query TEXT NOT NULL,
            feed_id INTEGER REFERENCES feed ON DELETE CASCADE,
            category_id INTEGER REFERENCES category ON DELETE CASCADE,
            action TEXT NOT NULL
        );

        -- Holds no text, only where words stand; nothing is ever taken out of it. The rowid of an article is its id,
        -- plus 2^32 for each time that it was indexed anew: only the newest counts.
        CREATE VIRTUAL TABLE search USING fts5(
            title, author, text, summary, content = '', columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2'
        );
        INSERT INTO search(search, rank) VALUES ('automerge', 8);
        INSERT INTO search(search, rank) VALUES ('hashsize', 67108864);

        -- Up to which id articles are indexed, and how many rows of the index no longer count.
        CREATE TABLE search_state(indexed_to INTEGER NOT NULL, dead INTEGER NOT NULL);
        INSERT INTO search_state(indexed_to, dead) VALUES (0, 0);

        -- Articles that have changed since they were indexed first, and whether that is still to be indexed.
        CREATE TABLE search_revised(
            article_id INTEGER PRIMARY KEY REFERENCES article ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            is_pending INTEGER NOT NULL
        );
        CREATE INDEX search_pending ON search_revised(article_id) WHERE is_pending = 1;

        CREATE TRIGGER article_revised AFTER UPDATE OF draft_hash ON article
        WHEN OLD.draft_hash <> NEW.draft_hash AND NEW.id <= (SELECT indexed_to FROM search_state) BEGIN
            UPDATE search_state SET dead = dead + 1
            WHERE NOT EXISTS (SELECT 1 FROM search_revised WHERE article_id = NEW.id AND is_pending = 1);
            INSERT INTO search_revised(article_id, revision, is_pending) VALUES (NEW.id, 1, 1)
            ON CONFLICT(article_id) DO UPDATE SET revision = revision + (is_pending = 0), is_pending = 1;
        END;
        CREATE TRIGGER article_unindexed AFTER DELETE ON article
        WHEN OLD.id <= (SELECT indexed_to FROM search_state) BEGIN
            UPDATE search_state SET dead = dead + 1;
        END;
        """

    /// Letters are without their marks in the index, in every script: what stands in it was indexed before that.
    static let searchAnew = """
        INSERT INTO search(search) VALUES ('delete-all');
        DELETE FROM search_revised;
        UPDATE search_state SET indexed_to = 0, dead = 0;
        """
}

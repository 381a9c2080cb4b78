extension Schema {
    /// The changes and removals of the last commands, for `undo`.
    static let undo = """
        -- The last commands that changed something. One without steps cannot be taken back.
        CREATE TABLE undo(
            id INTEGER PRIMARY KEY,
            done INTEGER NOT NULL,
            -- In words: `mark read: 3 articles`.
            what TEXT NOT NULL
        );

        -- What a command did, in its order. A mark of many articles has a step for each thousand.
        CREATE TABLE undo_step(
            undo_id INTEGER NOT NULL REFERENCES undo ON DELETE CASCADE,
            position INTEGER NOT NULL,
            -- `UndoStep.Kind`.
            kind TEXT NOT NULL,
            -- Of a mark or a label: a JSON array of the articles, and the time of the decision about them.
            articles TEXT,
            time INTEGER,
            -- The label, or the table of a row.
            name TEXT,
            -- The row, or the `removal`.
            row_id INTEGER,
            -- A row before and after the command, as JSON objects; null where there was none.
            old_row TEXT,
            new_row TEXT,
            PRIMARY KEY(undo_id, position)
        ) WITHOUT ROWID;

        -- The times of the decisions of `undo` itself: what was decided then is as an earlier command left it.
        CREATE TABLE undo_stamp(
            time INTEGER NOT NULL
        );

        -- What was removed and can come back for seven days: a feed, or up to a thousand articles.
        CREATE TABLE removal(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            removed INTEGER NOT NULL,
            -- Of a removed feed its id and its `FeedKey`.
            feed_id INTEGER,
            key TEXT,
            -- How many articles, and up to which id the search index still has them.
            articles INTEGER NOT NULL,
            indexed_to INTEGER NOT NULL
        );

        -- The rows of `removal`, apart from the tables that lists and counts read.
        CREATE TABLE removed_row(
            id INTEGER PRIMARY KEY,
            removal_id INTEGER NOT NULL REFERENCES removal ON DELETE CASCADE,
            -- The table.
            name TEXT NOT NULL,
            -- The article that the row belongs to.
            article_id INTEGER,
            -- A JSON object: so a row finds its columns in the tables of a later version.
            cells TEXT NOT NULL
        );
        CREATE INDEX removed_row_of_removal ON removed_row(removal_id, name);
        CREATE INDEX removed_row_of_article ON removed_row(article_id) WHERE article_id IS NOT NULL;


        """
}

extension Schema {
    /// What the last commands changed, and what they removed, for `undo`.
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
            -- The label, else the table, and of a changed row the column.
            name TEXT,
            column TEXT,
            -- The row, or the `removal`.
            row_id INTEGER,
            -- Of a changed row the two values; of a deleted one a JSON array of its values.
            old_value,
            new_value,
            PRIMARY KEY(undo_id, position)
        ) WITHOUT ROWID;

        -- The times of the decisions of `undo` itself: what was decided then is as an earlier command left it.
        CREATE TABLE undo_stamp(
            time INTEGER NOT NULL
        );

        -- What was removed and can come back for seven days: a feed in several rows, or up to a thousand articles.
        CREATE TABLE removal(
            id INTEGER PRIMARY KEY,
            removed INTEGER NOT NULL,
            -- Of a removed feed its id, and in its first row its `FeedKey`.
            feed_id INTEGER,
            key TEXT,
            -- The table that the rows were in; of articles only the ids are here.
            name TEXT NOT NULL,
            -- A JSON array of arrays of values, or of ids.
            rows TEXT NOT NULL,
            -- Of articles: up to which id the search index still has them.
            indexed_to INTEGER NOT NULL
        );

        -- The articles of `removal`, in no index and no count. Values are JSON arrays in the order of the columns: a
        -- migration that changes their tables empties this one.
        CREATE TABLE removed_article(
            id INTEGER PRIMARY KEY,
            removed INTEGER NOT NULL,
            feed_id INTEGER NOT NULL,
            -- Of `search_revised`.
            revision INTEGER,
            is_pending INTEGER,
            article TEXT NOT NULL,
            content TEXT,
            -- Rows of the other tables that belong to it, each with the name of its table.
            children TEXT,
            -- Account and remote id of each `remote_item`.
            remote TEXT
        );


        """
}

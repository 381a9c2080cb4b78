extension Schema {
    /// The decisions of people, so that several machines can agree: `docs/several-machines.md`.
    static let decisions = """
        -- Every decision about every thing, stored or removed, by whatever machine.
        CREATE TABLE decision(
            -- `DecisionKey.text`; of an article that only this database knows `~` and its id.
            key TEXT NOT NULL,
            -- As in the state file; a label is `label:NAME`. `mailed` is known here alone: another program has mailed the
            -- article, so that `mail` passes it over.
            property TEXT NOT NULL,
            -- JSON.
            value TEXT NOT NULL,
            -- Milliseconds since 1970.
            time INTEGER NOT NULL,
            -- A `MachineID`; the state file has it as eight hex digits.
            machine INTEGER NOT NULL,
            -- 1 where a rule or a server's move decided.
            automatic INTEGER NOT NULL,
            -- When a file of another machine brought it, or its article was removed in a way that `undo` can take back:
            -- milliseconds, as above. Else null.
            arrived INTEGER,
            -- What other keys of the same thing have, too: of a feed's URL the `FeedKey` that it has; else
            -- `DecisionKey.alias`.
            alias TEXT,
            -- The article that the key names, the same in all rows of the key. Null while that is not stored, and where
            -- several articles may be meant.
            article_id INTEGER REFERENCES article ON DELETE SET NULL,
            PRIMARY KEY(key, property)
        ) WITHOUT ROWID;
        CREATE INDEX decision_alias ON decision(alias) WHERE alias IS NOT NULL;
        CREATE INDEX decision_of_article ON decision(article_id, property) WHERE article_id IS NOT NULL;
        CREATE INDEX decision_mailed ON decision(article_id) WHERE property = 'mailed';
        CREATE INDEX decision_waiting ON decision(time) WHERE article_id IS NULL AND \(DecisionKey.isArticle);

        -- This database as a machine: the last row. The others are what it was before it was copied.
        CREATE TABLE own_machine(
            id INTEGER PRIMARY KEY,
            -- A random `MachineID`.
            code INTEGER NOT NULL,
            -- The name of its file in the shared folder; null before the first time.
            file TEXT,
            -- How often it wrote that file, and a random number of the last time.
            run INTEGER NOT NULL DEFAULT 0,
            run_code INTEGER,
            -- Grows with each transaction that decides something, and where it was when the file was last written.
            changes INTEGER NOT NULL DEFAULT 0,
            written_changes INTEGER NOT NULL DEFAULT -1,
            -- The digest of the lines that were last written.
            digest INTEGER
        );
        \(OwnMachine.insertion)

        -- The files of the shared folder that were read.
        CREATE TABLE shared_file(
            name TEXT PRIMARY KEY,
            -- A `MachineID`.
            machine INTEGER NOT NULL,
            machine_name TEXT NOT NULL,
            -- When it was written, as it says itself.
            written TEXT NOT NULL,
            -- Size, time and inode when it was read; empty where it may have changed since without changing them.
            seen TEXT NOT NULL,
            -- Of its bytes.
            hash INTEGER NOT NULL,
            -- When these bytes were taken in.
            merged INTEGER NOT NULL
        ) WITHOUT ROWID;

        -- The files of the shared folder that were left at the last exchange, such as half a file: each is named once.
        CREATE TABLE left_file(
            name TEXT PRIMARY KEY,
            -- Size, time and inode.
            seen TEXT NOT NULL,
            why TEXT NOT NULL
        ) WITHOUT ROWID;

        -- Of feeds whose articles have no guid, that program may know no key: those up to this time were mailed.
        CREATE TABLE mailed_feed(key TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;


        """

    /// Whether machines share a feed, as a condition on the row of this name: no feed of an account, a program, a filter
    /// or a file.
    static func isShared(_ row: String) -> String {
        """
        (\(row).account_id IS NULL AND \(row).program IS NULL AND \(row).filter IS NULL AND \(row).url NOT LIKE 'file:%')
        """
    }
}

extension Schema {
    /// What people decided, so that several machines can agree: `docs/several-machines.md`.
    static let decisions = """
        -- The machines whose decisions are known here: eight hex digits each.
        CREATE TABLE machine(
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            -- 1 for what this database is or was.
            is_own INTEGER NOT NULL DEFAULT 0
        );
        INSERT INTO machine(id, code, is_own) VALUES (1, lower(hex(randomblob(4))), 1);

        -- This database as a machine: one row.
        CREATE TABLE own_machine(
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- The name of its file in the shared folder; null before the first time.
            file TEXT,
            machine_id INTEGER NOT NULL REFERENCES machine,
            -- How often it wrote that file, and eight random hex digits of the last time.
            run INTEGER NOT NULL DEFAULT 0,
            run_code TEXT,
            -- Grows with each transaction that decides something, and where it was when the file was last written.
            changes INTEGER NOT NULL DEFAULT 0,
            written_changes INTEGER NOT NULL DEFAULT -1,
            -- The digest of the lines that were last written.
            digest INTEGER
        );
        INSERT INTO own_machine(id, machine_id) VALUES (1, 1);

        -- The files of the shared folder that were read.
        CREATE TABLE shared_file(
            name TEXT PRIMARY KEY,
            machine_id INTEGER NOT NULL REFERENCES machine,
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

        -- What was decided about feeds, categories, rules and views, those included that were removed.
        CREATE TABLE decision(
            -- `StateKey.subject`: the beginning of the line in the state file.
            subject TEXT NOT NULL,
            property TEXT NOT NULL,
            -- JSON.
            value TEXT NOT NULL,
            -- A `PackedEntry` whose value does not count.
            entry INTEGER NOT NULL,
            -- Of the URL of a feed: the `FeedKey` that it has, by which the same feed is found under another key.
            address TEXT,
            -- The subject in lower case, where other spellings of it are the same thing.
            folded TEXT,
            PRIMARY KEY(subject, property)
        ) WITHOUT ROWID;
        CREATE INDEX decision_folded ON decision(folded) WHERE folded IS NOT NULL;
        CREATE INDEX decision_address ON decision(address) WHERE address IS NOT NULL;

        -- What was decided about articles that are not stored: not here yet, deleted, pruned. Of a stored one, that its
        -- deletion was taken back.
        CREATE TABLE absent_article(
            -- `ArticleKey`.
            key TEXT PRIMARY KEY,
            read_entry INTEGER,
            starred_entry INTEGER,
            deleted_entry INTEGER
        ) WITHOUT ROWID;

        CREATE TABLE absent_label(
            key TEXT NOT NULL,
            label TEXT NOT NULL,
            entry INTEGER NOT NULL,
            PRIMARY KEY(key, label)
        ) WITHOUT ROWID;

        -- What another program has mailed, so that `mail` passes it over: the `ArticleKey` of each article, stored or not.
        CREATE TABLE mailed_article(key TEXT PRIMARY KEY) WITHOUT ROWID;

        -- Of feeds whose articles have no guid, that program may know no key: those up to this time were mailed.
        CREATE TABLE mailed_feed(key TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;


        """
}

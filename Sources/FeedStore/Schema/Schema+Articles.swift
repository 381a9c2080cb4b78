extension Schema {
    /// Articles, and what lists and people add to them.
    static let articles = """
        -- What lists need. The long text is in `article_content`, so a list never touches its pages.
        CREATE TABLE article(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feed_id INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            -- The earlier of fetched and the first date that the feed gave: what lists sort by.
            date INTEGER NOT NULL,
            -- Null also where the feed says only when the article was updated.
            published INTEGER,
            updated INTEGER,
            fetched INTEGER NOT NULL,
            read_at INTEGER,
            starred INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            untitled INTEGER NOT NULL DEFAULT 0,
            -- 1 for one that `backfill` has fetched: lists of new articles leave it out, and retention keeps it.
            backfilled INTEGER NOT NULL DEFAULT 0,
            -- Of the plain text, and of all that the feed gave.
            text_hash INTEGER NOT NULL,
            draft_hash INTEGER NOT NULL,
            -- Of the link without what does not count in it; null without a link. By this, and by title and text, duplicates
            -- in other feeds are known.
            link_hash INTEGER,
            title TEXT NOT NULL,
            author TEXT,
            url TEXT,
            guid TEXT,
            image TEXT,
            -- Separated by U+001F.
            tags TEXT,
            excerpt TEXT NOT NULL
        );

        CREATE TABLE article_content(
            article_id INTEGER PRIMARY KEY REFERENCES article ON DELETE CASCADE,
            content TEXT,
            -- 1 where the content is plain text rather than HTML, and likewise for the summary.
            content_is_plain INTEGER NOT NULL DEFAULT 0,
            summary TEXT,
            summary_is_plain INTEGER NOT NULL DEFAULT 0,
            -- Name, page and e-mail address of each, separated by U+001F, each author ended by U+001E.
            authors TEXT,
            language TEXT,
            external_url TEXT,
            comments TEXT
        );

        CREATE TABLE enclosure(
            article_id INTEGER NOT NULL REFERENCES article ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            type TEXT,
            size INTEGER,
            duration INTEGER,
            title TEXT,
            PRIMARY KEY(article_id, position)
        ) WITHOUT ROWID;

        -- Hashes of what an article was known by that was pruned, dropped or deleted and must not come back.
        CREATE TABLE tombstone(
            id INTEGER PRIMARY KEY,
            -- Null while the user is not subscribed to the feed: then `url` has its URL.
            feed_id INTEGER REFERENCES feed ON DELETE CASCADE,
            url TEXT,
            guid INTEGER,
            link INTEGER,
            plain_link INTEGER,
            title INTEGER NOT NULL,
            text INTEGER NOT NULL,
            published INTEGER,
            -- Of one that was deleted on purpose, the key of the decision: another machine may take that back.
            key TEXT,
            -- The id of one that was deleted on purpose: it may wait in `removed_row`.
            article_id INTEGER,
            -- 1 for one that a rule dropped: no archive brings it back.
            dropped INTEGER NOT NULL DEFAULT 0,
            -- The day, counted from 1970, since which no document has carried the article; null while the last one does.
            missing_since INTEGER
        );
        CREATE INDEX tombstone_key ON tombstone(key) WHERE key IS NOT NULL;
        CREATE INDEX tombstone_waiting ON tombstone(url) WHERE url IS NOT NULL;

        -- One row: when the user was told that refreshes remove old articles.
        CREATE TABLE removal_notice(
            id INTEGER PRIMARY KEY,
            announced INTEGER NOT NULL
        );

        -- How far each reader of `list --new` has come. The empty name is that of the terminal.
        CREATE TABLE cursor(
            name TEXT PRIMARY KEY,
            -- The highest id that was seen.
            article_id INTEGER NOT NULL,
            moved INTEGER NOT NULL
        ) WITHOUT ROWID;

        -- The text of an article's page, for feeds that carry only a part of it.
        CREATE TABLE article_page(
            article_id INTEGER PRIMARY KEY REFERENCES article ON DELETE CASCADE,
            -- HTML; null until the page was fetched.
            content TEXT,
            -- 1 where it is longer than the feed's text, and is read and searched instead.
            is_used INTEGER NOT NULL DEFAULT 0,
            tries INTEGER NOT NULL DEFAULT 0,
            error TEXT
        );

        -- Pages that `save` could not fetch, and those of lists that `import` has read.
        CREATE TABLE save_queue(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            -- Separated by U+001F.
            labels TEXT NOT NULL,
            is_read INTEGER NOT NULL,
            is_starred INTEGER NOT NULL,
            -- What the list that it is from calls the page.
            title TEXT,
            -- When the user added the page to the list that it is from.
            listed INTEGER,
            added INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            error TEXT,
            -- Null for a page that has failed for good.
            next_try INTEGER
        );

        -- The user's own words on articles.
        CREATE TABLE article_label(
            article_id INTEGER NOT NULL REFERENCES article ON DELETE CASCADE,
            label TEXT NOT NULL,
            PRIMARY KEY(article_id, label)
        ) WITHOUT ROWID;

        -- Where the enclosures of articles were saved. The path is empty if one was skipped, or its file was removed.
        CREATE TABLE download(
            article_id INTEGER NOT NULL REFERENCES article ON DELETE CASCADE,
            url TEXT NOT NULL,
            path TEXT NOT NULL,
            -- Null while the file is not complete: it is at the path with `.part` at the end.
            downloaded INTEGER,
            -- Of the part: the strong validator, if there is one, and the length of the whole file, if it is known.
            validator TEXT,
            size INTEGER,
            PRIMARY KEY(article_id, url)
        ) WITHOUT ROWID;


        """
}

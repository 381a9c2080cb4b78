/// The tables of the database, with their indexes, triggers and views.
///
/// A step of `migrations` is never edited once it was released: a later version appends one.
enum Schema {
    /// "RSSi": says that a database is ours (`PRAGMA application_id`).
    static let applicationID: Int64 = 0x5253_5369
    /// The version after the first step (`PRAGMA user_version`); each further step adds one. Development versions, which
    /// were never released, counted from 1.
    static let firstVersion: Int64 = 100
    /// The version that this program reads and writes.
    static var version: Int64 { Migrator.current.version }

    /// The first step makes the database, each further one leads to the next version.
    static let migrations = [tables + search + indexes + triggers + views]

    /// The empty database in memory of a command that reads before the database exists. It stores nothing, and without
    /// indexes, triggers and views its tables are made in half the time.
    static let tablesWithoutIndexes = tables + search

    private static let tables = """
        CREATE TABLE category(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            color TEXT,
            position INTEGER NOT NULL
        );

        -- Servers that fetch feeds for the user.
        CREATE TABLE account(
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            kind TEXT NOT NULL,
            -- The base of the API.
            url TEXT NOT NULL,
            user TEXT NOT NULL,
            password TEXT,
            password_command TEXT,
            -- Of the last sign-in.
            token TEXT,
            -- How many days of read articles the first sync brings.
            days INTEGER NOT NULL,
            -- The server's time at the last complete sync.
            watermark INTEGER,
            last_synced INTEGER,
            last_attempted INTEGER,
            error TEXT,
            failing_since INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            refused INTEGER NOT NULL DEFAULT 0,
            hold_until INTEGER,
            -- 'feeds' or 'unread' after a sync that found none where there were many: the next one believes it.
            doubt TEXT,
            -- Grows with each change that is made here to the marks of its articles.
            last_mark INTEGER NOT NULL DEFAULT 0,
            UNIQUE(url, user)
        );

        CREATE TABLE feed(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            -- Host and port of the URL: the key of `host_hold`.
            host TEXT NOT NULL,
            user TEXT,
            password TEXT,
            own_title TEXT,
            nickname TEXT,
            site TEXT,
            summary TEXT,
            icon TEXT,
            language TEXT,
            category_id INTEGER REFERENCES category ON DELETE SET NULL,
            favorite INTEGER NOT NULL DEFAULT 0,
            paused INTEGER NOT NULL DEFAULT 0,
            gone INTEGER NOT NULL DEFAULT 0,
            interval INTEGER,
            -- Kept up to date, so that no list has to count: by the triggers, and by the insertion of articles.
            unread INTEGER NOT NULL DEFAULT 0,
            articles INTEGER NOT NULL DEFAULT 0,
            last_article INTEGER,
            -- When the user last read one of its articles.
            last_read INTEGER,
            -- The account whose server fetches it.
            account_id INTEGER REFERENCES account ON DELETE SET NULL,
            -- The server's name for it; null until the server has subscribed.
            remote_id TEXT
        );

        -- What a refresh writes about a feed each time, apart from what users edit.
        CREATE TABLE feed_refresh(
            feed_id INTEGER PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
            first_refreshed INTEGER,
            last_refreshed INTEGER,
            last_attempted INTEGER,
            -- When articles were last stored, whatever dates they have.
            last_news INTEGER,
            next_due INTEGER,
            -- Seconds for which the last response is fresh: the feed is not requested again sooner.
            freshness INTEGER,
            error TEXT,
            failing_since INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            etag TEXT,
            last_modified TEXT,
            validators_url TEXT,
            body_hash INTEGER,
            last_body INTEGER,
            -- Where the last document came from, after redirects.
            answered_url TEXT,
            -- Host and port of the last response, where they differ from the feed's.
            answered_host TEXT,
            hint_interval INTEGER,
            hint_skip_hours INTEGER NOT NULL DEFAULT 0,
            hint_skip_days INTEGER NOT NULL DEFAULT 0
        );

        -- The ids of the articles that the feed's last document carried, as a JSON array: retention keeps them.
        CREATE TABLE feed_document(
            feed_id INTEGER PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
            articles TEXT NOT NULL
        );

        CREATE TABLE feed_setting(
            feed_id INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY(feed_id, key)
        ) WITHOUT ROWID;

        -- What lists need. The long text is in `article_content`, so a list never touches its pages.
        CREATE TABLE article(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feed_id INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            -- The earlier of published and fetched: what lists sort by.
            date INTEGER NOT NULL,
            published INTEGER,
            updated INTEGER,
            fetched INTEGER NOT NULL,
            read_at INTEGER,
            starred INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            untitled INTEGER NOT NULL DEFAULT 0,
            -- Of the plain text, and of everything that was stored.
            text_hash INTEGER NOT NULL,
            draft_hash INTEGER NOT NULL,
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
            external_url TEXT
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
            feed_id INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            guid INTEGER,
            link INTEGER,
            plain_link INTEGER,
            title INTEGER NOT NULL,
            text INTEGER NOT NULL,
            published INTEGER
        );

        -- What is known of each article of an account's server.
        CREATE TABLE remote_item(
            account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            -- Exactly as the server writes it.
            remote_id TEXT NOT NULL,
            -- Null for one that is not kept here: it was deleted, pruned or dropped, or its feed is unknown.
            article_id INTEGER REFERENCES article ON DELETE SET NULL,
            -- Its state on the server, as it was last confirmed.
            is_read INTEGER NOT NULL,
            is_starred INTEGER NOT NULL,
            -- In how many syncs in a row it was missing from an unread list that came in several pages.
            missing INTEGER NOT NULL DEFAULT 0,
            -- 1 for one that the server did not return when it was asked for: it has purged it.
            gone INTEGER NOT NULL DEFAULT 0,
            -- 1 for one that is not kept because its feed is unknown, or was removed here: it may come with its feed.
            orphaned INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY(account_id, remote_id)
        ) WITHOUT ROWID;

        -- Articles of a server that are still to be fetched.
        CREATE TABLE remote_want(
            account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            remote_id TEXT NOT NULL,
            PRIMARY KEY(account_id, remote_id)
        ) WITHOUT ROWID;

        -- What was marked here, until the server's own lists show it.
        CREATE TABLE pending_mark(
            account_id INTEGER NOT NULL,
            remote_id TEXT NOT NULL,
            -- 'read' or 'starred', and whether it is to be so.
            key TEXT NOT NULL,
            value INTEGER NOT NULL,
            -- `account.last_mark` of the change.
            seq INTEGER NOT NULL,
            -- How many complete syncs have sent it, and did not find it in the server's lists.
            unconfirmed INTEGER NOT NULL DEFAULT 0,
            -- How often the server has refused it by itself.
            refused INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY(account_id, remote_id, key),
            FOREIGN KEY(account_id, remote_id) REFERENCES remote_item ON DELETE CASCADE
        ) WITHOUT ROWID;

        -- Changes of subscriptions, until the server's own list shows them.
        CREATE TABLE pending_feed(
            id INTEGER PRIMARY KEY,
            account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            -- 'subscribe', 'unsubscribe', 'rename' or 'move'.
            action TEXT NOT NULL,
            feed_id INTEGER REFERENCES feed ON DELETE CASCADE,
            remote_id TEXT,
            -- The URL, the title or the category.
            value TEXT,
            -- The feed's title at that time, for messages.
            title TEXT NOT NULL,
            tries INTEGER NOT NULL DEFAULT 0,
            error TEXT
        );

        CREATE TABLE rule(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            query TEXT NOT NULL,
            feed_id INTEGER REFERENCES feed ON DELETE CASCADE,
            category_id INTEGER REFERENCES category ON DELETE CASCADE,
            action TEXT NOT NULL
        );

        -- How far each reader of `list --new` has come. The empty name is that of the terminal.
        CREATE TABLE cursor(
            name TEXT PRIMARY KEY,
            -- The highest id that was seen.
            article_id INTEGER NOT NULL,
            moved INTEGER NOT NULL
        ) WITHOUT ROWID;

        -- The runs of `refresh`.
        CREATE TABLE refresh(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started INTEGER NOT NULL,
            ended INTEGER,
            milliseconds INTEGER,
            exit_code INTEGER,
            asked INTEGER NOT NULL DEFAULT 0,
            refreshed INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            held INTEGER NOT NULL DEFAULT 0,
            new_articles INTEGER NOT NULL DEFAULT 0,
            -- 1 for a run of the schedule.
            scheduled INTEGER NOT NULL DEFAULT 0,
            -- Why the log could not be written: reported by mail once, not by every run.
            log_error TEXT
        );

        -- Hosts (with port) that asked for a pause with 429 or 503, when they did, and until when.
        CREATE TABLE host_hold(
            host TEXT PRIMARY KEY,
            until INTEGER NOT NULL,
            since INTEGER NOT NULL
        ) WITHOUT ROWID;


        """

    private static let search = """
        -- Holds no text, only where words are; rows are never removed from it. The rowid of an article is its id, plus
        -- 2^32 for each time that it was indexed again: only the newest row counts.
        CREATE VIRTUAL TABLE search USING fts5(
            title, author, text, summary, content = '', columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2'
        );
        INSERT INTO search(search, rank) VALUES ('automerge', 8);
        INSERT INTO search(search, rank) VALUES ('hashsize', 67108864);

        -- Up to which id articles are indexed, and how many rows of the index no longer count.
        CREATE TABLE search_state(indexed_to INTEGER NOT NULL, dead INTEGER NOT NULL);
        INSERT INTO search_state(indexed_to, dead) VALUES (0, 0);

        -- Articles that have changed since they were first indexed, and whether the change is still to be indexed.
        CREATE TABLE search_revised(
            article_id INTEGER PRIMARY KEY REFERENCES article ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            is_pending INTEGER NOT NULL
        );


        """

    private static let indexes = """
        CREATE INDEX feed_category ON feed(category_id) WHERE category_id IS NOT NULL;
        CREATE UNIQUE INDEX feed_remote ON feed(account_id, remote_id) WHERE account_id IS NOT NULL;
        CREATE INDEX remote_item_article ON remote_item(article_id) WHERE article_id IS NOT NULL;
        CREATE INDEX article_newest ON article(date);
        CREATE INDEX article_unread ON article(date) WHERE read_at IS NULL;
        CREATE INDEX article_read ON article(date) WHERE read_at IS NOT NULL;
        CREATE INDEX article_of_feed ON article(feed_id, date);
        CREATE INDEX article_unread_of_feed ON article(feed_id, date) WHERE read_at IS NULL;
        CREATE INDEX article_read_of_feed ON article(feed_id, date) WHERE read_at IS NOT NULL;
        CREATE INDEX article_starred ON article(date) WHERE starred = 1;
        CREATE INDEX article_modified ON article(date) WHERE modified = 1;
        CREATE INDEX tombstone_of_feed ON tombstone(feed_id);
        CREATE INDEX search_pending ON search_revised(article_id) WHERE is_pending = 1;


        """

    /// Inserted articles are counted by `Store.insert`, once for all of them: a trigger would do it for each, and SQLite
    /// would keep a copy of what each statement could undo.
    private static let triggers = """
        CREATE TRIGGER article_removed AFTER DELETE ON article BEGIN
            UPDATE feed
            SET articles = articles - 1, unread = unread - (OLD.read_at IS NULL),
                last_article = CASE WHEN last_article = OLD.date
                    THEN (SELECT max(date) FROM article WHERE feed_id = OLD.feed_id) ELSE last_article END
            WHERE id = OLD.feed_id;
        END;
        CREATE TRIGGER article_marked AFTER UPDATE OF read_at ON article
        WHEN (OLD.read_at IS NULL) <> (NEW.read_at IS NULL) BEGIN
            UPDATE feed
            SET unread = unread + (NEW.read_at IS NULL) - (OLD.read_at IS NULL),
                last_read = max(ifnull(last_read, NEW.read_at), ifnull(NEW.read_at, last_read))
            WHERE id = NEW.feed_id;
        END;
        CREATE TRIGGER article_redated AFTER UPDATE OF date ON article WHEN OLD.date <> NEW.date BEGIN
            UPDATE feed SET last_article = (SELECT max(date) FROM article WHERE feed_id = NEW.feed_id)
            WHERE id = NEW.feed_id;
        END;
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
}

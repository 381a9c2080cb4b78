extension Schema {
    /// Categories, feeds, and what acts on them.
    static let feeds = """
        CREATE TABLE category(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            color TEXT,
            position INTEGER NOT NULL
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
            remote_id TEXT,
            -- 1 where the server last listed it in its category.
            is_filed INTEGER NOT NULL DEFAULT 0,
            -- What other machines know it by: `FeedKey` of the URL it was first subscribed by.
            key TEXT,
            -- 1 where other machines know what is decided about its articles.
            is_shared INTEGER NOT NULL DEFAULT 0,
            -- The command line whose output is the document; null for a feed that is fetched from its URL.
            program TEXT,
            -- The command line that the document goes through before it is parsed.
            filter TEXT,
            -- A JSON object of XPaths, by their names `items`, `title` and so on, for a page without a feed.
            xpaths TEXT,
            -- 1 where the pages of its articles are fetched.
            full_text INTEGER NOT NULL DEFAULT 0
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
            -- Failures in a row, at most one per interval, and when the last of them was.
            failures INTEGER NOT NULL DEFAULT 0,
            last_failure INTEGER,
            -- The attempts of the last 30 days: the newest day with one, counted from 1970, and two characters for each
            -- day from that one back, its attempts and its failures. The count is the code point less 32.
            attempts_day INTEGER,
            attempts TEXT,
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
            hint_skip_days INTEGER NOT NULL DEFAULT 0,
            -- `RefreshTurn.last`.
            turn INTEGER NOT NULL DEFAULT 0,
            -- Grows with each change that makes what was fetched before outdated.
            revision INTEGER NOT NULL DEFAULT 0
        );

        -- The ids of the articles that the feed's last document carried, as a JSON array: retention keeps them.
        CREATE TABLE feed_document(
            feed_id INTEGER PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
            articles TEXT NOT NULL,
            -- The day, counted from 1970, since which documents have had no end or were short, so that older ones may say
            -- more; null if the last one was whole.
            partial_since INTEGER
        );

        -- How many articles of a feed were stored on a day, and marked read, for the last twelve weeks. What is removed
        -- later still counts.
        CREATE TABLE feed_day(
            feed_id INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            -- In UTC, counted from 1970.
            day INTEGER NOT NULL,
            stored INTEGER NOT NULL DEFAULT 0,
            read INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY(feed_id, day)
        ) WITHOUT ROWID;

        CREATE TABLE feed_setting(
            feed_id INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY(feed_id, key)
        ) WITHOUT ROWID;

        -- Where the next `backfill` of a feed goes on.
        CREATE TABLE backfill(
            feed_id INTEGER PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
            url TEXT NOT NULL,
            -- `ArchiveLinks.Relation`.
            relation TEXT NOT NULL,
            page INTEGER NOT NULL,
            -- The number of the page's first article, where the newest one is 1.
            start INTEGER NOT NULL
        );

        CREATE TABLE rule(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            query TEXT NOT NULL,
            feed_id INTEGER REFERENCES feed ON DELETE CASCADE,
            category_id INTEGER REFERENCES category ON DELETE CASCADE,
            action TEXT NOT NULL
        );

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

        -- Saved filters of `list`: a JSON array of its arguments.
        CREATE TABLE view(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            filters TEXT NOT NULL
        );


        """
}

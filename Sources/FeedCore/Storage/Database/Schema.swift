/// The tables, and how a database of an older version becomes one of this version.
///
/// A migration is never edited after it was released: what changes is a further one at the end.
enum Schema {
    /// "RSSi": what says that a database is ours (`PRAGMA application_id`).
    static let applicationID: Int64 = 0x5253_5369
    /// What this program writes (`PRAGMA user_version`).
    static var version: Int64 { Int64(migrations.count) }

    /// `migrations[n]` leads from version n to n + 1.
    static let migrations = [version1, version2, cursors, documents, search, news, schedule, log, searchAnew]

    private static let version1 = """
        CREATE TABLE category(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            color TEXT,
            position INTEGER NOT NULL
        );

        CREATE TABLE feed(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            -- Name and port of the URL: what a hold is for.
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
            -- Kept by the triggers below, so that no list has to count.
            unread INTEGER NOT NULL DEFAULT 0,
            articles INTEGER NOT NULL DEFAULT 0,
            last_article INTEGER
        );
        CREATE INDEX feed_category ON feed(category_id) WHERE category_id IS NOT NULL;

        -- What a refresh writes of a feed each time, apart from what people edit.
        CREATE TABLE feed_refresh(
            feed_id INTEGER PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
            last_refreshed INTEGER,
            last_attempted INTEGER,
            next_due INTEGER,
            held_until INTEGER,
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
            hint_interval INTEGER,
            hint_skip_hours INTEGER NOT NULL DEFAULT 0,
            hint_skip_days INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE feed_setting(
            feed_id INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY(feed_id, key)
        ) WITHOUT ROWID;

        -- What lists need; the long text lives apart, so that a list never touches its pages.
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
        CREATE INDEX article_newest ON article(date);
        CREATE INDEX article_unread ON article(date) WHERE read_at IS NULL;
        CREATE INDEX article_of_feed ON article(feed_id, date);
        CREATE INDEX article_unread_of_feed ON article(feed_id, date) WHERE read_at IS NULL;
        CREATE INDEX article_starred ON article(date) WHERE starred = 1;

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

        -- Stable hashes of what an article was known by that was pruned, dropped or deleted and must not come back.
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
        CREATE INDEX tombstone_of_feed ON tombstone(feed_id);

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
            new_articles INTEGER NOT NULL DEFAULT 0
        );

        -- Hosts that asked to be left alone, as name and port.
        CREATE TABLE host_hold(
            host TEXT PRIMARY KEY,
            until INTEGER NOT NULL
        ) WITHOUT ROWID;

        CREATE TRIGGER article_added AFTER INSERT ON article BEGIN
            UPDATE feed
            SET articles = articles + 1, unread = unread + (NEW.read_at IS NULL),
                last_article = max(ifnull(last_article, NEW.date), NEW.date)
            WHERE id = NEW.feed_id;
        END;
        CREATE TRIGGER article_removed AFTER DELETE ON article BEGIN
            UPDATE feed
            SET articles = articles - 1, unread = unread - (OLD.read_at IS NULL),
                last_article = CASE WHEN last_article = OLD.date
                    THEN (SELECT max(date) FROM article WHERE feed_id = OLD.feed_id) ELSE last_article END
            WHERE id = OLD.feed_id;
        END;
        CREATE TRIGGER article_marked AFTER UPDATE OF read_at ON article
        WHEN (OLD.read_at IS NULL) <> (NEW.read_at IS NULL) BEGIN
            UPDATE feed SET unread = unread + (NEW.read_at IS NULL) - (OLD.read_at IS NULL) WHERE id = NEW.feed_id;
        END;
        CREATE TRIGGER article_redated AFTER UPDATE OF date ON article WHEN OLD.date <> NEW.date BEGIN
            UPDATE feed SET last_article = (SELECT max(date) FROM article WHERE feed_id = NEW.feed_id)
            WHERE id = NEW.feed_id;
        END;

        CREATE VIEW articles AS
        SELECT article.id AS id,
            strftime('%Y-%m-%dT%H:%M:%SZ', ifnull(article.published, article.fetched), 'unixepoch') AS published,
            strftime('%Y-%m-%dT%H:%M:%SZ', article.updated, 'unixepoch') AS updated,
            strftime('%Y-%m-%dT%H:%M:%SZ', article.fetched, 'unixepoch') AS fetched,
            strftime('%Y-%m-%dT%H:%M:%SZ', article.read_at, 'unixepoch') AS read_at,
            article.feed_id AS feed_id,
            coalesce(feed.nickname, feed.own_title, feed.url) AS feed,
            category.name AS category,
            article.title AS title,
            article.author AS author,
            article.url AS url,
            article.excerpt AS summary,
            CASE WHEN article.read_at IS NULL OR article.starred = 1 OR article.modified = 1
                THEN iif(article.read_at IS NULL, 'U', '') || iif(article.starred = 1, 'S', '')
                    || iif(article.modified = 1, 'M', '')
                ELSE '-' END AS flags,
            replace(article.tags, char(31), ',') AS tags,
            article.image AS image,
            (SELECT group_concat(url, ' ')
                FROM (SELECT url FROM enclosure WHERE article_id = article.id ORDER BY position)) AS enclosures,
            article.guid AS guid,
            iif(article_content.content_is_plain = 0, article_content.content, NULL) AS content_html,
            iif(article_content.content_is_plain = 1, article_content.content, NULL) AS content_text
        FROM article
        JOIN feed ON feed.id = article.feed_id
        LEFT JOIN category ON category.id = feed.category_id
        LEFT JOIN article_content ON article_content.article_id = article.id;

        CREATE VIEW feeds AS
        SELECT feed.id AS id,
            feed.unread AS unread,
            feed.articles AS articles,
            coalesce(feed.nickname, feed.own_title, feed.url) AS title,
            category.name AS category,
            feed.url AS url,
            feed.site AS site,
            feed.icon AS icon,
            strftime('%Y-%m-%dT%H:%M:%SZ', feed.last_article, 'unixepoch') AS last_article,
            strftime('%Y-%m-%dT%H:%M:%SZ', feed_refresh.last_refreshed, 'unixepoch') AS last_refreshed,
            strftime('%Y-%m-%dT%H:%M:%SZ', feed_refresh.next_due, 'unixepoch') AS next_due,
            feed.interval AS interval,
            CASE WHEN feed.paused = 1 THEN 'paused'
                WHEN feed.gone = 1 THEN 'gone'
                WHEN max(ifnull(feed_refresh.held_until, 0), ifnull(host_hold.until, 0))
                    > CAST(strftime('%s', 'now') AS INTEGER) THEN 'held'
                WHEN feed_refresh.failures >= 3 THEN 'failing'
                WHEN feed_refresh.failures > 0 THEN 'retrying'
                WHEN feed_refresh.last_refreshed IS NULL THEN 'never'
                ELSE 'ok' END AS state,
            feed_refresh.error AS error,
            strftime('%Y-%m-%dT%H:%M:%SZ', feed_refresh.failing_since, 'unixepoch') AS failing_since
        FROM feed
        LEFT JOIN category ON category.id = feed.category_id
        LEFT JOIN feed_refresh ON feed_refresh.feed_id = feed.id
        LEFT JOIN host_hold ON host_hold.host = feed.host;
        """

    private static let version2 = """
        -- Whoever inserts articles counts them, once for many: a trigger did it for each, and kept what each statement
        -- could undo.
        DROP TRIGGER article_added;

        -- When somebody last read an article of it. What was stored as read nobody has read.
        ALTER TABLE feed ADD COLUMN last_read INTEGER;
        UPDATE feed
        SET last_read = (SELECT max(read_at) FROM article WHERE feed_id = feed.id AND read_at > fetched);
        DROP TRIGGER article_marked;
        CREATE TRIGGER article_marked AFTER UPDATE OF read_at ON article
        WHEN (OLD.read_at IS NULL) <> (NEW.read_at IS NULL) BEGIN
            UPDATE feed
            SET unread = unread + (NEW.read_at IS NULL) - (OLD.read_at IS NULL),
                last_read = max(ifnull(last_read, NEW.read_at), ifnull(NEW.read_at, last_read))
            WHERE id = NEW.feed_id;
        END;

        ALTER TABLE feed_refresh ADD COLUMN first_refreshed INTEGER;
        UPDATE feed_refresh
        SET first_refreshed = min(last_refreshed,
            ifnull((SELECT min(fetched) FROM article WHERE feed_id = feed_refresh.feed_id), last_refreshed));

        -- Seconds that the last answer may be kept. Until the next answer it is what the next time was made of, so that
        -- no feed is asked sooner than it wished; a clock that was wrong once does not count.
        ALTER TABLE feed_refresh ADD COLUMN freshness INTEGER;
        UPDATE feed_refresh SET freshness = next_due - last_attempted
        WHERE failures = 0 AND held_until IS NULL AND next_due - last_attempted BETWEEN 1 AND 8 * 86400;

        -- Name and port of what answered last, where that is another than the feed's host; and when a host asked to be
        -- left alone. A feed that is held as long as another host was answered by that one.
        ALTER TABLE feed_refresh ADD COLUMN answered_host TEXT;
        UPDATE feed_refresh
        SET answered_host = (SELECT host FROM host_hold WHERE host_hold.until = feed_refresh.held_until)
        WHERE held_until IS NOT NULL AND held_until IS NOT (SELECT until FROM host_hold
            WHERE host = (SELECT host FROM feed WHERE feed.id = feed_refresh.feed_id));
        ALTER TABLE host_hold ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
        UPDATE host_hold
        SET since = ifnull(
            (SELECT max(last_attempted) FROM feed_refresh WHERE feed_refresh.held_until = host_hold.until),
            until - 3600);

        -- Texts are read otherwise than they were: the next document says what the articles are, and that is no news.
        UPDATE article SET draft_hash = 0;

        DROP VIEW feeds;
        ALTER TABLE feed_refresh DROP COLUMN held_until;

        CREATE VIEW feeds AS
        SELECT feed.id AS id,
            feed.unread AS unread,
            feed.articles AS articles,
            coalesce(feed.nickname, feed.own_title, feed.url) AS title,
            category.name AS category,
            feed.url AS url,
            feed.site AS site,
            feed.icon AS icon,
            strftime('%Y-%m-%dT%H:%M:%SZ', feed.last_article, 'unixepoch') AS last_article,
            strftime('%Y-%m-%dT%H:%M:%SZ', feed_refresh.last_refreshed, 'unixepoch') AS last_refreshed,
            CASE WHEN feed.paused = 0 AND feed.gone = 0 THEN strftime('%Y-%m-%dT%H:%M:%SZ',
                max(feed_refresh.next_due, ifnull(own_hold.until, 0), ifnull(answer_hold.until, 0)),
                'unixepoch') END AS next_due,
            feed.interval AS interval,
            CASE WHEN feed.paused = 1 THEN 'paused'
                WHEN feed.gone = 1 THEN 'gone'
                WHEN max(ifnull(own_hold.until, 0), ifnull(answer_hold.until, 0))
                    > CAST(strftime('%s', 'now') AS INTEGER) THEN 'held'
                WHEN feed_refresh.failures >= 3 THEN 'failing'
                WHEN feed_refresh.failures > 0 THEN 'retrying'
                WHEN feed_refresh.last_refreshed IS NULL THEN 'never'
                ELSE 'ok' END AS state,
            feed_refresh.error AS error,
            strftime('%Y-%m-%dT%H:%M:%SZ', feed_refresh.failing_since, 'unixepoch') AS failing_since
        FROM feed
        LEFT JOIN category ON category.id = feed.category_id
        LEFT JOIN feed_refresh ON feed_refresh.feed_id = feed.id
        LEFT JOIN host_hold AS own_hold ON own_hold.host = feed.host
        LEFT JOIN host_hold AS answer_hold ON answer_hold.host = feed_refresh.answered_host;
        """
}

/// The tables of the database, with their indexes, triggers and views.
///
/// A step of `migrations` is never edited once it was released: a later version appends one.
enum Schema {
    /// "RSSi": says that a database is ours (`PRAGMA application_id`).
    static let applicationID: Int64 = 0x5253_5369
    /// The version after the first step (`PRAGMA user_version`); each further step adds one. Development versions, which
    /// were never released, counted from 1.
    static let firstVersion: Int64 = 113
    /// The version that this program reads and writes.
    static var version: Int64 { Migrator.current.version }

    /// The first step makes the database, each further one leads to the next version. The parts of a step run one after
    /// the other.
    static let migrations = [tables + [search, indexes, triggers, views]]

    /// The empty database in memory of a command that reads before the database exists. It stores nothing, and without
    /// indexes, triggers and views its tables are made in half the time.
    static let tablesWithoutIndexes = tables + [search]

    private static let tables = [accounts, feeds, articles, decisions, undo]

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
        CREATE INDEX category_position ON category(position);
        CREATE INDEX feed_category ON feed(category_id) WHERE category_id IS NOT NULL;
        CREATE UNIQUE INDEX feed_key ON feed(key) WHERE key IS NOT NULL;
        CREATE UNIQUE INDEX feed_remote ON feed(account_id, remote_id) WHERE account_id IS NOT NULL;
        CREATE INDEX remote_item_wanted ON remote_item(account_id) WHERE wanted = 1;
        CREATE INDEX remote_item_article ON remote_item(article_id) WHERE article_id IS NOT NULL;
        CREATE INDEX article_newest ON article(date);
        CREATE INDEX article_unread ON article(date) WHERE read_at IS NULL;
        CREATE INDEX article_read ON article(date) WHERE read_at IS NOT NULL;
        CREATE INDEX article_of_feed ON article(feed_id, date);
        CREATE INDEX article_unread_of_feed ON article(feed_id, date) WHERE read_at IS NULL;
        CREATE INDEX article_read_of_feed ON article(feed_id, date) WHERE read_at IS NOT NULL;
        CREATE INDEX article_starred ON article(date) WHERE starred = 1;
        CREATE INDEX article_modified ON article(date) WHERE modified = 1;
        CREATE INDEX article_labeled ON article_label(label, article_id);
        CREATE INDEX article_page_wanted ON article_page(article_id) WHERE content IS NULL AND tries < 3;
        CREATE INDEX tombstone_guid ON tombstone(feed_id, guid);
        CREATE INDEX tombstone_link ON tombstone(feed_id, plain_link);
        CREATE INDEX tombstone_title ON tombstone(feed_id, title);
        CREATE INDEX tombstone_text ON tombstone(feed_id, text);
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
        -- `undo` sets the time 0 before it brings back the real one.
        CREATE TRIGGER article_read_day AFTER UPDATE OF read_at ON article WHEN OLD.read_at IS NOT NEW.read_at BEGIN
            UPDATE feed_day SET read = max(0, read - 1) WHERE feed_id = OLD.feed_id AND day = OLD.read_at / 86400;
            INSERT INTO feed_day(feed_id, day, read)
            SELECT NEW.feed_id, NEW.read_at / 86400, 1 WHERE NEW.read_at > 0
            ON CONFLICT(feed_id, day) DO UPDATE SET read = read + 1;
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
        CREATE TRIGGER article_page_revised AFTER UPDATE OF content, is_used ON article_page
        WHEN (OLD.is_used = 1 OR NEW.is_used = 1) AND NEW.article_id <= (SELECT indexed_to FROM search_state) BEGIN
            UPDATE search_state SET dead = dead + 1
            WHERE NOT EXISTS (SELECT 1 FROM search_revised WHERE article_id = NEW.article_id AND is_pending = 1);
            INSERT INTO search_revised(article_id, revision, is_pending) VALUES (NEW.article_id, 1, 1)
            ON CONFLICT(article_id) DO UPDATE SET revision = revision + (is_pending = 0), is_pending = 1;
        END;
        CREATE TRIGGER article_unindexed AFTER DELETE ON article
        WHEN OLD.id <= (SELECT indexed_to FROM search_state) BEGIN
            UPDATE search_state SET dead = dead + 1;
        END;


        """

    /// The consequences of decisions, and of feeds that machines no longer share. Only rssium changes these, so only
    /// its stores for writing create the triggers, as temporary ones: each program that opens the database would have
    /// to parse stored triggers.
    static let triggersOfWriters = """
        \(queueing("decision_made", after: "INSERT"))
        \(queueing("decision_changed", after: "UPDATE OF value, time"))
        -- What is decided about its articles from now on is known here alone. `Store.noteFeed` shares it again.
        CREATE TEMP TRIGGER feed_unshared AFTER UPDATE OF account_id, program, filter, url ON feed
        WHEN NEW.is_shared = 1 AND NOT \(isShared("NEW")) BEGIN
            UPDATE feed SET is_shared = 0 WHERE id = NEW.id;
            DELETE FROM decision
            WHERE article_id IN (SELECT id FROM article WHERE feed_id = NEW.id) AND EXISTS (
                SELECT 1 FROM decision AS other
                WHERE other.article_id = decision.article_id AND other.property = decision.property
                    AND \(Decision.wins("other")));
            UPDATE decision SET key = '~' || article_id
            WHERE article_id IN (SELECT id FROM article WHERE feed_id = NEW.id);
            -- The same of what the user has deleted, which `undo` finds by its key.
            UPDATE OR REPLACE decision SET key = '~' || deleted.article_id FROM tombstone AS deleted
            WHERE deleted.feed_id = NEW.id AND decision.key = deleted.key AND decision.article_id IS NULL;
            UPDATE removed_row SET cells = json_set(cells, '$.key', '~' || deleted.article_id)
            FROM tombstone AS deleted
            WHERE deleted.feed_id = NEW.id AND removed_row.article_id = deleted.article_id AND name = 'decision'
                AND cells ->> 'key' = deleted.key;
            UPDATE tombstone SET key = '~' || article_id WHERE feed_id = NEW.id AND key NOT NULL;
        END;
        -- The user's deletions wait for the next subscription.
        CREATE TEMP TRIGGER feed_left BEFORE DELETE ON feed BEGIN
            UPDATE tombstone SET feed_id = NULL, url = OLD.url WHERE feed_id = OLD.id AND article_id NOT NULL;
        END;
        CREATE TEMP TRIGGER feed_joined AFTER INSERT ON feed BEGIN
            UPDATE tombstone SET feed_id = NEW.id, url = NULL WHERE url = NEW.url;
        END;
        """

    /// A trigger that keeps a decision about an article waiting until the server of its account has it. A server knows
    /// nothing of deletions: there, a deleted article is read. Labels wait only if the account exchanges them.
    private static func queueing(_ trigger: String, after change: String) -> String {
        // SQLite would make a table of `IN (…)` for each decision.
        let isState = "(NEW.property = 'read' OR NEW.property = 'starred' OR NEW.property = 'deleted')"
        return """
            CREATE TEMP TRIGGER \(trigger) AFTER \(change) ON decision
            WHEN EXISTS (SELECT 1 FROM remote_item WHERE article_id = NEW.article_id)
                AND (\(isState) OR NEW.property GLOB '\(DecisionProperty.labelPrefix)*') BEGIN
                UPDATE account SET last_mark = last_mark + 1
                WHERE id IN (SELECT account_id FROM remote_item WHERE article_id = NEW.article_id);
                INSERT INTO pending_mark(account_id, remote_id, key, value, seq)
                SELECT account_id, remote_id, iif(NEW.property = 'deleted', 'read', rssium_folded(NEW.property)),
                    NEW.value = 'true', last_mark
                FROM remote_item JOIN account ON account.id = account_id
                WHERE article_id = NEW.article_id AND (NEW.property <> 'deleted'
                        OR EXISTS (SELECT 1 FROM article WHERE id = NEW.article_id AND read_at IS NULL))
                    AND (labels = 1 OR \(isState))
                ON CONFLICT(account_id, remote_id, key) DO UPDATE
                SET value = excluded.value, seq = excluded.seq, unconfirmed = 0, refused = 0;
            END;
            """
    }
}

extension Schema {
    /// The feeds and articles of servers, and the marks that they have not confirmed yet.
    static let accounts = """
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
            -- 1 after a sync that found no feeds, 2 after one that found nothing unread where there was much, 3 after both: the
            -- next one believes it.
            doubt INTEGER NOT NULL DEFAULT 0,
            -- Grows with each change that is made here to the marks of its articles.
            last_mark INTEGER NOT NULL DEFAULT 0,
            -- The last change of a mark that was sent since the last complete sync, beside another command.
            sent_mark INTEGER NOT NULL DEFAULT 0,
            -- 1 where labels of articles are exchanged with the server.
            labels INTEGER NOT NULL DEFAULT 0,
            UNIQUE(url, user)
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
            -- 1 for one that retention has removed here: it comes back where the server has it unread, starred or labeled again.
            pruned INTEGER NOT NULL DEFAULT 0,
            -- 1 for one that is still to be fetched.
            wanted INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY(account_id, remote_id)
        ) WITHOUT ROWID;

        -- The labels of these articles on the server, as they were last confirmed, in lower case (`foldedName`).
        CREATE TABLE remote_label(
            account_id INTEGER NOT NULL,
            remote_id TEXT NOT NULL,
            label TEXT NOT NULL,
            PRIMARY KEY(account_id, remote_id, label),
            FOREIGN KEY(account_id, remote_id) REFERENCES remote_item ON DELETE CASCADE
        ) WITHOUT ROWID;

        -- What was marked here, until the server's own lists show it.
        CREATE TABLE pending_mark(
            account_id INTEGER NOT NULL,
            remote_id TEXT NOT NULL,
            -- 'read', 'starred', or 'label:' and a label in lower case; and whether it is to be so.
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


        """
}

extension Schema {
    /// The views for users of SQL: the columns are the names of `--fields`, dates are RFC 3339 text. The columns stay
    /// the same within a major version.
    ///
    /// Every program that opens the database parses them, so a name has its table before it only where several have it.
    static let views = """
        CREATE VIEW articles AS
        SELECT article.id AS id,
            strftime('%Y-%m-%dT%H:%M:%SZ', ifnull(published, date), 'unixepoch') AS published,
            strftime('%Y-%m-%dT%H:%M:%SZ', updated, 'unixepoch') AS updated,
            strftime('%Y-%m-%dT%H:%M:%SZ', fetched, 'unixepoch') AS fetched,
            strftime('%Y-%m-%dT%H:%M:%SZ', read_at, 'unixepoch') AS read_at,
            feed_id,
            coalesce(nickname, own_title, feed.url) AS feed,
            category.name AS category,
            title,
            author,
            article.url AS url,
            excerpt AS summary,
            ifnull(nullif(iif(read_at IS NULL, 'U', '') || iif(starred = 1, 'S', '') || iif(modified = 1, 'M', ''), ''),
                '-') AS flags,
            replace(tags, char(31), ',') AS tags,
            image,
            (SELECT group_concat(url, ' ')
                FROM (SELECT url FROM enclosure WHERE article_id = article.id ORDER BY position)) AS enclosures,
            guid,
            (SELECT group_concat(label, ',')
                FROM (SELECT min(label) AS label FROM article_label
                    WHERE article_id = article.id GROUP BY label COLLATE NOCASE ORDER BY 1))
                AS labels,
            iif(content_is_plain = 0, content, NULL) AS content_html,
            iif(content_is_plain = 1, content, NULL) AS content_text,
            comments,
            account.name AS account,
            (SELECT group_concat(path, ' ')
                FROM (SELECT path FROM download WHERE article_id = article.id AND downloaded IS NOT NULL AND path <> ''
                    ORDER BY url))
                AS downloaded
        FROM article
        JOIN feed ON feed.id = feed_id
        LEFT JOIN account ON account.id = account_id
        LEFT JOIN category ON category.id = category_id
        LEFT JOIN article_content ON article_id = article.id;

        CREATE VIEW feeds AS
        SELECT feed.id AS id,
            unread,
            articles,
            coalesce(nickname, own_title, feed.url) AS title,
            category.name AS category,
            feed.url AS url,
            site,
            icon,
            strftime('%Y-%m-%dT%H:%M:%SZ', last_article, 'unixepoch') AS last_article,
            strftime('%Y-%m-%dT%H:%M:%SZ', ifnull(last_synced, last_refreshed), 'unixepoch') AS last_refreshed,
            CASE WHEN paused = 0 AND gone = 0 AND account_id IS NULL THEN strftime('%Y-%m-%dT%H:%M:%SZ',
                max(next_due, ifnull(own_hold.until, 0), ifnull(answer_hold.until, 0)), 'unixepoch') END AS next_due,
            interval,
            CASE WHEN paused = 1 THEN 'paused'
                WHEN gone = 1 THEN 'gone'
                WHEN iif(account_id IS NULL, max(ifnull(own_hold.until, 0), ifnull(answer_hold.until, 0)),
                    ifnull(hold_until, 0)) > CAST(strftime('%s', 'now') AS INTEGER) THEN 'held'
                WHEN ifnull(account.failures, feed_refresh.failures) >= 3 THEN 'failing'
                WHEN ifnull(account.failures, feed_refresh.failures) > 0 THEN 'retrying'
                WHEN iif(account_id IS NULL, last_refreshed, last_synced) IS NULL THEN 'never'
                ELSE 'ok' END AS state,
            iif(account_id IS NULL, feed_refresh.error, account.error) AS error,
            strftime('%Y-%m-%dT%H:%M:%SZ', iif(account_id IS NULL, feed_refresh.failing_since, account.failing_since),
                'unixepoch') AS failing_since,
            iif(account_id IS NULL, (
                WITH RECURSIVE past(days) AS (SELECT 0 UNION ALL SELECT days + 1 FROM past WHERE days < 29)
                SELECT nullif(sum(unicode(substr(attempts, 2 * days + 1, 1)) - unicode(substr(attempts, 2 * days + 2, 1)))
                    || '/' || sum(unicode(substr(attempts, 2 * days + 1, 1)) - 32), '0/0')
                FROM past
                WHERE attempts_day - days > CAST(strftime('%s', 'now') AS INTEGER) / 86400 - 30
            ), NULL) AS success,
            account.name AS account,
            CASE WHEN account_id IS NOT NULL THEN 'account' WHEN program IS NOT NULL THEN 'exec'
                WHEN xpaths IS NOT NULL THEN 'page' WHEN feed.url LIKE 'file:%' THEN 'file' ELSE 'http' END AS source,
            (
                WITH RECURSIVE week(ago) AS (SELECT 11 UNION ALL SELECT ago - 1 FROM week WHERE ago > 0)
                SELECT group_concat((
                    SELECT ifnull(sum(stored), 0) FROM feed_day
                    WHERE feed_id = feed.id
                        AND (CAST(strftime('%s', 'now') AS INTEGER) / 86400 - day) BETWEEN 7 * ago AND 7 * ago + 6))
                FROM week
            ) AS activity
        FROM feed
        LEFT JOIN category ON category.id = category_id
        LEFT JOIN feed_refresh ON feed_id = feed.id
        LEFT JOIN account ON account.id = account_id
        LEFT JOIN host_hold AS own_hold ON own_hold.host = feed.host
        LEFT JOIN host_hold AS answer_hold ON answer_hold.host = answered_host;
        """
}

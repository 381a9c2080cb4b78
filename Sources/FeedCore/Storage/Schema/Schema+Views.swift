extension Schema {
    /// What users of SQL read: the columns are the names of `--fields`, dates are RFC 3339 text. The columns stay the
    /// same within a major version.
    static let views = """
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
            (SELECT group_concat(label, ',')
                FROM (SELECT label FROM article_label WHERE article_id = article.id AND entry & 1 ORDER BY label))
                AS labels,
            iif(article_content.content_is_plain = 0, article_content.content, NULL) AS content_html,
            iif(article_content.content_is_plain = 1, article_content.content, NULL) AS content_text,
            account.name AS account,
            (SELECT group_concat(path, ' ')
                FROM (SELECT path FROM download WHERE article_id = article.id AND downloaded IS NOT NULL ORDER BY url))
                AS downloaded
        FROM article
        JOIN feed ON feed.id = article.feed_id
        LEFT JOIN account ON account.id = feed.account_id
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
            strftime('%Y-%m-%dT%H:%M:%SZ', ifnull(account.last_synced, feed_refresh.last_refreshed), 'unixepoch')
                AS last_refreshed,
            CASE WHEN feed.paused = 0 AND feed.gone = 0 AND account.id IS NULL THEN strftime('%Y-%m-%dT%H:%M:%SZ',
                max(feed_refresh.next_due, ifnull(own_hold.until, 0), ifnull(answer_hold.until, 0)),
                'unixepoch') END AS next_due,
            feed.interval AS interval,
            CASE WHEN feed.paused = 1 THEN 'paused'
                WHEN feed.gone = 1 THEN 'gone'
                WHEN iif(account.id IS NULL, max(ifnull(own_hold.until, 0), ifnull(answer_hold.until, 0)),
                    ifnull(account.hold_until, 0)) > CAST(strftime('%s', 'now') AS INTEGER) THEN 'held'
                WHEN iif(account.id IS NULL, feed_refresh.failures, account.failures) >= 3 THEN 'failing'
                WHEN iif(account.id IS NULL, feed_refresh.failures, account.failures) > 0 THEN 'retrying'
                WHEN iif(account.id IS NULL, feed_refresh.last_refreshed, account.last_synced) IS NULL THEN 'never'
                ELSE 'ok' END AS state,
            iif(account.id IS NULL, feed_refresh.error, account.error) AS error,
            strftime('%Y-%m-%dT%H:%M:%SZ', iif(account.id IS NULL, feed_refresh.failing_since, account.failing_since),
                'unixepoch') AS failing_since,
            account.name AS account,
            CASE WHEN account.id IS NOT NULL THEN 'account' WHEN feed.program IS NOT NULL THEN 'exec'
                WHEN feed.xpaths IS NOT NULL THEN 'page' WHEN feed.url LIKE 'file:%' THEN 'file' ELSE 'http' END
                AS source
        FROM feed
        LEFT JOIN category ON category.id = feed.category_id
        LEFT JOIN feed_refresh ON feed_refresh.feed_id = feed.id
        LEFT JOIN account ON account.id = feed.account_id
        LEFT JOIN host_hold AS own_hold ON own_hold.host = feed.host
        LEFT JOIN host_hold AS answer_hold ON answer_hold.host = feed_refresh.answered_host;
        """
}

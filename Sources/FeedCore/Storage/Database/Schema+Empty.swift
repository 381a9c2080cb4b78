extension Schema {
    /// What somebody reads who has no database yet: the tables by their columns alone. Without indexes, triggers and
    /// constraints, which nothing needs where nothing is ever stored, they are there in a fifth of the time.
    static let empty = """
        CREATE TABLE category(id, name, color, position);
        CREATE TABLE feed(id, url, host, user, password, own_title, nickname, site, summary, icon, language,
            category_id, favorite, paused, gone, interval, unread, articles, last_article, last_read);
        CREATE TABLE feed_refresh(feed_id, last_refreshed, last_attempted, next_due, error, failing_since, failures,
            etag, last_modified, validators_url, body_hash, last_body, answered_url, hint_interval, hint_skip_hours,
            hint_skip_days, first_refreshed, freshness, answered_host, last_news);
        CREATE TABLE feed_setting(feed_id, key, value);
        CREATE TABLE article(id, feed_id, date, published, updated, fetched, read_at, starred, modified, untitled,
            text_hash, draft_hash, title, author, url, guid, image, tags, excerpt);
        CREATE TABLE article_content(article_id, content, content_is_plain, summary, summary_is_plain, authors,
            language, external_url);
        CREATE TABLE enclosure(article_id, position, url, type, size, duration, title);
        CREATE TABLE tombstone(id, feed_id, guid, link, plain_link, title, text, published);
        CREATE TABLE refresh(id, started, ended, milliseconds, exit_code, asked, refreshed, failed, held,
            new_articles, scheduled, log_error);
        CREATE TABLE host_hold(host, until, since);
        CREATE TABLE cursor(name, article_id, moved);
        CREATE TABLE feed_document(feed_id, articles);
        CREATE TABLE rule(id, query, feed_id, category_id, action);
        CREATE VIRTUAL TABLE search USING fts5(title, author, text, summary, content = '', columnsize = 0);
        CREATE TABLE search_state(indexed_to, dead);
        INSERT INTO search_state VALUES (0, 0);
        CREATE TABLE search_revised(article_id, revision, is_pending);
        """
}

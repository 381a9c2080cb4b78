extension Schema {
    /// When each feed last brought something new, whatever dates its articles have.
    static let news = """
        ALTER TABLE feed_refresh ADD COLUMN last_news INTEGER;
        UPDATE feed_refresh SET last_news = (SELECT max(fetched) FROM article WHERE feed_id = feed_refresh.feed_id);
        """
}

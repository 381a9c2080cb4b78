extension Schema {
    /// Which runs a schedule has made, so that it can be told how they went.
    static let schedule = "ALTER TABLE refresh ADD COLUMN scheduled INTEGER NOT NULL DEFAULT 0"
}

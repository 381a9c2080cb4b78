extension Schema {
    /// Why each run could not write its log, so that who hears of it by mail hears of it once.
    static let log = "ALTER TABLE refresh ADD COLUMN log_error TEXT"
}

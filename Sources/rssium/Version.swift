/// The one place that says which version this is.
enum Version {
    static let number = "0.1.0"
    /// When it was made, for the manual page.
    static let date = "2026-11-21"
}

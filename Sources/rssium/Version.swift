/// The one place that says which version this is.
enum Version {
    static let number = "0.1.0"
}

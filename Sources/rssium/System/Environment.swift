internal import FeedCore

/// The environment variables. An empty variable counts as not set.
struct Environment: Sendable {
    private let value: @Sendable (String) -> String?

    /// The variables of this process.
    static let process = Environment { name in getenv(name).map { String(cString: $0) } }

    init(_ variables: [String: String]) {
        value = { variables[$0] }
    }

    private init(value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    /// Whether the value is UTF-8; from another value some bytes are lost.
    func isText(_ name: String) -> Bool {
        // U+FFFD replaces invalid bytes. A path that contains U+FFFD itself is too unlikely to matter.
        self[name].map { !$0.unicodeScalars.contains("\u{FFFD}") } ?? true
    }

    /// The value, also an empty one.
    func written(_ name: String) -> String? { value(name) }

    subscript(name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

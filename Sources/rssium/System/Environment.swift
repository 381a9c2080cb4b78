internal import FeedCore

/// The environment variables; one that is empty counts as not set.
struct Environment: Sendable {
    private let look: @Sendable (String) -> String?

    /// Those of the process.
    static let process = Environment { name in getenv(name).map { String(cString: $0) } }

    init(_ variables: [String: String]) {
        look = { variables[$0] }
    }

    private init(look: @escaping @Sendable (String) -> String?) {
        self.look = look
    }

    subscript(name: String) -> String? {
        look(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

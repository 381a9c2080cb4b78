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

    /// Whether the value is UTF-8; of one that is not, some of the bytes are lost.
    func isText(_ name: String) -> Bool {
        // The character that stands for what was lost may stand there itself, which nobody does with a path.
        self[name].map { !$0.unicodeScalars.contains("\u{FFFD}") } ?? true
    }

    /// The value as it is set, empty or not.
    func written(_ name: String) -> String? { look(name) }

    subscript(name: String) -> String? {
        look(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

internal import FeedCore

/// The environment variables. An empty variable counts as not set.
struct Environment: Sendable {
    private let value: @Sendable (String) -> String?
    private let list: @Sendable () -> [[CChar]]

    /// The variables of this process.
    static let process = Environment(
        value: { name in getenv(name).map { String(cString: $0) } },
        list: {
            var entries: [[CChar]] = []
            var next = environ
            while let entry = next.pointee {
                entries.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1)))
                next += 1
            }
            return entries
        })

    init(_ variables: [String: String]) {
        self.init(value: { variables[$0] }, list: { variables.map { Array(($0.key + "=" + $0.value).utf8CString) } })
    }

    private init(value: @escaping @Sendable (String) -> String?, list: @escaping @Sendable () -> [[CChar]]) {
        self.value = value
        self.list = list
    }

    /// All variables, each as the bytes of `NAME=value` with a NUL: they need not be UTF-8.
    var entries: [[CChar]] { list() }

    /// Whether the value is UTF-8; from another value some bytes are lost.
    func isText(_ name: String) -> Bool {
        // U+FFFD replaces invalid bytes. A path that contains U+FFFD itself is too unlikely to matter.
        self[name].map { !$0.unicodeScalars.contains("\u{FFFD}") } ?? true
    }

    /// The value, which may be empty.
    func written(_ name: String) -> String? { value(name) }

    subscript(name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

internal import FeedCore

/// The name of this machine.
enum HostName {
    /// Empty where the system does not tell.
    static var full: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }

    /// Without its domain.
    static var short: String { String(full.prefix { $0 != "." }) }
}

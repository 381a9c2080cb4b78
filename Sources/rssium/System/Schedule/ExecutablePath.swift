internal import FeedCore

/// The path by which other programs start this one.
enum ExecutablePath {
    /// The absolute path. It keeps the symbolic link that the program was called by: a package manager points that link
    /// at another file after an update.
    static func find(in surroundings: Surroundings) throws(ScheduleError) -> String {
        let running = try runningFile()
        for path in candidates(surroundings.program, surroundings.environment) {
            guard let running else {
                if access(path, X_OK) == 0 { return path }
                continue
            }
            if isSame(path, running) { return path }
        }
        guard let running else { throw .noProgram("it was not found along PATH") }
        return running
    }

    /// The file of this process; nil if the system has no `/proc`.
    private static func runningFile() throws(ScheduleError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = bytes[..<count].map { UInt8(truncatingIfNeeded: $0) }
        guard let path = String(validating: text, as: UTF8.self) else { throw .noProgram("its path is not UTF-8") }
        if access(path, F_OK) != 0, path.hasSuffix(" (deleted)") {
            throw .noProgram("\(path.dropLast(10)) was removed or replaced while it was running; run the command again")
        }
        return path
    }

    /// The absolute paths that the name may mean. A path relative to the working directory is not kept.
    private static func candidates(_ name: String, _ environment: Environment) -> [String] {
        if name.hasPrefix("/"), !name.contains("/../"), !name.contains("/./") { return [name] }
        guard !name.contains("/"), !name.isEmpty else { return [] }
        return (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        File.status(of: one)?.isOfSameFile(as: File.status(of: other)) ?? false
    }
}

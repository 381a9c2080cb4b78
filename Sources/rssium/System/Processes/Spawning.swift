internal import FeedCore

/// How the child is started.
extension ChildProcess {
    /// - Parameters:
    ///   - files: what standard input, output and error become.
    ///   - entries: the environment.
    /// - Returns: 0, or a value of `errno`.
    static func spawn(
        _ program: String, _ words: [String], _ files: [Int32], _ entries: [[CChar]], _ isolation: Isolation,
        as child: inout pid_t
    ) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, file) in files.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
        }
        resetSignals(in: &attributes)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        let code = isolate(isolation, &actions, &attributes, &flags)
        guard code == 0 else { return code }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = entries.map { strdup($0) } + [nil]
        defer { for variable in environment { free(variable) } }
        return FileDescriptorLimit.withOriginalLimit {
            posix_spawnp(&child, program, &actions, &attributes, &words, &environment)
        }
    }

    /// The program gets the default actions for the signals that this one handles, and blocks none.
    private static func resetSignals(in attributes: inout SpawnedSession.Attributes) {
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
    }

    /// Gives the program its own group or session, and no file but the standard ones. Returns 0, or a value of `errno`.
    private static func isolate(
        _ isolation: Isolation, _ actions: inout SpawnedSession.Actions, _ attributes: inout SpawnedSession.Attributes,
        _ flags: inout Int32
    ) -> Int32 {
        let session = SpawnedSession()
        switch isolation {
        case .none: break
        case .group:
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
        case .session(let folder):
            guard let session else { return ENOSYS }
            let code = session.change(to: folder, in: &actions)
            guard code == 0 else { return code }
            flags |= SpawnedSession.flags
        }
        return session?.closeOtherFiles(in: &actions) ?? 0
    }

    /// The variables, some of them replaced.
    ///
    /// - Parameter prefix: how the names of variables begin that are left out.
    static func entries(
        of environment: Environment, with changes: [String: String], without prefix: String?
    ) -> [[CChar]] {
        let replaced = changes.keys.map { $0 + "=" } + [prefix].compactMap(\.self)
        let kept = environment.entries.filter { entry in
            !replaced.contains { strncmp(entry, $0, $0.utf8.count) == 0 }
        }
        return kept + changes.map { Array(($0.key + "=" + $0.value).utf8CString) }
    }
}

/// The extensions of `posix_spawn` that start a program in a session of its own. The headers show them only to programs
/// that ask for extensions, and glibc has the last one since 2.34, so they are looked up.
struct SpawnedSession {
    #if canImport(Darwin)
        typealias Actions = posix_spawn_file_actions_t?
        typealias Attributes = posix_spawnattr_t?
        /// `POSIX_SPAWN_SETSID`, and `POSIX_SPAWN_CLOEXEC_DEFAULT`: no file but those that were named is open.
        static let flags: Int32 = 0x0400 | 0x4000
    #else
        typealias Actions = posix_spawn_file_actions_t
        typealias Attributes = posix_spawnattr_t
        /// `POSIX_SPAWN_SETSID`.
        static let flags: Int32 = 0x80
        private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32
        private let closeFrom: CloseFrom
    #endif
    private typealias ChangeFolder = @convention(c) (UnsafeMutablePointer<Actions>, UnsafePointer<CChar>) -> Int32
    private let changeFolder: ChangeFolder

    /// Nil where the system has no such functions.
    init?() {
        guard let folder = SpawnedSession.symbol("posix_spawn_file_actions_addchdir_np") else { return nil }
        changeFolder = unsafeBitCast(folder, to: ChangeFolder.self)
        #if !canImport(Darwin)
            guard let files = SpawnedSession.symbol("posix_spawn_file_actions_addclosefrom_np") else { return nil }
            closeFrom = unsafeBitCast(files, to: CloseFrom.self)
        #endif
    }

    /// Adds what the new process does first: it goes to the folder. Returns a value of `errno`.
    func change(to folder: String, in actions: inout Actions) -> Int32 { changeFolder(&actions, folder) }

    /// Adds that the new process closes all files but the standard ones. libcurl's sockets would stay open otherwise, and
    /// what our own parent has left open. Returns a value of `errno`.
    func closeOtherFiles(in actions: inout Actions) -> Int32 {
        #if canImport(Darwin)
            0
        #else
            closeFrom(&actions, 3)
        #endif
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        #if canImport(Darwin)
            dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
        #else
            dlsym(nil, name)
        #endif
    }
}

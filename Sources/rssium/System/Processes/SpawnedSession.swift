internal import FeedCore

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

/// A file that is written beside another one, and then takes its place in one step.
package struct ReplacedFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let descriptor: Int32

    /// Makes the temporary file, and removes those of programs that were killed.
    package init(_ path: String) throws(FileError) {
        self.path = path
        temporary = "\(path).new-\(getpid()).tmp"
        File.removeLeftovers(beginningWith: "\(path).new-", endings: [".tmp"])
        // O_EXCL follows no link that another user may have put there.
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        File.share(descriptor, withOwnerOf: access(path, F_OK) == 0 ? path : File.folder(of: path))
    }

    package func write(_ bytes: [UInt8]) throws(FileError) { try File.write(bytes, to: descriptor) }

    /// Puts it in its place, on the disk when this returns. Returns its status; nil if that is unknown.
    package consuming func keep(mode: mode_t = 0o600) throws(FileError) -> stat? {
        guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw .system(errno)
        }
        File.flushFolder(of: path)
        return File.status(of: descriptor)
    }

    deinit {
        close(descriptor)
        unlink(temporary)
    }
}

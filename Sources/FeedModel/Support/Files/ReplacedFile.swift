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

    /// Puts it in its place, on the disk when this returns. A new file is for the user alone, another one has the mode of
    /// that in whose place it is. Returns its status; nil if that is unknown.
    package consuming func keep() throws(FileError) -> stat? {
        var replaced = stat()
        let isReplacing = lstat(path, &replaced) == 0 && replaced.st_mode & S_IFMT == S_IFREG
        guard fchmod(descriptor, isReplacing ? replaced.st_mode & 0o7777 : 0o600) == 0, fsync(descriptor) == 0,
            rename(temporary, path) == 0
        else {
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

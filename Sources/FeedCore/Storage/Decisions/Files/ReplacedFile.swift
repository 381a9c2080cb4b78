/// A file that is written beside another one, and then takes its place in one step.
struct ReplacedFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let descriptor: Int32

    /// Makes the temporary file. Throws `SharedFolderError`.
    init(_ path: String) throws(SharedFolderError) {
        self.path = path
        temporary = path + ".tmp"
        // Of a program that was killed.
        unlink(temporary)
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SharedFolderError(
                path: File.folder(of: path), reason: "it cannot be written to: \(String(cString: strerror(errno)))")
        }
        fchmod(descriptor, 0o600)
    }

    func write(_ bytes: [UInt8]) throws(SharedFolderError) {
        do throws(FileError) {
            try File.write(bytes, to: descriptor)
        } catch {
            throw SharedFolderError(path: File.folder(of: path), reason: "it cannot be written to: \(error.reason)")
        }
    }

    /// Puts it in its place, on the disk when this returns. Returns its size, time and inode, as `SharedFolder.File.seen`.
    consuming func keep() throws(SharedFolderError) -> String {
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw SharedFolderError(
                path: File.folder(of: path), reason: "it cannot be written to: \(String(cString: strerror(errno)))")
        }
        let folder = open(File.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
        var status = stat()
        // Without them the next run reads the file.
        return fstat(descriptor, &status) == 0 ? SharedFolder.File(path, status).seen : ""
    }

    deinit {
        close(descriptor)
        unlink(temporary)
    }
}

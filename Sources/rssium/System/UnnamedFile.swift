internal import FeedCore

/// A temporary file that another program reads.
enum UnnamedFile {
    /// An open file without a name, to be read from its beginning.
    static func open(with bytes: [UInt8], in folders: [String]) throws(FileError) -> Int32 {
        var code = ENOENT
        for folder in folders {
            // A random name that no other program can prepare.
            let path = "\(folder)/rssium-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            let descriptor = FeedCore.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                code = errno
                continue
            }
            unlink(path)
            do throws(FileError) {
                try File.write(bytes, to: descriptor)
                guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(errno) }
                return descriptor
            } catch {
                close(descriptor)
                throw error
            }
        }
        throw .system(code)
    }
}

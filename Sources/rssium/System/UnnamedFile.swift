internal import FeedCore

/// A temporary file that another program reads.
enum UnnamedFile {
    /// An open file without a name, to be read from its beginning.
    static func open(with bytes: [UInt8], in folders: [String]) throws(FileError) -> Int32 {
        guard let descriptor = File.unnamed(in: folders) else { throw .system(errno) }
        do throws(FileError) {
            try File.write(bytes, to: descriptor)
            guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(errno) }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }
}

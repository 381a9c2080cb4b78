internal import FeedCore

/// Reads and writes whole files for the benchmark.
enum Files {
    static func read(_ path: String) throws -> [UInt8] {
        guard let stream = fopen(path, "rb") else { throw BenchError("\(path) cannot be read") }
        defer { fclose(stream) }
        var status = stat()
        fstat(fileno(stream), &status)
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = fread(buffer.baseAddress, 1, size, stream)
        }
    }

    static func size(of path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BenchError("\(path) cannot be read") }
        return Int(status.st_size)
    }

    static func write(_ text: String, to path: String) throws {
        guard let stream = fopen(path, "wb") else { throw BenchError("\(path) cannot be written") }
        var text = text
        let written = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) }
        guard fclose(stream) == 0, written == text.utf8.count else { throw BenchError("\(path) cannot be written") }
    }

    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw BenchError("\(path) cannot be made") }
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else { throw BenchError("\(folder) cannot be read") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a database and the files that SQLite keeps beside it.
    static func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) }
    }

    static func removeFolder(_ path: String) {
        for name in (try? names(in: path)) ?? [] {
            let entry = path + "/" + name
            if unlink(entry) != 0 { removeFolder(entry) }
        }
        rmdir(path)
    }
}

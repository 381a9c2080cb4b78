/// Opens local feeds.
enum LocalFile {
    /// Opens a regular file, and returns its size, too. A pipe or a device could block us for ever.
    static func opened(at url: WebAddress, byteLimit: Int) throws(FetchError) -> (
        file: BodyFile, size: Int
    ) {
        guard let path = path(of: url) else { throw .file("the path cannot be read") }
        let file: RegularFile
        do throws(FileError) { file = try RegularFile(path) } catch { throw .file(BodyFile.message(for: error)) }
        let size = file.size
        guard size <= byteLimit else { throw .tooLarge(limit: byteLimit) }
        return (BodyFile(file.release(), byteLimit: byteLimit), size)
    }

    /// The decoded path as a C string; nil if it contains a zero byte.
    private static func path(of url: WebAddress) -> [CChar]? {
        let written = Array(url.path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        var path: [CChar] = []
        var index = 0
        while index < written.count {
            var byte = written[index]
            if byte == UInt8(ascii: "%"), index + 2 < written.count,
                let high = ASCII.hexValue(written[index + 1]), let low = ASCII.hexValue(written[index + 2])
            {
                byte = high << 4 | low
                index += 2
            }
            guard byte != 0 else { return nil }
            path.append(CChar(truncatingIfNeeded: byte))
            index += 1
        }
        return path + [0]
    }
}

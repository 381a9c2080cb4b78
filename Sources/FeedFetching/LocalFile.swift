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
        let path = URISyntax.percentDecoded(
            url.path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        return path.contains(0) ? nil : path.map { CChar(truncatingIfNeeded: $0) } + [0]
    }
}

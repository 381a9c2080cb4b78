internal import FeedCore

/// An image in the form in which a terminal takes it. Besides chafa's rows of symbols, these are the only bytes that reach
/// the terminal unescaped: base64 of the image's own bytes, or sixel graphics that were checked byte by byte.
struct Picture: Hashable, Sendable {
    let bytes: [UInt8]

    /// A PNG file in kitty's graphics protocol, in chunks of at most 4096 bytes.
    static func kitty(png: [UInt8], _ size: PictureCells) -> Picture {
        let data = Base64.encoded(png)[...]
        let chunks = stride(from: 0, to: data.count, by: 4096).map { data[$0..<min($0 + 4096, data.count)] }
        return kitty("f=100", chunks, size)
    }

    /// The pixels of chafa's output for kitty: its base64 in escape sequences of our own. Nil for any other output.
    static func kitty(chafaOutput output: [UInt8], _ size: PictureCells) -> Picture? {
        var keys: [Substring] = []
        var chunks: [ArraySlice<UInt8>] = []
        for sequence in output.split(separator: 0x1B) where sequence.starts(with: "_G".utf8) {
            let head = sequence.dropFirst(2).prefix { $0 != UInt8(ascii: ";") }
            if keys.isEmpty { keys = String(decoding: head, as: UTF8.self).split(separator: ",") }
            let data = sequence[head.endIndex...].dropFirst()
            guard data.allSatisfy(Base64.isLetter) else { return nil }
            if !data.isEmpty { chunks.append(data) }
        }
        func pixels(_ key: String) -> Int? {
            let number = keys.first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) }
            return number.flatMap { (1...10_000).contains($0) ? $0 : nil }
        }
        // Four bytes a pixel, not compressed.
        guard keys.contains("f=32"), !keys.contains(where: { $0.hasPrefix("o=") }), !chunks.isEmpty,
            let width = pixels("s="), let height = pixels("v=")
        else { return nil }
        return kitty("f=32,s=\(width),v=\(height)", chunks, size)
    }

    /// `q=2` tells the terminal not to answer.
    private static func kitty(_ format: String, _ chunks: [ArraySlice<UInt8>], _ size: PictureCells) -> Picture {
        var bytes: [UInt8] = []
        for (index, chunk) in chunks.enumerated() {
            let head = index == 0 ? "a=T,\(format),q=2,c=\(size.columns),r=\(size.rows)," : "q=2,"
            bytes += "\u{1B}_G\(head)m=\(index + 1 < chunks.count ? 1 : 0);".utf8
            bytes += chunk
            bytes += "\u{1B}\\".utf8
        }
        return Picture(bytes: bytes)
    }

    /// A file of any format in iTerm2's protocol.
    static func iTerm(_ file: [UInt8], _ size: PictureCells) -> Picture {
        let head =
            "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(size.columns);height=\(size.rows)"
            + ";preserveAspectRatio=1:"
        return Picture(bytes: Array(head.utf8) + Base64.encoded(file) + [0x07])
    }
}

/// How many cells a picture takes.
struct PictureCells: Hashable, Sendable {
    let columns: Int
    let rows: Int

    /// The image's own size, reduced to the room there is.
    init(width: Int, height: Int, cell: TerminalCapabilities.Cell, columns: Int, rows: Int) {
        let (wide, high) = (Double(max(width, 1)), Double(max(height, 1)))
        let scale = min(1, Double(max(columns, 1) * cell.width) / wide, Double(max(rows, 1) * cell.height) / high)
        self.columns = max(1, min(columns, Int((wide * scale / Double(cell.width)).rounded())))
        self.rows = max(1, min(rows, Int((high * scale / Double(cell.height)).rounded())))
    }
}

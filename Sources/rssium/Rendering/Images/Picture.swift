/// An image in the form in which a terminal takes it: the one thing that goes to it as it is.
///
/// Of the bytes of an image nothing gets here but letters of base64, or what has been held against the grammar of
/// sixel graphics.
struct Picture: Hashable, Sendable {
    let bytes: [UInt8]
    /// How many lines of the screen it takes.
    let rows: Int

    private init(_ bytes: [UInt8], rows: Int) {
        self.bytes = bytes
        self.rows = rows
    }

    /// By the graphics protocol of kitty: a PNG file, in pieces of at most 4096 bytes. It is told not to answer.
    static func kitty(png: [UInt8], _ size: PictureSize) -> Picture {
        let data = Base64.encoded(png)[...]
        let pieces = stride(from: 0, to: data.count, by: 4096).map { data[$0..<min($0 + 4096, data.count)] }
        return kitty("f=100", pieces, size)
    }

    /// By the same: rows of pixels of red, green, blue and opacity, in base64, each piece for itself. Nil where they
    /// are anything else.
    static func kitty(_ pixels: KittyPixels, _ size: PictureSize) -> Picture? {
        var count = 0
        for piece in pixels.pieces {
            guard piece.count <= 4096, piece.count % 4 == 0, piece.allSatisfy(Base64.isLetter) else { return nil }
            count += piece.count / 4 * 3 - piece.suffix(2).count { $0 == UInt8(ascii: "=") }
        }
        guard count == pixels.width * pixels.height * 4 else { return nil }
        return kitty("f=32,s=\(pixels.width),v=\(pixels.height)", pixels.pieces, size)
    }

    private static func kitty(_ format: String, _ pieces: [ArraySlice<UInt8>], _ size: PictureSize) -> Picture {
        var bytes: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            let head = index == 0 ? "a=T,\(format),q=2,c=\(size.columns),r=\(size.rows)," : "q=2,"
            bytes += "\u{1B}_G\(head)m=\(index + 1 < pieces.count ? 1 : 0);".utf8
            bytes += piece
            bytes += "\u{1B}\\".utf8
        }
        return Picture(bytes, rows: size.rows)
    }

    /// By the protocol of iTerm2: a file of any format that it knows.
    static func iTerm(_ file: [UInt8], _ size: PictureSize) -> Picture {
        let head =
            "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(size.columns);height=\(size.rows)"
            + ";preserveAspectRatio=1:"
        return Picture(Array(head.utf8) + Base64.encoded(file) + [0x07], rows: size.rows)
    }

    /// Sixel graphics as a program has made them (DEC STD 070, chapter 9). Nil where they are anything else.
    static func sixel(_ output: [UInt8], cell: TerminalCapabilities.Cell) -> Picture? {
        guard let image = Sixel(output) else { return nil }
        return Picture(image.bytes, rows: (image.height + cell.height - 1) / cell.height)
    }
}

/// How many cells a picture takes.
struct PictureSize: Hashable, Sendable {
    let columns: Int
    let rows: Int

    /// Its own size where there is room for it, else as large as there is room; never larger than it is.
    init(width: Int, height: Int, cell: TerminalCapabilities.Cell, columns: Int, rows: Int) {
        let (wide, high) = (Double(max(width, 1)), Double(max(height, 1)))
        let scale = min(
            1, Double(max(columns, 1) * cell.width) / wide, Double(max(rows, 1) * cell.height) / high)
        self.columns = max(1, min(columns, Int((wide * scale / Double(cell.width)).rounded())))
        self.rows = max(1, min(rows, Int((high * scale / Double(cell.height)).rounded())))
    }
}

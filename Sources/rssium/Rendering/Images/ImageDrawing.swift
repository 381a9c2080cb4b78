/// Draws images in the best way that a terminal and the installed programs allow.
struct ImageDrawing {
    var capabilities = TerminalCapabilities()
    /// Nil where chafa is not installed.
    let chafa: Chafa?
    let depth: Escape.Depth
    let letters: Terminal.Letters

    enum Drawn {
        case picture(Picture)
        /// One row after another, as chafa has printed it.
        case symbols([[UInt8]])
    }

    /// Whether the terminal shows pictures, and not only symbols.
    var isNative: Bool { capabilities.knowsKitty || capabilities.knowsITerm || capabilities.knowsSixel && chafa != nil }

    var isPossible: Bool { isNative || canDrawSymbols }

    /// Symbols without colors are not recognizable.
    private var canDrawSymbols: Bool { chafa != nil && depth != .none }

    /// Larger files are not sent to a terminal.
    private static let byteLimit = 8 << 20

    /// Draws the image, no larger than so many cells. Nil where it cannot be shown.
    func draw(_ file: ImageFile, columns: Int, rows: Int) -> Drawn? {
        let cell = capabilities.cell ?? .standard
        let size = PictureCells(width: file.width, height: file.height, cell: cell, columns: columns, rows: rows)
        if file.isWhole, file.bytes.count <= ImageDrawing.byteLimit {
            if capabilities.knowsKitty, file.format == .png { return .picture(.kitty(png: file.bytes, size)) }
            if capabilities.knowsITerm { return .picture(.iTerm(file.bytes, size)) }
        }
        guard let chafa else { return nil }
        let width = min(file.width, size.columns * cell.width)
        let height = min(file.height, size.rows * cell.height)
        if capabilities.knowsKitty, let picture = kitty(file, size, width: width, height: height, chafa) {
            return .picture(picture)
        }
        if capabilities.knowsSixel, let sixel = sixel(file, width: width, height: height, chafa) {
            return .picture(Picture(bytes: sixel.bytes))
        }
        return canDrawSymbols ? symbols(file, size, chafa) : nil
    }

    private func symbols(_ file: ImageFile, _ size: PictureCells, _ chafa: Chafa) -> Drawn? {
        // Polite: it prints colors and characters, and changes nothing else of the terminal.
        var options = ["--polite", "on", "--colors", depth == .full ? "full" : "240"]
        if letters == .ascii { options += ["--symbols", "ascii"] }
        let output = chafa.output(for: file, as: .symbols, columns: size.columns, rows: size.rows, more: options)
        let lines = output?.split(separator: UInt8(ascii: "\n")).prefix(size.rows).map(Array.init) ?? []
        return lines.isEmpty ? nil : .symbols(lines)
    }

    /// The pixels of a cell when chafa cannot ask a terminal. Some versions use larger cells.
    private static let chafaCell = 8

    private static func chafaCells(_ pixels: Int) -> Int { (pixels + chafaCell - 1) / chafaCell }

    /// The terminal scales the pixels, so that larger cells of chafa do no harm.
    private func kitty(_ file: ImageFile, _ size: PictureCells, width: Int, height: Int, _ chafa: Chafa) -> Picture? {
        let columns = Self.chafaCells(width)
        let output = chafa.output(for: file, as: .kitty, columns: columns, rows: Self.chafaCells(height))
        return output.flatMap { Picture.kitty(chafaOutput: $0, size) }
    }

    /// The terminal shows the pixels as they are: where chafa's cells turn out larger, it draws again in fewer cells.
    private func sixel(_ file: ImageFile, width: Int, height: Int, _ chafa: Chafa) -> Sixel? {
        func draw(columns: Int, rows: Int) -> Sixel? {
            chafa.output(for: file, as: .sixels, columns: max(1, columns), rows: max(1, rows)).flatMap(Sixel.init)
        }
        let (columns, rows) = (Self.chafaCells(width), Self.chafaCells(height))
        guard let first = draw(columns: columns, rows: rows) else { return nil }
        let isRightSize = abs(first.width - width) <= width / 8 + 8 && abs(first.height - height) <= height / 8 + 8
        return isRightSize ? first : draw(columns: columns * width / first.width, rows: rows * height / first.height)
    }
}

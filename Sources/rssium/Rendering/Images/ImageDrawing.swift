/// Draws images in the best way that a terminal has.
struct ImageDrawing {
    var ability = TerminalCapabilities()
    /// Nil where it is not installed, or may not be used.
    let chafa: Chafa?
    let depth: Escape.Depth
    let letters: Terminal.Letters

    enum Drawn {
        case picture(Picture)
        case symbols([StyledText])

        var rows: Int {
            switch self {
            case .picture(let picture): picture.rows
            case .symbols(let lines): lines.count
            }
        }
    }

    /// Whether pictures can be shown as such, and not only as symbols.
    var isNative: Bool { ability.knowsKitty || ability.knowsITerm || ability.knowsSixel && chafa != nil }

    /// Whether anything can be shown at all. Symbols without colors show nothing that anybody would recognize.
    var isPossible: Bool { isNative || canDrawSymbols }

    private var canDrawSymbols: Bool { chafa != nil && depth != .none }

    /// More than this is not sent to a terminal as it is.
    private static let byteLimit = 8 << 20

    /// The image, no larger than so many cells; nil where it cannot be shown.
    func draw(_ file: ImageFile, columns: Int, rows: Int) -> Drawn? {
        let cell = ability.cell ?? .standard
        let size = PictureSize(width: file.width, height: file.height, cell: cell, columns: columns, rows: rows)
        if file.isWhole, file.bytes.count <= ImageDrawing.byteLimit {
            if ability.knowsKitty, file.format == .png { return .picture(.kitty(png: file.bytes, size)) }
            if ability.knowsITerm { return .picture(.iTerm(file.bytes, size)) }
        }
        guard let chafa else { return nil }
        if ability.knowsKitty, let picture = kittyPixels(of: file, size, chafa, cell) { return .picture(picture) }
        if ability.knowsSixel, let picture = sixel(of: file, size, chafa, cell) { return .picture(picture) }
        return canDrawSymbols ? symbols(of: file, size, chafa) : nil
    }

    private func symbols(of file: ImageFile, _ size: PictureSize, _ chafa: Chafa) -> Drawn? {
        var options = ["--colors", depth == .full ? "full" : "240"]
        if letters == .ascii { options += ["--symbols", "ascii"] }
        let output = chafa.output(of: file, as: .symbols, columns: size.columns, rows: size.rows, more: options)
        let lines = output.map { ANSIArt.lines(of: $0, rows: size.rows) } ?? []
        return lines.isEmpty ? nil : .symbols(lines)
    }

    private func sixel(
        of file: ImageFile, _ size: PictureSize, _ chafa: Chafa, _ cell: TerminalCapabilities.Cell
    ) -> Picture? {
        let output = pixels(of: file, as: .sixels, size, chafa, cell) { output in
            Sixel(output).map { ($0.width, $0.height) }
        }
        return output.flatMap { Picture.sixel($0, cell: cell) }
    }

    private func kittyPixels(
        of file: ImageFile, _ size: PictureSize, _ chafa: Chafa, _ cell: TerminalCapabilities.Cell
    ) -> Picture? {
        let output = pixels(of: file, as: .kitty, size, chafa, cell) { output in
            KittyPixels(output).map { ($0.width, $0.height) }
        }
        return output.flatMap { KittyPixels($0) }.flatMap { Picture.kitty($0, size) }
    }

    /// How many pixels a cell of chafa has depends on its version: where the outcome is not as large as it is to be,
    /// the second try is.
    private func pixels(
        of file: ImageFile, as form: Chafa.Form, _ size: PictureSize, _ chafa: Chafa, _ cell: TerminalCapabilities.Cell,
        measured: ([UInt8]) -> (width: Int, height: Int)?
    ) -> [UInt8]? {
        let wanted = (
            width: min(file.width, size.columns * cell.width), height: min(file.height, size.rows * cell.height)
        )
        let guess = (columns: (wanted.width + 7) / 8, rows: (wanted.height + 7) / 8)
        guard let first = chafa.output(of: file, as: form, columns: guess.columns, rows: guess.rows),
            let got = measured(first)
        else { return nil }
        let isGood =
            abs(got.width - wanted.width) <= wanted.width / 8 + 8
            && abs(got.height - wanted.height) <= wanted.height / 8 + 8
        if isGood { return first }
        return chafa.output(
            of: file, as: form, columns: max(1, guess.columns * wanted.width / got.width),
            rows: max(1, guess.rows * wanted.height / got.height))
    }
}

/// The escape sequence of a style (ECMA-48, SGR). Text gets its escape sequences only here.
struct Escape {
    /// How many colors the terminal has: none, 256, or all of RGB.
    enum Depth: Equatable {
        case none, indexed, full
    }

    let depth: Depth

    static let reset = "\u{1B}[0m"
    /// Erases from the cursor to the end of the line.
    static let eraseLine = "\u{1B}[K"
    /// Erases from the cursor to the end of the screen.
    static let eraseRest = "\u{1B}[J"
    /// Moves the cursor to the first cell.
    static let goHome = "\u{1B}[H"
    /// Shows a screen of its own, and gives the old one back (xterm, and every terminal since). On it, lines that are too
    /// wide are cut (DECAWM): a terminal may draw a character wider than `TextWidth` counts.
    static let enterScreen = "\u{1B}[?1049h\u{1B}[?7l"
    static let leaveScreen = "\u{1B}[?7h\u{1B}[?1049l"

    /// Moves the cursor to the first cell of a row, counted from 1.
    static func row(_ row: Int) -> String { "\u{1B}[\(row);1H" }

    /// Turns the style on; empty for the plain style and without colors.
    func start(of style: Style) -> String {
        guard depth != .none, style != .plain else { return "" }
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        if style.isItalic { codes.append("3") }
        if style.isUnderlined { codes.append("4") }
        if style.isReversed { codes.append("7") }
        if let color = style.color { codes.append(code(of: color, from: 30)) }
        if let background = style.background { codes.append(code(of: background, from: 40)) }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    /// - Parameter first: the code of black: 30 for the text, 40 for the background.
    private func code(of color: Color, from first: Int) -> String {
        switch color {
        case .ansi(let color): String(first + Int(color.rawValue))
        case .rgb(let red, let green, let blue):
            "\(first + 8);" + (depth == .full ? "2;\(red);\(green);\(blue)" : "5;\(Escape.index(red, green, blue))")
        }
    }

    /// The nearest of the 256 colors, from the cube of six steps for each component or from the 24 greys.
    static func index(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let wanted = [Int(red), Int(green), Int(blue)]
        let steps = [0, 95, 135, 175, 215, 255]
        let nearest = wanted.map { value in
            steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
        }
        let grey = max(0, min(23, (wanted.reduce(0, +) / 3 - 3) / 10))
        let cubeDistance = distance(wanted, nearest.map { steps[$0] })
        let greyDistance = distance(wanted, Array(repeating: 8 + 10 * grey, count: 3))
        if greyDistance < cubeDistance { return 232 + grey }
        return 16 + 36 * nearest[0] + 6 * nearest[1] + nearest[2]
    }

    private static func distance(_ left: [Int], _ right: [Int]) -> Int {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
}

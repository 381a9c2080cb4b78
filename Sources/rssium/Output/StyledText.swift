/// How a piece of text looks on a terminal. It stands beside the text: no string carries escape sequences.
struct Style: Hashable {
    var color: Color?
    var background: Color?
    var isBold = false
    var isDim = false
    var isItalic = false
    var isUnderlined = false
    /// Color and background change places.
    var isReversed = false

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let dim = Style(isDim: true)
    static let italic = Style(isItalic: true)
    static let underlined = Style(isUnderlined: true)

    static func colored(_ color: Color) -> Style { Style(color: color) }

    /// Both together; the color of the other one wins.
    func with(_ other: Style) -> Style {
        Style(
            color: other.color ?? color, background: other.background ?? background,
            isBold: isBold || other.isBold, isDim: isDim || other.isDim, isItalic: isItalic || other.isItalic,
            isUnderlined: isUnderlined || other.isUnderlined,
            isReversed: isReversed || other.isReversed)
    }
}

/// A color of a category or of the program itself.
enum Color: Hashable {
    /// One of the terminal's own eight.
    case ansi(ANSI)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    enum ANSI: UInt8, CaseIterable {
        case black, red, green, yellow, blue, magenta, cyan, white
    }
}

/// One line's text in pieces, each with its style.
struct StyledText: Hashable {
    struct Run: Hashable {
        var text: String
        var style: Style
    }

    private(set) var runs: [Run] = []

    init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    /// Adds text, to the last run where the style is the same.
    mutating func append(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        if runs.last?.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    mutating func append(_ other: StyledText) {
        for run in other.runs { append(run.text, run.style) }
    }

    /// The text alone.
    var plain: String { runs.map(\.text).joined() }
    var isEmpty: Bool { runs.isEmpty }
}

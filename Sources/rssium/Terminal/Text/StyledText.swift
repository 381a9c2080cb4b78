/// How a part of a text looks on a terminal. Strings never hold escape sequences; styles stay beside the text.
struct Style: Hashable {
    var color: Color?
    var background: Color?
    var isBold = false
    var isDim = false
    var isItalic = false
    var isUnderlined = false
    /// Whether color and background are swapped.
    var isReversed = false

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let dim = Style(isDim: true)
    static let italic = Style(isItalic: true)
    static let underlined = Style(isUnderlined: true)

    static func colored(_ color: Color) -> Style { Style(color: color) }

    /// Combines both styles; the colors of `other` win.
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
    /// One of the eight colors of the terminal's palette.
    case ansi(ANSI)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    enum ANSI: UInt8, CaseIterable {
        case black, red, green, yellow, blue, magenta, cyan, white
    }
}

/// The text of one line, with the styles of its parts.
struct StyledText: Hashable {
    struct Run: Hashable {
        var text: Substring
        var style: Style
    }

    /// A style and its end, in bytes of UTF-8.
    struct StyleEnd: Hashable {
        var style: Style
        var end: Int
    }

    /// The text without styles.
    private(set) var plain: String
    /// Empty where all is plain, as in nearly all lines. Otherwise the last style ends with the text, and neighbours
    /// differ.
    private(set) var styles: [StyleEnd] = []

    init(_ text: String = "", _ style: Style = .plain) {
        plain = text
        if style != .plain, !text.isEmpty { styles = [StyleEnd(style: style, end: text.utf8.count)] }
    }

    /// - Parameter styles: cover the whole text, and neighbours differ.
    init(_ text: String, styles: [StyleEnd]) {
        plain = text
        if styles.count > 1 || styles.first?.style != .plain { self.styles = styles }
    }

    /// Appends text; it joins the last run if that has the same style.
    mutating func append(_ text: some StringProtocol, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        let start = plain.utf8.count
        if start == 0 { plain = String(text) } else { plain += Substring(text) }
        if styles.isEmpty {
            if start > 0, style != .plain { styles.append(StyleEnd(style: .plain, end: start)) }
            if style == .plain { return }
        }
        extend(style)
    }

    mutating func append(_ other: StyledText) {
        if plain.isEmpty {
            self = other
        } else if other.styles.isEmpty {
            append(other.plain)
        } else {
            for run in other.runs { append(run.text, run.style) }
        }
    }

    /// Keeps only the first `count` bytes.
    mutating func cut(toBytes count: Int) {
        plain.removeSubrange(plain.utf8.index(plain.startIndex, offsetBy: count)...)
        while let last = styles.last, last.end > count {
            let start = styles.count > 1 ? styles[styles.count - 2].end : 0
            if start < count {
                styles[styles.count - 1].end = count
                break
            }
            styles.removeLast()
        }
        if styles.count == 1, styles[0].style == .plain { styles = [] }
    }

    private mutating func extend(_ style: Style) {
        let end = plain.utf8.count
        if styles.last?.style == style {
            styles[styles.count - 1].end = end
        } else {
            styles.append(StyleEnd(style: style, end: end))
        }
    }

    /// The parts of the text, one for each style.
    var runs: [Run] {
        guard !styles.isEmpty else { return plain.isEmpty ? [] : [Run(text: plain[...], style: .plain)] }
        var start = plain.startIndex
        var from = 0
        return styles.map { style in
            let end = plain.utf8.index(start, offsetBy: style.end - from)
            defer { (start, from) = (end, style.end) }
            return Run(text: plain[start..<end], style: style.style)
        }
    }

    var isEmpty: Bool { plain.isEmpty }
}

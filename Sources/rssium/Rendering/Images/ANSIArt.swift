/// Reads chafa's colored symbols into styled text, so that no escape sequence of chafa reaches the terminal.
enum ANSIArt {
    /// Of the escape sequences only styles are read (ECMA-48, SGR).
    static func lines(of output: [UInt8], maxCount: Int) -> [StyledText] {
        var lines: [StyledText] = []
        var line = StyledText()
        var text = ""
        var style = Style.plain
        var scalars = String(decoding: output, as: UTF8.self).unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\n":
                line.append(text, style)
                text = ""
                lines.append(line.withoutPlainEnd)
                line = StyledText()
            case "\u{1B}":
                guard let numbers = takeStyleNumbers(in: &scalars) else { continue }
                line.append(text, style)
                text = ""
                style.apply(numbers)
            default: text.unicodeScalars.append(scalar)
            }
        }
        line.append(text, style)
        if !line.isEmpty { lines.append(line.withoutPlainEnd) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines.prefix(maxCount))
    }

    /// Removes the rest of an escape sequence after its ESC. Returns its numbers, or nil if it sets no style.
    private static func takeStyleNumbers(in scalars: inout Substring.UnicodeScalarView) -> [Int]? {
        guard scalars.first == "[" else { return nil }
        scalars.removeFirst()
        var numbers = ""
        while let scalar = scalars.popFirst() {
            if (0x40...0x7E).contains(scalar.value) {
                guard scalar == "m" else { return nil }
                let parts = numbers.split(separator: ";", omittingEmptySubsequences: false)
                return parts.map { Int($0) ?? 0 }
            }
            numbers.unicodeScalars.append(scalar)
        }
        return nil
    }
}

extension StyledText {
    /// The line without trailing spaces, unless these show a color.
    fileprivate var withoutPlainEnd: StyledText {
        guard let last = runs.last, last.style == .plain, last.text.utf8.allSatisfy({ $0 == 0x20 }) else { return self }
        var line = StyledText()
        for run in runs.dropLast() { line.append(run.text, run.style) }
        return line
    }
}

extension Style {
    fileprivate mutating func apply(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: self = .plain
            case 1: isBold = true
            case 7: isReversed = true
            case 22: isBold = false
            case 27: isReversed = false
            case 30...37: color = Color.ANSI(rawValue: UInt8(number - 30)).map(Color.ansi)
            case 38: color = Color(numbers: &rest) ?? color
            case 39: color = nil
            case 40...47: background = Color.ANSI(rawValue: UInt8(number - 40)).map(Color.ansi)
            case 48: background = Color(numbers: &rest) ?? background
            case 49: background = nil
            default: break
            }
        }
    }
}

extension Color {
    /// Reads `2;red;green;blue` or `5;index`.
    fileprivate init?(numbers rest: inout ArraySlice<Int>) {
        switch rest.popFirst() {
        case 2:
            let parts = rest.prefix(3).map { UInt8(clamping: $0) }
            rest = rest.dropFirst(3)
            guard parts.count == 3 else { return nil }
            self = .rgb(red: parts[0], green: parts[1], blue: parts[2])
        case 5:
            guard let index = rest.popFirst() else { return nil }
            self.init(index: index)
        default: return nil
        }
    }

    /// One of the 256 colors: the terminal's own, a cube of six steps a color, greys.
    private init?(index: Int) {
        switch index {
        case 0...7:
            guard let own = ANSI(rawValue: UInt8(index)) else { return nil }
            self = .ansi(own)
        case 16...231:
            let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
            let cube = index - 16
            self = .rgb(red: steps[cube / 36], green: steps[cube / 6 % 6], blue: steps[cube % 6])
        case 232...255:
            let grey = UInt8(8 + 10 * (index - 232))
            self = .rgb(red: grey, green: grey, blue: grey)
        default: return nil
        }
    }
}

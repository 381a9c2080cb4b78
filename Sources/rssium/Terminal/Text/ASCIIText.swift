/// Replaces characters for a terminal that shows only ASCII. Each becomes the most similar text of the same width, so
/// the layout stays.
enum ASCIIText {
    static func string(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for character in text {
            if character.isASCII {
                result.append(character)
            } else {
                append(character, to: &result)
            }
        }
        return result
    }

    private static func append(_ character: Character, to result: inout String) {
        let cells = TextWidth.cells(of: character)
        guard cells > 0, let scalar = character.unicodeScalars.first else { return }
        let letter = cells == 1 ? letter(for: scalar) : nil
        result += letter.map(String.init) ?? String(repeating: "?", count: cells)
    }

    private static func letter(for scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 0..<0x80: Character(scalar)
        case 0xC0..<0x180: latin[Int(scalar.value) - 0xC0]
        // Box drawing: horizontal lines, vertical lines, and corners.
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550: "-"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551: "|"
        case 0x2500...0x257F: "+"
        // Bars of an eighth to eight eighths.
        case 0x2581...0x2588: bars[Int(scalar.value) - 0x2581]
        case 0x2580...0x259F: "#"
        default: symbols[scalar]
        }
    }

    /// The letters of the blocks Latin-1 and Latin Extended-A, from U+00C0 on, without diacritics.
    private static let latin = Array(
        "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
            + "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSs"
            + "SsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs")

    private static let bars = Array("_.:-=+*#")

    private static let symbols: [Unicode.Scalar: Character] = {
        let groups: [(letter: Character, symbols: String)] = [
            ("\"", "“”„‟«»″"), ("'", "‘’‚‛‹›′´"), ("-", "‐‑‒–—―−·⁃▪"), ("*", "•‣●∗★☆"), ("o", "◦○°"), (".", "…․"),
            (" ", "\u{A0}\u{2002}\u{2003}\u{2007}\u{2009}\u{200A}\u{202F}☐"), ("x", "☑☒✓✔✕✗×"), ("/", "⁄÷"),
            ("|", "¦▏▎▍▌"), ("<", "←↩"), (">", "→↳▸"), ("^", "↑"), ("v", "↓"), ("~", "≈∼"), ("!", "¡"), ("?", "¿"),
            ("c", "©¢"), ("R", "®"), ("E", "€"), ("L", "£"), ("Y", "¥"), ("S", "§Ș"), ("s", "ș"), ("T", "Ț"),
            ("t", "ț"), ("u", "µ"), ("f", "ƒ"), ("0", "⁰₀"), ("1", "¹₁"), ("2", "²₂"), ("3", "³₃"), ("4", "⁴₄"),
            ("5", "⁵₅"), ("6", "⁶₆"), ("7", "⁷₇"), ("8", "⁸₈"), ("9", "⁹₉"), ("+", "⁺₊"), ("=", "⁼₌"), ("(", "⁽₍"),
            (")", "⁾₎"), ("n", "ⁿ"), ("a", "ª"), ("o", "º"),
        ]
        var letters: [Unicode.Scalar: Character] = [:]
        for group in groups {
            for symbol in group.symbols.unicodeScalars { letters[symbol] = group.letter }
        }
        return letters
    }()
}

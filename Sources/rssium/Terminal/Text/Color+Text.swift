/// A color as people write it: `#rrggbb` or the name of one of the terminal's own eight.
extension Color {
    /// Those of the terminal's colors, in their order. Written out: to have the cases tell their names takes a third of
    /// the start of the program.
    static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Nil where it is no color.
    init?(_ text: String) {
        let text = text.lowercased()
        if let place = Color.names.firstIndex(of: text) {
            self = .ansi(ANSI.allCases[place])
            return
        }
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy(Color.isDigit),
            let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self = .rgb(
            red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension Style {
    /// That of a category with this color; plain where it has none.
    static func category(_ color: String?) -> Style { Style(color: color.flatMap(Color.init)) }
}

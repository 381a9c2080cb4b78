/// Reads a color as users write it: `#rrggbb`, or the name of one of the eight colors of terminals.
extension Color {
    /// The names of `ANSI`, in order. Deriving them from the cases takes a third of the start time of the program.
    static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Nil where the text is not a color.
    init?(_ text: String) {
        let text = text.lowercased()
        if let index = Color.names.firstIndex(of: text) {
            self = .ansi(ANSI.allCases[index])
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
    /// The style of a category with this color; plain without one.
    static func category(_ color: String?) -> Style { Style(color: color.flatMap(Color.init)) }
}

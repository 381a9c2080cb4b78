internal import FeedCore

/// Reads a color as users write it: `#rrggbb`, or the name of one of the eight colors of terminals.
extension Color {
    /// Nil where the text is not a color.
    init?(_ text: String) {
        let text = text.lowercased()
        if let index = FeedCore.Category.colorNames.firstIndex(of: text) {
            self = .ansi(ANSI.allCases[index])
            return
        }
        guard FeedCore.Category.isColor(text), let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
        self = .rgb(
            red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }
}

extension Style {
    /// The style of a category with this color; plain without one.
    static func category(_ color: String?) -> Style { Style(color: color.flatMap(Color.init)) }
}

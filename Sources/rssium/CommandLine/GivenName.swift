/// A name that somebody gives to something, as it is stored.
enum GivenName {
    /// Long enough for every title, and short enough for every list.
    static let longestTitle = 1000

    /// Without blanks at its ends, and with one where several stand together. Nil where it is no text of one line, or
    /// nothing of it can be seen.
    static func folded(_ text: String) -> String? {
        guard text == ControlCharacterFilter.string(text, as: .line) else { return nil }
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return name.unicodeScalars.contains(where: isVisible) ? name : nil
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
        // A pattern of Braille without a point.
        return properties.generalCategory != .format && scalar.value != 0x2800
    }

    /// What `--title` gives; empty where that may be given.
    static func title(_ arguments: Arguments, mayBeEmpty: Bool) throws(UsageError) -> String? {
        guard let text = arguments.text("title") else { return nil }
        if mayBeEmpty, text.isEmpty { return text }
        guard let title = folded(text) else { throw arguments.wrong("--title wants a title of one line") }
        guard title.count <= longestTitle else {
            throw arguments.wrong("--title wants a title of at most \(longestTitle) characters")
        }
        return title
    }
}

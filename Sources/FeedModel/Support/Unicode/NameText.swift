/// Texts that can be names of categories, labels and feeds.
extension String {
    /// Two names of categories, labels, views or accounts are the same if they are the same in this form: in lower case
    /// and, so that it does not matter how letters with marks are written, in NFC. Both `σ` and `ς` are `Σ` in capitals.
    public var foldedName: String {
        let name = lowercased()
        return String(CanonicalForm.composed(name.utf8.contains(0xCF) ? name.replacing("ς", with: "σ") : name))
    }

    /// Whether it is one line, without control characters and without characters that override or isolate its direction,
    /// and has a visible character.
    package var isNameText: Bool {
        var isSeen = false
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: return false
            case 0x21..<0x7F: isSeen = true
            default: isSeen = isSeen || scalar.isVisible
            }
        }
        return isSeen
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
        // U+2800 is the Braille pattern without dots.
        return properties.generalCategory != .format && value != 0x2800
    }
}

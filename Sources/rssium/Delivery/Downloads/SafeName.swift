internal import FeedCore

/// Makes one part of a path out of text from elsewhere: a name that every common file system takes, and that means
/// nothing to a shell, a path or Windows. Pure.
enum SafeName {
    /// The most bytes of a name. 255 is what file systems take; the rest is for ` (2)` and `.part`.
    static let byteLimit = 200

    /// The characters stay as they are, composed or not; those that a name cannot have become `-` or a space.
    ///
    /// - Parameters:
    ///   - ending: what the name must end with, such as `.mp3`; the text is cut before it.
    ///   - fallback: the name where nothing is left of the text.
    static func part(_ text: String, ending: String = "", ifEmpty fallback: String) -> String {
        let ending = cleaned(ending)
        var name = trimmed(cut(trimmed(cleaned(text)), to: byteLimit - ending.utf8.count))
        if name.isEmpty { name = fallback }
        return isWindowsDevice(name) ? "_" + name + ending : name + ending
    }

    /// Without separators, control characters, characters that turn the direction of text, and those that Windows forbids.
    private static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0...0x1F, 0x20, 0x7F...0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                if scalars.last != " " { scalars.append(" ") }
            case _ where "/\\:*?\"<>|".unicodeScalars.contains(scalar): scalars.append("-")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Neither a period nor a space is first or last: the name would be hidden, or Windows would drop it.
    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isKept: (Unicode.Scalar) -> Bool = { $0 != "." && $0 != " " }
        guard let first = scalars.firstIndex(where: isKept), let last = scalars.lastIndex(where: isKept) else {
            return ""
        }
        return String(scalars[first...last])
    }

    /// As many whole characters as fit.
    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var length = 0
        let whole = text.prefix { character in
            length += character.utf8.count
            return length <= limit
        }
        if !whole.isEmpty { return String(whole) }
        // One character with hundreds of marks.
        length = 0
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix { scalar in
                    length += scalar.utf8.count
                    return length <= limit
                }))
    }

    /// Windows opens a device under these names, whatever follows the first period.
    private static func isWindowsDevice(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.trimmed.uppercased()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        guard stem.hasPrefix("COM") || stem.hasPrefix("LPT") else { return false }
        let number = stem.dropFirst(3)
        return number.count == 1 && number.allSatisfy { "0123456789¹²³".contains($0) }
    }
}

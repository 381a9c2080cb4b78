/// The names that categories, labels and views may have, here and on other machines.
public enum NameRules {
    /// The most Unicode scalars of a name.
    public static let lengthLimit = 255

    /// Whether it is as long as the name of a category, a label, a view or an account may be.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 4 * lengthLimit && text.unicodeScalars.count <= lengthLimit
    }

    /// Whether it can be the name of a category: one line. On the command line, `none` means no category.
    public static func isCategory(_ text: String) -> Bool {
        isName(text) && text.isNameText && text.lowercased() != "none"
    }

    /// Whether it can be the name of a label: one line without a comma, which lists of labels have between them.
    public static func isLabel(_ text: String) -> Bool {
        isName(text) && text.isNameText && !text.utf8.contains(UInt8(ascii: ","))
    }

    /// Whether it can be the name of a view: letters, digits, `-` and `_`. An option begins with `-`, a name does not.
    public static func isView(_ text: String) -> Bool {
        isName(text) && !text.hasPrefix("-")
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "-"
                    || scalar == "_"
            }
    }
}

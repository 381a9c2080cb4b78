internal import FeedCore

/// A name that the user gives to a feed, a category or a cursor: checked, and as it is stored.
enum NameArgument {
    static let maxTitleCharacters = 1000

    /// The name without spaces at its ends and with single spaces between its words. Nil if the text has several
    /// lines or control characters, or no visible character.
    static func normalized(_ text: String) -> String? {
        text.isNameText ? text.split(whereSeparator: \.isWhitespace).joined(separator: " ") : nil
    }

    /// The value of `--title`, or nil if the option was not given.
    static func title(_ text: String?, _ arguments: Arguments, allowsEmpty: Bool) throws(UsageError) -> String? {
        guard let text else { return nil }
        if allowsEmpty, text.isEmpty { return text }
        guard let title = normalized(text) else { throw arguments.wrong("--title must be one line of text") }
        guard title.count <= maxTitleCharacters else {
            throw arguments.wrong("--title must have at most \(maxTitleCharacters) characters")
        }
        return title
    }

    /// The category's name as it is stored.
    static func category(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        if let problem = categoryProblem(text) { throw arguments.wrong(problem) }
        return normalized(text) ?? text
    }

    /// The label as it is stored.
    static func label(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        guard let name = normalized(text), !name.contains(",") else {
            let shown = ArgumentText.shown(ControlCharacterFilter.string(text, as: .line))
            throw arguments.wrong("a label must be one line of text without a comma, not \"\(shown)\"")
        }
        guard NameRules.isLabel(name) else {
            throw arguments.wrong("a label must have at most \(NameRules.lengthLimit) characters")
        }
        return name
    }

    /// Why a category cannot have this name, or nil if it can. `none` means no category on the command line.
    static func categoryProblem(_ text: String) -> String? {
        let tooLong = "a category name must have at most \(NameRules.lengthLimit) characters"
        // A list can have one long name for many feeds.
        if text.utf8.count > 40 * NameRules.lengthLimit { return tooLong }
        guard let name = normalized(text) else {
            let shown = ArgumentText.shown(ControlCharacterFilter.string(text, as: .line))
            return "a category name must be one line of text, not \"\(shown)\""
        }
        guard NameRules.isName(name) else { return tooLong }
        return NameRules.isCategory(name) ? nil : "a category cannot be named none: that means no category"
    }
}

extension [HTMLAttribute] {
    /// The language of code, as syntax highlighters write it: `language-swift`, `lang-swift`,
    /// `highlight-source-swift`, `brush: swift`, or an attribute.
    public var codeLanguage: String? {
        for attribute in self {
            switch attribute.name {
            case "data-lang", "data-language":
                if let language = validLanguage(attribute.value) { return language }
            case "class":
                if let language = language(ofClasses: attribute.value) { return language }
            default: break
            }
        }
        return nil
    }

    /// Whether an element around code may name its language.
    public var mayHaveCodeLanguage: Bool {
        guard let classes = self["class"], classes.utf8.count < 1024 else { return false }
        return classes.hasBytes("highlight") || classes.hasBytes("sourceCode") || classes.hasBytes("language-")
    }

    private func language(ofClasses classes: String) -> String? {
        guard classes.utf8.count < 1024 else { return nil }
        let words = classes.split { $0 == " " || $0 == ";" || $0 == "\n" }
        for (index, word) in words.enumerated() {
            for beginning in codeClasses {
                if word.hasPrefix(beginning) { return validLanguage(word.dropFirst(beginning.count)) }
            }
            if word == "brush:", index + 1 < words.count { return validLanguage(words[index + 1]) }
            if word.hasPrefix("brush:") { return validLanguage(word.dropFirst(6)) }
            if word == "syntaxhighlighter", index + 1 < words.count {
                return validLanguage(words[index + 1])
            }
            if word == "sourceCode" || word == "src", index + 1 < words.count {
                let name = words[index + 1]
                return validLanguage(name.hasPrefix("src-") ? name.dropFirst(4) : name)
            }
        }
        return nil
    }

    private func validLanguage(_ language: some StringProtocol) -> String? {
        let language = language.lowercased()
        let isName =
            (1...24).contains(language.utf8.count)
            && language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_+#.".contains($0) }
        let noLanguages = ["none", "default", "plaintext", "text", "plain", "nohighlight"]
        return isName && !noLanguages.contains(language) ? language : nil
    }
}

/// How the classes begin that name the language of code.
private let codeClasses = ["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "sourceCode-"]

internal import FeedCore

/// The options that say how the document of a feed is made: a program, a filter, and XPaths for a page without a feed.
enum DocumentOptions {
    static let exec = Flag.text(
        "exec", .commandLine, "the program that prints the feed; it runs without a shell in the home folder")
    static let filter = Flag.text("filter", .commandLine, "the program that filters the document before it is parsed")

    static let xpaths = [items] + parts.map(\.flag)
    private static let items = Flag.text("items", placeholder: "XPATH", "the articles of a page without a feed")
    private static let parts: [(part: PageXPaths.Part, flag: Flag<String>)] = [
        (.title, xpath("item-title", "the title, starting from the article's node")),
        (.link, xpath("item-link", "the link")),
        (.text, xpath("item-text", "the text")), (.date, xpath("item-date", "the date")),
        (.author, xpath("item-author", "the author")), (.image, xpath("item-image", "the image")),
        (.id, xpath("item-id", "the identifier")),
    ]

    private static func xpath(_ name: String, _ summary: String) -> Flag<String> {
        Flag.text(name, placeholder: "XPATH", summary)
    }

    static let base = Flag.text("base-url", .url, "the base URL of relative links")

    /// The URL of `--base-url`. Copied ones may have spaces around them, and in them, which browsers write as `%20`.
    static func base(_ arguments: Arguments) throws(UsageError) -> WebAddress? {
        guard let text = arguments[base] else { return nil }
        // libcurl, which checks the URL of a new feed, takes longer to load than all that a small document needs.
        guard let url = WebAddress(text.trimmed.replacing(" ", with: "%20")) else {
            throw arguments.wrong("--base-url expects an absolute URL, not \"\(text)\"")
        }
        // Relative links must not get its password.
        return text.contains("@") ? (try? FetchAddress(url.text).url) ?? url : url
    }

    /// The program of `--exec`, as an address.
    static func program(_ arguments: Arguments) throws(UsageError) -> FetchAddress? {
        guard let line = arguments[exec] else { return nil }
        do { return try FetchAddress(program: line) } catch { throw arguments.wrong("--exec: \(error.message)") }
    }

    /// The program of `--filter`.
    static func filter(_ arguments: Arguments) throws(UsageError) -> String? {
        guard let line = arguments[filter] else { return nil }
        guard ShellWords.split(line)?.isEmpty == false, WebAddress.ofProgram(line) != nil else {
            throw arguments.wrong("--filter expects a program and its arguments in one line, with all quotes closed")
        }
        return line
    }

    /// The XPaths of a new feed.
    static func xpaths(_ arguments: Arguments) throws(UsageError) -> PageXPaths? {
        let edit = try xpathsEdit(arguments)
        guard let xpaths = edit?.applied(to: nil) else {
            if edit?.items != nil { throw arguments.wrong("--items expects an XPath") }
            if edit != nil { throw arguments.wrong("--item-title and the other --item options need --items") }
            return nil
        }
        return xpaths
    }

    /// Changes to the XPaths of a feed; nil where no option is given. Each must be one that can be parsed.
    static func xpathsEdit(_ arguments: Arguments) throws(UsageError) -> FeedEdit.PageXPathsEdit? {
        var edit = FeedEdit.PageXPathsEdit(items: arguments[items].map { $0 == "none" ? "" : $0 })
        for (part, flag) in parts { edit.parts[part] = arguments[flag].map { $0 == "none" ? "" : $0 } }
        guard edit.items != nil || !edit.parts.isEmpty else { return nil }
        // `*` shows what is not given.
        let items = edit.items.flatMap { $0.isEmpty ? nil : $0 } ?? "*"
        do throws(PageExpressionError) {
            _ = try PageExpressions(PageXPaths(items: items, parts: edit.parts.filter { !$0.value.isEmpty }))
        } catch {
            throw arguments.wrong("--\(error.option): \(error.reason)", in: error.text, at: error.offset)
        }
        return edit
    }

    /// The options that give a page these XPaths, as words of a command line.
    static func words(_ items: String?, _ parts: [PageXPaths.Part: String]) -> [String] {
        let given = [(self.items, items)] + self.parts.map { ($0.flag, parts[$0.part]) }
        return given.flatMap { flag, text in text.map { ["--" + flag.name, $0.isEmpty ? "none" : $0] } ?? [] }
    }

    /// Throws where the options are not for a feed that the server of an account fetches.
    static func refuseForAccount(_ arguments: Arguments) throws {
        for option in [exec, filter] + xpaths where arguments.has(option) {
            throw StoreError.feedOfAccount("--\(option.name) is not for feeds of an account: its server fetches them")
        }
    }
}

internal import FeedCore

/// The program that shows a page. No shell takes part, so nothing in an address can be taken for a command.
struct Browser {
    #if canImport(Darwin)
        static let usual = "open"
    #else
        static let usual = "xdg-open"
    #endif

    /// Each split into its words; the first that works is taken.
    private let commands: [[String]]

    /// What the user has set, else what `$BROWSER` names, several with colons between them, else what the system has.
    init(setting: String?, environment: Environment) throws(BrowserError) {
        let lines: [String]
        if let setting, !setting.trimmed.isEmpty {
            lines = [setting]
        } else if let named = environment["BROWSER"], !named.trimmed.isEmpty {
            lines = named.split(separator: ":").map(String.init)
        } else {
            lines = [Browser.usual]
        }
        var commands: [[String]] = []
        for line in lines {
            guard let words = ShellWords.split(line) else { throw BrowserError(reason: "\(line) has an open quote") }
            if !words.isEmpty { commands.append(words) }
        }
        self.commands = commands
    }

    /// Shows the page, and waits for the end of the program. `%s` in its command stands for the address.
    func open(_ address: WebAddress) throws(BrowserError) {
        guard address.scheme != .file else { throw BrowserError(reason: "only http and https links are opened") }
        var reason = "no browser is named"
        for words in commands {
            var line = words.map { $0.replacing("%s", with: address.text) }
            if line == words { line.append(address.text) }
            do {
                var child = try ChildProcess(line)
                let status = child.wait()
                if status == 0 { return }
                reason =
                    "\(words[0]) "
                    + (status > 128 ? "was ended by signal \(status - 128)" : "failed with exit code \(status)")
            } catch {
                reason = error.message
            }
        }
        throw BrowserError(reason: reason + "; set BROWSER, or `rssium config browser COMMAND`")
    }
}

/// Why a page could not be shown.
struct BrowserError: Error, Equatable {
    let reason: String
}

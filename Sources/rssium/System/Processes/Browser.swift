internal import FeedCore

/// The program that shows a web page. It runs without a shell, so no part of an address can become a command.
struct Browser {
    #if canImport(Darwin)
        static let standard = "open"
        static let dependency: Dependency? = nil
    #else
        static let standard = "xdg-open"
        /// The package that has it; nil if it is a part of the system.
        static let dependency: Dependency? = .xdgOpen
    #endif

    /// Each split into its words, in the order in which they are tried.
    private let commands: [[String]]
    private let surroundings: Surroundings

    /// The setting, else the commands in `$BROWSER`, separated by colons, else the default of the system.
    init(setting: String?, in surroundings: Surroundings) throws(BrowserError) {
        let lines: [String]
        if let setting, !setting.trimmed.isEmpty {
            lines = [setting]
        } else if let named = surroundings.environment["BROWSER"], !named.trimmed.isEmpty {
            lines = named.split(separator: ":").map(String.init)
        } else {
            lines = [Browser.standard]
        }
        var commands: [[String]] = []
        for line in lines {
            guard let words = ShellWords.split(line) else {
                throw BrowserError(reason: "\(line) has an unclosed quote")
            }
            if !words.isEmpty { commands.append(words) }
        }
        self.commands = commands
        self.surroundings = surroundings
    }

    /// Shows the page and waits for the program to end. The address replaces `%s` and `%u` in its command.
    func open(_ address: WebAddress) throws(BrowserError) {
        guard address.scheme != .file else { throw BrowserError(reason: "only http and https links are opened") }
        var reason = "no browser is named"
        for words in commands {
            var line = words.map { $0.replacing("%u", with: "%s").replacing("%s", with: address.text) }
            if line == words { line.append(address.text) }
            do {
                // xdg-open names each browser that it does not find.
                let isOurs = line[0] == Browser.standard
                var child = try ChildProcess(
                    line, in: surroundings, .init(input: .terminal, errors: isOurs ? .discarded : .inherited))
                let status = child.waitInForeground()
                if status == 0 { return }
                reason = Programs.failure(of: words[0], status)
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

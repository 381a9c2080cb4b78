internal import FeedCore

/// The source of an account's password or API key: the options of the command line, or the terminal.
enum AccountPasswordOption {
    private static let passwordCommand = Flag.text(
        "password-command", .commandLine, "the program that prints the password, which is then not stored")
    private static let passwordStdin = Flag("password-stdin", "read the password from the first line of standard input")

    static let tokenCommand = Flag.text(
        "token-command", .commandLine, "the program that prints an API key of Miniflux, in place of user and password")

    static let options: [any OptionRow] = [passwordCommand, passwordStdin, tokenCommand]
    static let exclusive = [options.map(\.name), [tokenCommand.name, AccountCommand.user.name]]

    static func isGiven(_ context: borrowing Context) -> Bool { options.contains { context.arguments.has($0) } }

    /// A password or an API key, and how the account remembers it.
    struct Given: Sendable {
        let source: AccountPassword
        /// Nil for the one in `.netrc`.
        let text: String?
        var isKey = false
    }

    /// Signs in with what was given. A user has a password, a key has its own user.
    static func signIn(
        at address: String, by api: Account.API, _ user: String?, with given: Given?, _ context: borrowing Context
    ) throws -> SignIn {
        let (fetcher, settings) = (context.fetcher(), context.settings.refreshing())
        do {
            return try AsyncBridge.run {
                try await SignIn(
                    at: address, by: given?.isKey == true ? .miniflux : api, user: user ?? "", secret: given?.text,
                    with: fetcher, settings)
            }
        } catch SyncError.password(let why) where given == nil {
            throw SyncError.password("\(why); use --password-stdin or --password-command")
        }
    }

    /// The password that the options name. Without them the terminal asks for it; nil where there is no terminal.
    static func read(for user: String, _ context: borrowing Context) throws -> Given? {
        if let line = context[tokenCommand] { return try command(line, isKey: true, context) }
        if let line = context[passwordCommand] { return try command(line, context) }
        if context[passwordStdin] {
            let text = try firstLine(of: context.surroundings.files)
            return Given(source: .stored(text), text: text)
        }
        guard Confirmation.canBeAsked(context.messages) else { return nil }
        let text = PasswordPrompt.password("password of \(user)", context.messages) ?? ""
        guard !text.isEmpty else { throw SyncError.password("no password was given") }
        return Given(source: .stored(text), text: text)
    }

    /// Runs the program.
    static func command(_ line: String, isKey: Bool = false, _ context: borrowing Context) throws -> Given {
        let limit = context.settings.refreshing().timeout
        let passwords = PasswordCommands(
            in: context.surroundings, limit: limit, secret: isKey ? "token" : "password")
        switch try AsyncBridge.run({ await passwords.password(from: line) }) {
        case .success(let password): return Given(source: .command(line), text: password.text, isKey: isKey)
        case .failure(let error): throw SyncError.password(error.message)
        }
    }

    private static func firstLine(of files: StandardFiles) throws -> String {
        let text = String(decoding: try InputFile.bytes(at: "-", of: files, byteLimit: 64 << 10), as: UTF8.self)
        let line = text.prefix { !$0.isNewline }
        guard !line.isEmpty else { throw SyncError.password("standard input has no password in its first line") }
        return String(line)
    }
}

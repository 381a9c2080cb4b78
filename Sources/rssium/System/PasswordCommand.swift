internal import FeedCore

/// The program that knows a password: `refresh.password-command`. Each is run once, however many feeds need it.
struct PasswordCommand {
    private var known: [String: Result<String, PasswordError>] = [:]

    /// Time for somebody to type the passphrase of a key.
    static let usualLimit = Duration.seconds(60)

    private let limit: Duration

    init(limit: Duration = PasswordCommand.usualLimit) {
        self.limit = limit
    }

    /// The first line of what the command prints. Of a failure no word of the command is told but the program's name:
    /// there may be a secret in the others.
    mutating func password(from line: String) -> Result<String, PasswordError> {
        if let known = known[line] { return known }
        let result = Result { () throws(PasswordError) in try PasswordCommand.run(line, within: limit) }
        known[line] = result
        return result
    }

    private static func run(_ line: String, within limit: Duration) throws(PasswordError) -> String {
        let words = CommandWords.split(line) ?? []
        let output: ProgramOutput
        do {
            output = try ProgramOutput(of: words, within: limit, isSilent: false)
        } catch {
            throw PasswordError("the password command failed: \(error.message)")
        }
        let name = words.first ?? ""
        guard output.exitStatus == 0 else {
            throw PasswordError("the password command failed: \(name) exited with \(output.exitStatus)")
        }
        var first = output.text.unicodeScalars.prefix { $0 != "\n" }
        if first.last == "\r" { first.removeLast() }
        guard !first.isEmpty else { throw PasswordError("the password command failed: \(name) printed no password") }
        return String(String.UnicodeScalarView(first))
    }
}

extension Settings {
    /// The passwords of those feeds of which only the name of a user is stored, where a command is set that knows them.
    func passwords(
        for feeds: [Feed], _ credentials: [FeedID: Credentials], _ ownValues: [FeedID: [String: String]]
    ) -> [FeedID: Result<String, PasswordError>] {
        var command = PasswordCommand()
        var passwords: [FeedID: Result<String, PasswordError>] = [:]
        for feed in feeds where credentials[feed.id]?.password.isEmpty == true {
            let settings = ownValues[feed.id].map { with(feed: Settings.lines(of: $0)) } ?? self
            guard let line = settings.text(.refreshPasswordCommand) else { continue }
            passwords[feed.id] = command.password(from: line)
        }
        return passwords
    }
}

/// A password that a command has printed.
public struct Password: Hashable, Sendable {
    public let text: String
    /// How long the command ran: a part of the timeout of the feed.
    public let duration: Duration

    public init(_ text: String, duration: Duration = .zero) {
        self.text = text
        self.duration = duration
    }
}

/// Why a password command gave no password, in words for the user.
public struct PasswordError: Error, Hashable, Sendable {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }
}

extension Request {
    /// Sends the password, and leaves the request the time that the command has left.
    package mutating func use(_ password: Password?) throws(PasswordError) {
        guard let password else { return }
        credentials?.password = password.text
        timeout -= password.duration
        guard timeout > .zero else { throw PasswordError("the password command took all of the time") }
    }
}

/// The API of a server, found from any of its addresses, and a sign-in that it has accepted.
public struct SignIn: Sendable {
    /// The base of the API: not always the address that was given.
    public let url: WebAddress
    public let kind: Account.Kind
    public let user: String
    let token: String

    /// Finds the API and signs in. An address without a scheme is asked by https only.
    ///
    /// Throws every `SyncError` but `held`.
    ///
    /// - Parameters:
    ///   - address: any address of the server, as the user has typed it.
    ///   - password: nil for the one in `.netrc`.
    ///   - settings: user agent, proxy and limits.
    public init(
        at address: String, user: String, password: String?, with fetcher: Fetcher, _ settings: FeedSettings
    ) async throws(SyncError) {
        throw .apiIsOff
    }
}

extension NewAccount {
    /// An account for a sign-in.
    public init(_ signIn: SignIn, name: String, password: AccountPassword, days: Int = 30) {
        self.init(
            name: name, kind: signIn.kind, url: signIn.url, user: signIn.user, password: password, days: days)
        token = signIn.token
    }
}

extension AccountEdit {
    /// Takes over where a new sign-in was accepted, and its password.
    public mutating func set(_ signIn: SignIn, password: AccountPassword) {
        (url, kind, user, token) = (signIn.url, signIn.kind, signIn.user, signIn.token)
        self.password = password
    }
}

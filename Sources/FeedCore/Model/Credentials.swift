/// A name and a password, kept apart from the URL they came with.
public struct Credentials: Hashable, Sendable {
    public var user: String
    public var password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

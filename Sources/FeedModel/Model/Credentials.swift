/// A user name and a password, stored apart from the URL that they came with.
public struct Credentials: Hashable, Sendable {
    public var user: String
    public var password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension WebAddress {
    /// The URL with this user name before the host, as the user may type it.
    public func text(for user: String?) -> String {
        guard let user, !user.isEmpty, isRemote else { return text }
        let host = text.utf8.index(text.startIndex, offsetBy: scheme.rawValue.utf8.count + 3)
        let name = URISyntax.percentEncoded(user) {
            !ASCII.isLetter($0) && !ASCII.isDigit($0) && !"-._~+".utf8.contains($0)
        }
        return text[..<host] + name + "@" + text[host...]
    }
}

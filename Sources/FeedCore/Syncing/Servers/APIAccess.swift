/// How a call shows whose it is, by the password or the API key of the user, and how an answer refuses it.
///
/// The calls of the Google Reader API have the token of a sign-in instead: `GoogleReaderClient` adds it.
struct APIAccess: Sendable {
    let authorize: @Sendable (inout Request, _ secret: String) -> Void
    /// Throws for every answer that is not a success.
    let check: @Sendable (Response, _ secret: String) throws(SyncError) -> Void

    init(_ api: Account.API, user: String) {
        switch api {
        case .googleReader:
            authorize = { _, _ in }
            check = { _, _ in }
        case .miniflux:
            authorize = { $0.authorize(withKey: $1) }
            check = { response, key throws(SyncError) in try MinifluxClient.check(response, hiding: key) }
        case .fever:
            authorize = { $0.authorize(withFeverKey: FeverClient.key(of: user, $1)) }
            check = { response, password throws(SyncError) in
                try FeverClient.check(response, hiding: [password, FeverClient.key(of: user, password)])
            }
        case .nextcloud:
            authorize = { $0.credentials = Credentials(user: user, password: $1) }
            check = { response, password throws(SyncError) in
                try NextcloudClient.check(response, hiding: password)
            }
        }
    }
}

/// Why a server of an account cannot be used, or did not do what it was asked.
public enum SyncError: Error, Hashable, Sendable {
    /// The address has no API that rssium knows; with the right one, where the server names it.
    case wrongAddress(String, right: String?)
    /// The server has the API, but it is switched off.
    case apiIsOff
    /// The server does not accept user and password; with its own reason, if it gives one.
    case refused(String?)
    /// The server does not accept the API key.
    case keyRefused
    /// Signed in, but the next request was refused: something in front of the server drops the header `Authorization`.
    case headerIsLost
    /// The server has asked for a pause of so many seconds.
    case held(seconds: Int64)
    /// The server answered with something else, or with an error; in words.
    case answer(String)
    /// An error status of a request that the server may have refused for good: its number and what it says.
    case status(Int, String)
    /// The password command failed, or there is no password; in words.
    case password(String)
    case fetch(FetchError)
    /// The run has lasted as long as a run may. Its work so far is stored.
    case outOfTime

    /// The failure and its reason, for the user; lower case, no full stop.
    public var message: String {
        switch self {
        case .wrongAddress(let why, let right): why + (right.map { "; the right address is \($0)" } ?? "")
        case .apiIsOff: "the API of the server is switched off: switch it on in the server's settings"
        case .refused(let why):
            "the server does not accept the user name or the password"
                + (why.map { " (\($0))" } ?? ": some servers have a separate password for the API")
        case .keyRefused:
            "the server does not accept the API key: create one in the server's settings, and let the program print it"
        case .headerIsLost:
            "signed in, but the server does not see it: a proxy in front of it drops the header Authorization"
        case .held(let seconds): "the server has asked for a pause of \(seconds) s"
        case .answer(let why), .password(let why): why
        case .status(let status, let why):
            "the server answered \(status)" + (why.isEmpty ? "" : ": \(why)")
        case .fetch(let error): error.message
        case .outOfTime: "not done within 10 minutes; the next sync goes on"
        }
    }

    /// A call failed or came too late: that says nothing about other calls.
    var isOfOneCall: Bool {
        switch self {
        case .answer, .status, .outOfTime: true
        default: false
        }
    }

    /// The machine itself is offline.
    public var meansOffline: Bool {
        if case .fetch(let error) = self { error.meansOffline } else { false }
    }
}

/// Why a host name could not be resolved: curl gives the same code for an unknown name and an offline machine.
enum NameLookup: Sendable {
    /// The name resolves now.
    case known
    /// A name server says that the name does not exist, or has no address.
    case unknown
    /// No name server answers.
    case unanswered

    /// Resolves the name with the system's resolver. Blocks until a name server answers or the system gives up.
    static func resolve(_ host: String) -> NameLookup {
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, nil, &list)
        if let list { freeaddrinfo(list) }
        return NameLookup(code: code)
    }

    /// How long to wait for the reason. It is short: name servers cache.
    static let timeLimit = Duration.seconds(2)

    /// From a code of `getaddrinfo` (RFC 3493, section 6.1).
    init(code: Int32) {
        switch code {
        case 0: self = .known
        // A later lookup may succeed, or the system itself failed.
        case EAI_AGAIN, EAI_SYSTEM, EAI_MEMORY: self = .unanswered
        default: self = .unknown
        }
    }

    /// The error for the user. `fault` is the error for an unknown name.
    func error(for host: String, fault: FetchError? = nil) -> FetchError {
        switch self {
        // A transient error: worth the second try.
        case .known: .connection("the name \(host) was not found at first")
        case .unknown: fault ?? .unknownHost(host)
        case .unanswered: .offline("no name server answers for \(host)")
        }
    }
}

/// Why a name could not be resolved: libcurl does not tell a name that does not exist from a machine that is offline.
enum NameLookup: Sendable {
    /// The name has an address now.
    case known
    /// A name server says that there is no such name, or no address for it.
    case unknown
    /// No name server could be asked, or none has answered.
    case unanswered

    /// Asks the system. It blocks, for as long as the system's name servers are waited for.
    static func ask(_ host: String) -> NameLookup {
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, nil, &list)
        if let list { freeaddrinfo(list) }
        return NameLookup(code: code)
    }

    /// What a code of `getaddrinfo` means (RFC 3493, section 6.1).
    init(code: Int32) {
        switch code {
        case 0: self = .known
        // Lookups that may go well later, and those that the system itself could not make.
        case EAI_AGAIN, EAI_SYSTEM, EAI_MEMORY: self = .unanswered
        default: self = .unknown
        }
    }

    /// Why the name could not be used. `fault` is what it comes to where there is no such name.
    func error(for host: String, fault: FetchError? = nil) -> FetchError {
        switch self {
        // It is there after all: worth the second try.
        case .known: .connection("the name \(host) was not found at first")
        case .unknown: fault ?? .unknownHost(host)
        case .unanswered: .offline("no name server answers for \(host)")
        }
    }
}

/// The parameters that campaigns add to an address. Without them it leads to the same place.
enum TrackingParameter {
    /// Whether a parameter of a query, such as `utm_source=feed`, is one of these.
    static func matches(_ parameter: some Collection<UInt8>) -> Bool {
        let name = parameter.prefix { $0 != UInt8(ascii: "=") }
        return name.starts(with: "utm_".utf8) || names.contains { name.elementsEqual($0.utf8) }
    }

    private static let names = ["at_campaign", "at_medium", "fbclid", "gclid", "mc_cid", "mc_eid", "igshid"]
}

extension WebAddress {
    /// The text up to the query.
    package var textBeforeQuery: Substring { text.prefix { $0 != "?" } }

    /// The text up to the fragment.
    public var textWithoutFragment: String { String(text.prefix { $0 != "#" }) }

    /// The text without tracking parameters, which only URLs of servers have.
    package var textWithoutTracking: String {
        guard isRemote else { return text }
        let page = textBeforeQuery
        let parameters = text[page.endIndex...].dropFirst().split(separator: "&")
        let kept = parameters.filter { !TrackingParameter.matches($0.utf8) }
        return page + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }
}

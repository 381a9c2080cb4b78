/// What each server does differently. The first four speak the Google Reader API.
public enum StandInDialect: String, CaseIterable, Sendable {
    case freshRSS, miniflux, theOldReader, bazQux
    /// 2.3.4, and 2.2.6, which has no lists of ids and toggles stars.
    case minifluxAPI, oldMinifluxAPI
    case fever
    /// With its app News.
    case nextcloud

    /// The path of the API below the root of the server.
    var basePath: String {
        switch self {
        case .freshRSS: "/api/greader.php"
        case .fever: "/fever"
        case .nextcloud: "/nextcloud/index.php/apps/news/api/v1-3"
        default: ""
        }
    }

    /// The largest page of ids; nil for no limit.
    var pageLimit: Int? {
        switch self {
        case .freshRSS, .fever, .nextcloud: nil
        case .miniflux, .theOldReader, .minifluxAPI, .oldMinifluxAPI: 10_000
        case .bazQux: 50_000
        }
    }

    /// The largest number of form fields that are looked at: PHP's `max_input_vars`.
    var fieldLimit: Int { self == .freshRSS ? 1000 : .max }

    /// A POST is authorised by its field `T` alone; the header is not looked at.
    var postNeedsToken: Bool { self == .miniflux }

    /// An API key takes the place of user and password.
    public var hasKey: Bool { self == .minifluxAPI || self == .oldMinifluxAPI }

    /// What `account add` needs to find the API, besides user and password.
    public var options: [String] {
        switch self {
        case .fever: ["--fever"]
        case .nextcloud: ["--nextcloud"]
        default: []
        }
    }

    /// It has labels of articles, or is taken for FreshRSS by its write token.
    public var hasLabels: Bool { [.freshRSS, .theOldReader, .bazQux].contains(self) }

    /// Marks are sent without a look at the lists, because they set states.
    public var setsStates: Bool { hasKey || self == .nextcloud }

    /// The API subscribes to feeds, and renames and moves them.
    public var editsFeeds: Bool { self != .fever }

    /// Feeds without a folder of their own are listed in this one.
    var defaultFolder: String? {
        switch self {
        case .freshRSS: "Uncategorized"
        case .miniflux, .minifluxAPI, .oldMinifluxAPI: "All"
        case .theOldReader, .bazQux, .fever, .nextcloud: nil
        }
    }

    /// `user/-/` or the user's number.
    var userPrefix: String { self == .miniflux ? "user/1" : "user/-" }

    /// The id of the article with this number, as `stream/items/ids` gives it.
    func articleID(_ number: Int) -> String {
        switch self {
        // Microseconds of the time at which the article was fetched.
        case .freshRSS: String(1_795_000_000_000_000 + number * 1_000_000)
        case .miniflux, .minifluxAPI, .oldMinifluxAPI, .fever, .nextcloud: String(number)
        case .theOldReader: "5f2b" + StandInText.hexadecimal(UInt64(number), digits: 20)
        case .bazQux: String(-9_203_023_375_158_575_101 + Int64(number))
        }
    }

    func feedID(_ number: Int, url: String) -> String {
        switch self {
        case .freshRSS, .miniflux: "feed/\(number)"
        case .minifluxAPI, .oldMinifluxAPI, .fever, .nextcloud: String(number)
        case .theOldReader: "feed/5f2a" + StandInText.hexadecimal(UInt64(number), digits: 20)
        case .bazQux: "feed/" + url
        }
    }

    /// The long form of an id: 16 hexadecimal digits of the number, or the id itself where that is not a number.
    func longForm(of id: String) -> String {
        let short = Int64(id).map { StandInText.hexadecimal(UInt64(bitPattern: $0), digits: 16) } ?? id
        return "tag:google.com,2005:reader/item/" + short
    }

    /// The id that a client sent as `i=`; nil where the server does not understand it.
    func id(sent text: String) -> String? {
        let prefix = "tag:google.com,2005:reader/item/"
        guard text.hasPrefix(prefix) else {
            // BazQux and The Old Reader want the long form.
            return self == .freshRSS || self == .miniflux ? Int64(text).map(String.init) : nil
        }
        let digits = String(text.dropFirst(prefix.count))
        if self == .theOldReader { return digits.count == 24 ? digits : nil }
        guard digits.count == 16, let number = UInt64(digits, radix: 16) else { return nil }
        return String(Int64(bitPattern: number))
    }

    /// A title as the server gives it: FreshRSS replaces characters that HTML needs.
    func title(_ title: String, ofFeed isFeed: Bool) -> String {
        guard self == .freshRSS else { return title }
        let replaced: [Character: Character] =
            isFeed
            ? ["&": "＆", "<": "＜", ">": "＞", "?": "？", "\\": "＼", "/": "／", ",": "，", ";": "；"]
            : ["&": "＆", "<": "＜", ">": "＞"]
        return String(title.map { replaced[$0] ?? $0 })
    }
}

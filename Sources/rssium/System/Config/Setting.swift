/// One row of the table of settings. A new setting is a new row, and the code that reads it.
struct Setting: Sendable {
    let key: String
    let kind: ValueKind
    /// The default, as the config file would have it; nil if the setting has none.
    let defaultValue: String?
    let summary: String
    /// Whether the config file may have several lines of it, whose values all count.
    let isRepeatable: Bool

    private init(
        _ key: String, _ kind: ValueKind, default defaultValue: String? = nil, isRepeatable: Bool = false,
        _ summary: String
    ) {
        self.key = key
        self.kind = kind
        self.defaultValue = defaultValue
        self.summary = summary
        self.isRepeatable = isRepeatable
    }

    /// Whether it can be set for one feed.
    var isPerFeed: Bool {
        ["refresh.", "keep.", "update."].contains { key.hasPrefix($0) } && !Setting.ofWholeRefresh.contains(key)
    }

    /// The settings of `refresh` that cannot be set for one feed.
    private static let ofWholeRefresh = [
        refreshJobs.key, refreshPrograms.key, refreshUnmeteredOnly.key, refreshPartialOK.key,
    ]

    /// Which settings can be set for one feed, as the end of a sentence.
    static let perFeedWords = "that begin with refresh., keep. or update., except \(joined(ofWholeRefresh, by: "and"))"

    static func named(_ key: String) -> Setting? { all.first { $0.key == key } }

    static let all = [
        refreshInterval, refreshJobs, refreshHostJobs, refreshTimeout, refreshMaxSize, refreshMaxHold,
        refreshBackground, refreshUnmeteredOnly, refreshPartialOK, refreshProxy, refreshCAFile, refreshUserAgent,
        refreshHeader, refreshPasswordCommand, refreshPrograms, refreshPages, keepArticles, keepDays, keepUnread,
        updateUnread, listLimit, listUnique, markDuplicates, readPlain, readPager, readImages, readWidth, browser,
        logFile, syncInterval, syncFolder, mailFrom, mailFormat, sendmailProgram, downloadFolder, downloadName,
        downloadMaxSize,
    ]

    static let refreshInterval = Setting(
        "refresh.interval", .duration, default: "1h", "how often a feed without an interval of its own is refreshed")
    static let refreshJobs = Setting(
        "refresh.jobs", .number(1...1000), default: "64", "how many feeds are fetched in parallel")
    static let refreshHostJobs = Setting(
        "refresh.host-jobs", .number(1...100), default: "2", "how many connections are made to one host")
    static let refreshTimeout = Setting(
        "refresh.timeout", .duration, default: "60s",
        "how long one feed may take, including redirects and the second try")
    static let refreshMaxSize = Setting(
        "refresh.max-size", .size, default: "32M", "how large one feed may be, uncompressed")
    static let refreshMaxHold = Setting(
        "refresh.max-hold", .duration, default: "7d", "the longest back-off that a server can ask for")
    static let refreshBackground = Setting(
        "refresh.background", .yesNo, default: "yes", "whether refresh --due fetches a feed"
    )
    static let refreshUnmeteredOnly = Setting(
        "refresh.unmetered-only", .yesNo, default: "no",
        "whether refresh --due waits while the connection is metered or mobile")
    static let refreshPartialOK = Setting(
        "refresh.partial-ok", .yesNo, default: "no",
        "whether refresh ends with 0 if feeds failed but at least one was refreshed")
    static let refreshProxy = Setting(
        "refresh.proxy", .proxy, "the proxy to fetch through, such as socks5h://localhost:9050, or none")
    static let refreshCAFile = Setting(
        "refresh.ca-file", .certificates, "a file of authorities (PEM) to trust besides those of the system")
    static let refreshUserAgent = Setting(
        "refresh.user-agent", .text, default: "rssium/\(Version.number)", "the User-Agent header")
    static let refreshHeader = Setting(
        "refresh.header", .header, isRepeatable: true, "a header line to send with every request")
    static let refreshPasswordCommand = Setting(
        "refresh.password-command", .commandLine,
        "the program that prints the password for a URL with a user name but no password")
    static let refreshPrograms = Setting(
        "refresh.programs", .number(1...100), default: "4", "how many programs and filters of feeds run at once")
    static let refreshPages = Setting(
        "refresh.pages", .number(0...10_000), default: "30",
        "how many pages of articles one refresh fetches for a feed with --full-text")
    static let keepArticles = Setting(
        "keep.articles", .limit(0...Int.max), default: "100",
        "how many of a feed's newest articles are protected from removal; none protects all")
    static let keepDays = Setting(
        "keep.days", .limit(0...1_000_000), default: "90",
        "for how many days an article is protected from removal; none protects it forever")
    static let keepUnread = Setting(
        "keep.unread", .limit(0...Int.max, or: ["none", "yes", "no"]), default: "1000",
        "how many of a feed's newest unread articles are protected from removal; none or yes protects all")
    static let updateUnread = Setting(
        "update.unread", .yesNo, default: "no", "whether a changed article becomes unread again")
    static let listLimit = Setting(
        "list.limit", .limit(1...Int.max), default: "none", "the most articles that a list shows")
    static let listUnique = Setting(
        "list.unique", .yesNo, default: "no", "whether a list leaves out duplicates, as with --unique")
    static let markDuplicates = Setting(
        "mark.duplicates", .yesNo, default: "no",
        "whether marking an article read or unread also marks its duplicates in other feeds")
    static let readPlain = Setting(
        "read.plain", .yesNo, default: "no",
        "whether a terminal gets plain lines: no images, charts, pager, colors or redrawn screens")
    static let readPager = Setting(
        "read.pager", .text,
        "the pager, else $PAGER, else \(Pager.standard) (lists: \(Pager.standardForLists)); cat for none")
    static let readImages = Setting(
        "read.images", .choice(ImagePlan.Rule.allCases.map(\.rawValue)), default: ImagePlan.Rule.auto.rawValue,
        "whether images are shown: auto, never or always, which also turns off the pager")
    static let readWidth = Setting(
        "read.width", .number(20...1000), "how many columns a text is wrapped to; else the terminal's")
    static let browser = Setting("browser", .commandLine, "the browser; else $BROWSER, else \(Browser.standard)")

    static let logFile = Setting(
        "log.file", .path,
        "a file that gets a line for each refreshed feed; relative to the config file's folder")

    static let syncInterval = Setting(
        "sync.interval", .duration, default: "15m", "how often refresh --due syncs an account")
    static let syncFolder = Setting(
        "sync.folder", .path,
        "a folder for sharing subscriptions and marks with other machines; relative to the config file's folder")

    static let mailFrom = Setting(
        "mail.from", .mailAddress, default: MailAddress.standard, "the address that mail sends from")
    static let mailFormat = Setting(
        "mail.format", .choice(MailMessage.Format.allCases.map(\.rawValue)), default: MailMessage.Format.both.rawValue,
        "whether a message has an article as text, as HTML, or as both")
    static let sendmailProgram = Setting(
        "sendmail.program", .commandLine, default: "sendmail -t -oi",
        "the program that reads a message of mail from its input and sends it")
    static let downloadFolder = Setting(
        "download.folder", .path, default: "~/Downloads",
        "the folder where download saves files; relative to the config file's folder")
    static let downloadName = Setting(
        "download.name", .fileName, default: DownloadName.standard,
        "the names of files in the folder, with fields such as {feed} and {title}; see `rssium help download`")
    static let downloadMaxSize = Setting("download.max-size", .size, default: "4G", "how large one saved file may be")

    // MARK: Secrets

    /// The value with its secrets masked.
    func shown(_ value: String) -> String {
        switch key {
        case Setting.refreshProxy.key: Setting.maskedCredentials(value)
        case Setting.refreshHeader.key: Setting.maskedHeader(value)
        case Setting.refreshPasswordCommand.key: Setting.maskedCommand(value)
        default: value
        }
    }

    private static func maskedCredentials(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@") else { return address }
        let scheme = address.firstRange(of: "://").map { address[..<$0.upperBound] } ?? ""
        return scheme + "***" + address[at...]
    }

    /// A command line of a shell or of `echo` may contain the password itself.
    private static func maskedCommand(_ line: String) -> String {
        let program = line.prefix { $0 != " " }
        let name = program.split(separator: "/").last ?? ""
        return ["echo", "printf", "sh", "bash", "env"].contains(name) ? program + " ***" : line
    }

    /// Parts of the names of headers whose values give access.
    private static let secretNames = [
        "access", "auth", "bearer", "cookie", "cred", "csrf", "jwt", "key", "pass", "secret", "session", "sign",
        "token",
    ]

    private static func maskedHeader(_ line: String) -> String {
        guard let colon = line.firstIndex(of: ":") else { return line }
        let name = line[..<colon].lowercased()
        return secretNames.contains { name.contains($0) } ? line[...colon] + " ***" : line
    }
}

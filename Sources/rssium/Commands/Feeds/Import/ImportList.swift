internal import FeedCore

/// The feeds and categories of a file, checked before they are stored.
struct ImportList {
    private var list: SubscriptionList
    private var reports: [(line: Int, text: String)] = []
    /// Whether the user trusts the file, so that its programs and filters are taken.
    var takesPrograms = false
    /// Whether a server wrote the list: then it may name no local file.
    var isFromServer = false
    /// The number of entries that were not imported.
    private(set) var refused = 0
    /// Whether a feed may be missing, because its entry could not be read.
    private(set) var mayLackFeeds = false
    /// Whether the file says everything about its feeds.
    var isComplete: Bool { list.isComplete }
    /// The categories without feeds, in the order of the file. `newFeeds` fills it.
    private(set) var emptyCategories: [EmptyCategory] = []
    /// How many tags follow the first ones, and some of them. `newFeeds` counts them.
    private var furtherTags = 0
    private var tagExamples: [String] = []

    init(_ read: SubscriptionList) {
        list = read
        for refusal in list.refused { refuse(refusal.name, refusal.reason, line: refusal.line) }
        mayLackFeeds = list.isCutOff || list.refused.contains(where: \.mayBeFeed)
        if list.isCutOff {
            reports.append((.max, "the rest of the file: the file is cut off"))
            refused += 1
        }
    }

    /// Error messages about refused entries, and about invalid categories and intervals, in the order of the file.
    var problems: [String] { reports.sorted { $0.line < $1.line }.map(\.text) }

    /// The parts of imported feeds that are left out, for the user; nil if everything is imported.
    var leftOut: String? {
        guard furtherTags > 0 else { return nil }
        let examples = listed(tagExamples)
        let such = tagExamples.count == furtherTags ? " (\(examples))" : ", such as \(examples)"
        return count(furtherTags, "further tag") + such + ": a feed has one category"
    }

    /// The valid colors of the categories.
    var colors: [String: String] {
        list.colors.mapValues { $0.lowercased() }.filter { FeedCore.Category.isColor($0.value) }
    }

    /// The feeds with an address that can be fetched. The others are refused.
    mutating func newFeeds(home: String?, asRead: Bool) -> [NewFeed] {
        var feeds: [NewFeed] = []
        feeds.reserveCapacity(list.subscriptions.count)
        var empty = list.emptyCategories[...]
        // Frees converted feeds, so that a long list need not be in memory twice.
        defer { list.subscriptions = [] }
        for index in list.subscriptions.indices {
            var subscription = Subscription(url: "")
            swap(&subscription, &list.subscriptions[index])
            while let category = empty.first, category.index <= index {
                append(category, at: feeds.count)
                empty.removeFirst()
            }
            if let reason = reasonToRefuse(subscription) {
                refuse(subscription.url, reason, line: subscription.line)
                mayLackFeeds = mayLackFeeds || reason != URLList.programRefusal
                continue
            }
            do throws(FetchError) {
                let address =
                    if let program = subscription.program {
                        try FetchAddress(program: program)
                    } else {
                        try ImportList.address(subscription.url, home: home)
                    }
                if isFromServer, address.url.scheme == .file {
                    refuse(subscription.url, "a local file in a list from a server", line: subscription.line)
                    mayLackFeeds = true
                    continue
                }
                var feed = NewFeed(subscription, at: address.url)
                // A server must not say where the user's passwords go.
                feed.credentials = isFromServer && address.credentials?.password == "" ? nil : address.credentials
                feed.beginsRead = asRead
                (feed.interval, feed.category) = (interval(of: subscription), category(of: subscription))
                countTags(of: subscription)
                feeds.append(feed)
            } catch {
                refuse(subscription.url, ImportList.reason(error), line: subscription.line)
                mayLackFeeds = true
            }
        }
        for category in empty { append(category, at: feeds.count) }
        return feeds
    }

    /// Why an address is refused. It does not name the scheme, which in any other file may be a name before a password.
    private static func reason(_ error: FetchError) -> String {
        if case .scheme = error { "only http, https and file addresses can be read" } else { error.message }
    }

    /// Why an entry is not imported, if it is not for its address.
    private func reasonToRefuse(_ subscription: Subscription) -> String? {
        if subscription.program != nil || subscription.filter != nil {
            guard takesPrograms else { return URLList.programRefusal }
            for line in [subscription.program, subscription.filter].compactMap(\.self)
            where ShellWords.split(line)?.isEmpty != false || WebAddress.ofProgram(line) == nil {
                return "a program whose arguments cannot be told apart"
            }
        }
        if let xpaths = subscription.xpaths {
            do throws(PageExpressionError) { _ = try PageExpressions(xpaths) } catch {
                return "the XPath \(error.text): \(error.reason)"
            }
        }
        return subscription.program == nil ? URLList.reasonToRefuse(subscription.url) : nil
    }

    /// Nil for the default interval. An interval that `edit` would not accept is reported.
    private mutating func interval(of subscription: Subscription) -> Int64? {
        guard let text = subscription.interval else { return nil }
        if let seconds = DurationArgument.seconds(of: text + "s"), seconds > 0 { return seconds }
        let reason = "\"\(ArgumentText.shown(text))\" is not a valid number of seconds"
        report(subscription.url, reason, of: "the interval of ", line: subscription.line)
        return nil
    }

    /// Nil for no category. A name that `edit` would not accept is reported.
    private mutating func category(of subscription: Subscription) -> String? {
        guard let name = subscription.category else { return nil }
        guard let problem = NameArgument.categoryProblem(name) else { return NameArgument.normalized(name) }
        report(subscription.url, problem, of: "the category of ", line: subscription.line)
        return nil
    }

    private mutating func countTags(of subscription: Subscription) {
        furtherTags += subscription.furtherTags.count
        guard let tag = subscription.furtherTags.first, tagExamples.count < 3 else { return }
        tagExamples.append("\"\(tag)\" of \(subscription.title ?? subscription.url)")
    }

    private mutating func append(_ category: EmptyCategory, at index: Int) {
        if let problem = NameArgument.categoryProblem(category.name) {
            report(category.name, problem, of: "the category ", line: nil)
        } else if let name = NameArgument.normalized(category.name) {
            emptyCategories.append(EmptyCategory(name: name, index: index))
        }
    }

    /// The address that a text of a list means.
    static func address(_ text: String, home: String?) throws(FetchError) -> FetchAddress {
        let isPath = ["/", "./", "../", "~/"].contains { text.hasPrefix($0) } && !text.hasPrefix("//")
        if isPath, let path = FeedSource.path(text, home: home) { return try FetchAddress(path: path) }
        return try FetchAddress(FetchAddress.guesses(for: text)[0])
    }

    private mutating func refuse(_ text: String, _ reason: String, line: Int?) {
        report(text, reason, line: line)
        refused += 1
    }

    /// - Parameter part: the part that is not imported, if it is not the whole entry.
    private mutating func report(_ text: String, _ reason: String, of part: String = "", line: Int?) {
        // An error about a list quotes nothing of it: the list may be any file. An outline of OPML has no line number.
        let shown = text.count > 200 ? text.prefix(200) + "…" : text
        let entry = line.map { "line \($0)" } ?? SecretMask.word(shown)
        reports.append((line ?? reports.count, "\(part)\(entry): \(reason)"))
    }
}

extension NewFeed {
    fileprivate init(_ subscription: Subscription, at url: WebAddress) {
        self.init(url: url)
        // Many readers write the URL as the title of a feed without one.
        let given = [subscription.url, url.text].contains(subscription.title) ? nil : subscription.title
        let title = given.map { String($0.prefix(NameArgument.maxTitleCharacters)) }
        nickname = title == subscription.ownTitle ? nil : title
        ownTitle = subscription.ownTitle
        filter = subscription.filter
        xpaths = subscription.xpaths
        isFavorite = subscription.isFavorite
        isPaused = subscription.isPaused
        fetchesPages = subscription.fetchesPages
        site = subscription.site
        summary = subscription.summary
        icon = subscription.icon
        language = subscription.language
    }
}

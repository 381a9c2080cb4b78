internal import FeedCore

/// The facts that `status` shows.
struct Status {
    let now: Timestamp
    let feeds: [Feed]
    let retention: RetentionSettings
    let starred: Int
    let queued: Int
    /// Of these, the ones that are not tried again.
    private let unsaved: Int
    /// Of the last 30 days.
    private let activity: (stored: [Int], read: [Int])
    let lastRun: RefreshRun?
    let lastScheduledRun: RefreshRun?
    let schedule: InstalledSchedule?
    let cursors: [Cursor]
    let accounts: [Account]
    let machines: [SharedFile]
    let left: [LeftFile]
    let ownMachine: MachineID
    let path: String
    let bytes: Int64

    init(_ context: borrowing Context) throws {
        let store = try context.store(.reading)
        now = context.now
        feeds = try store.feeds()
        retention = RetentionSettings(context.settings, try store.settingsOfFeeds())
        starred = try store.starredCount()
        let queue = try store.saveQueue()
        (queued, unsaved) = (queue.count, queue.count { $0.nextTry == nil })
        activity = try store.activity(days: 30, until: now)
        lastRun = try store.lastRun()
        lastScheduledRun = try store.lastScheduledRun()
        // `rssium schedule` reports why a crontab cannot be read.
        schedule = try? ScheduleIdentity(context.paths).installed(context)
        cursors = try store.cursors()
        accounts = try store.accounts()
        let sharing = StateSharing(context)
        machines = try Status.newestOfEach(sharing.remaining(store.sharedFiles().values))
        left = sharing.isOn ? try store.leftFiles().values.sorted { $0.name < $1.name } : []
        ownMachine = try store.ownMachine().code
        path = store.path
        bytes = ["", "-wal"].reduce(0) { $0 + DatabaseFile.size(of: store.path + $1) }
    }

    var articles: Int { feeds.reduce(0) { $0 + $1.articles } }
    var unread: Int { feeds.reduce(0) { $0 + $1.unread } }
    var reliability: Reliability { Reliability(of: feeds, at: now) }
    var failed: [Feed] { feeds.filter(\.hasFailed) }

    /// Feeds of which retention removes unread articles, or soon will. It spares what an account's server has as unread.
    var full: [Feed] {
        feeds.filter { $0.isFetchedHere && retention.of($0.id).reachesUnreadLimit($0) }
    }

    /// The last file of each machine that shares state, the one that wrote last first.
    private static func newestOfEach(_ files: some Collection<SharedFile>) -> [SharedFile] {
        let newest = Dictionary(files.map { ($0.machine, $0) }) { left, right in
            (left.written ?? .first) < (right.written ?? .first) ? right : left
        }
        return newest.values.sorted { ($0.written ?? .first, $0.name) > ($1.written ?? .first, $1.name) }
    }

    /// `laptop (3f9a1c20), wrote 5m ago, this machine`.
    private func summary(of machine: SharedFile) -> String {
        let own = machine.machine == ownMachine ? ", this machine" : ""
        let written = RelativeTime.text(of: machine.written?.timestamp, at: now)
        return "\(machine.machineName) (\(machine.machine)), wrote \(written)\(own)"
    }

    func feeds(_ state: FeedState) -> Int { feeds.count { $0.state(at: now) == state } }

    // MARK: Text

    func lines(on terminal: Terminal) -> [StyledText] {
        var rows = [row("feeds", feedSummary), row("articles", "\(articles): \(unread) unread, \(starred) starred")]
        if terminal.isTerminal {
            rows += [chart("stored", activity.stored, on: terminal), chart("read", activity.read, on: terminal)]
        }
        if queued > 0 {
            let failed = unsaved == 0 ? "" : ", \(unsaved) failed"
            rows.append(row("to save", "\(count(queued, "page"))\(failed); `rssium save queue` lists them"))
        }
        if let words = reliability.words { rows.append(row("success", words)) }
        rows += [
            row("last refresh", lastRun?.summary(at: now) ?? newestRefresh ?? "never"),
            row("schedule", scheduleSummary),
            row("database", bytes == 0 ? "\(path), not created yet" : "\(path), \(Amount.bytes(bytes))"),
        ]
        if !full.isEmpty {
            let names = full.map { "\($0.title) (\($0.unread))" }
            rows.append(row("keep.unread", "reached by \(listed(names)); older unread articles may be removed"))
        }
        let moves = cursors.map { cursor in
            "\(cursor.name), up to article \(cursor.article.rawValue), \(RelativeTime.text(of: cursor.moved, at: now))"
        }
        rows += list("cursors", moves) + list("accounts", accounts.map { $0.summary(at: now) })
        rows += list("machines", machines.map(summary)) + list("not read", left.map { "\($0.name): \($0.why)" })
        return rows.flatMap { StatusRow.lines($0, on: terminal) } + failingLines(on: terminal)
    }

    /// A row for each text, the first one with the label.
    private func list(_ label: String, _ texts: [String]) -> [StyledText] {
        texts.enumerated().map { row($0.offset == 0 ? label : "", $0.element) }
    }

    private func failingLines(on terminal: Terminal) -> [StyledText] {
        guard !failed.isEmpty else { return [] }
        var lines = [StyledText(), StyledText("last refresh failed", .bold)]
        for feed in failed {
            var line = StyledText("  \(feed.id.rawValue)  ", .dim)
            line.append(feed.title, .bold)
            line.append("  " + LocalTime.shown(in: feed.refresh.error ?? "gone (HTTP 410)"), .colored(.ansi(.red)))
            if let since = feed.refresh.failingSince { line.append("  since \(LocalTime(since).dateAndTime)") }
            line.append("  " + nextTry(of: feed), .dim)
            lines += StatusRow.lines(line, on: terminal, hanging: 4)
        }
        // A refresh leaves out held feeds.
        let tried = failed.filter { !$0.isHeld(at: now) }
        guard !tried.isEmpty else { return lines }
        return lines + StatusRow.lines(StyledText("  " + Wording.command(toTry: tried), .dim), on: terminal, hanging: 4)
    }

    /// The last time a feed was refreshed outside of a run, such as by `add`.
    private var newestRefresh: String? {
        feeds.compactMap(\.refresh.lastRefreshed).max().map { StatusRow.text(of: $0, at: now) }
    }

    private func row(_ label: String, _ text: String) -> StyledText { StatusRow.text(label, text) }

    /// A bar for each of the last 30 days, where bars can be seen and fit the line, then what they come to.
    private func chart(_ label: String, _ counts: [Int], on terminal: Terminal) -> StyledText {
        let sum = "\(counts.reduce(0, +)) in \(counts.count) days, at most \(counts.max() ?? 0) a day"
        let isLongEnough = activity.stored.prefix(counts.count - Status.daysOfChart + 1).contains { $0 > 0 }
        let bars = row(label, Sparkline.text(of: counts))
        guard terminal.showsCharts, isLongEnough, bars.cells <= terminal.width else { return row(label, sum) }
        return row(label, "\(Sparkline.text(of: counts)) \(sum)")
    }

    /// There is nothing to see in a chart of the first days.
    private static let daysOfChart = 7

    private var scheduleSummary: String {
        guard let schedule else { return "none" }
        guard let next = schedule.note?.timetable.next(after: now) else { return schedule.words }
        return schedule.words + ", next \(RelativeTime.text(until: next, at: now))"
    }

    private var feedSummary: String {
        let parts = [FeedState.failing, .retrying, .held, .paused, .gone, .never].compactMap { state in
            let count = feeds(state)
            return count == 0 ? nil : "\(count) \(state == .never ? "never refreshed" : state.rawValue)"
        }
        return "\(feeds.count)" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    private func nextTry(of feed: Feed) -> String {
        guard !feed.isGone else { return "not tried again" }
        return feed.refresh.nextDue.map { "next try \(RelativeTime.text(until: $0, at: now))" } ?? "next try now"
    }
}

extension Account {
    /// `rss.example.org, 120 feeds, synced 5m ago, 3 marks waiting`.
    fileprivate func summary(at now: Timestamp) -> String {
        var parts = [name, count(feeds, "feed"), "synced \(RelativeTime.text(of: lastSynced, at: now))"]
        if pending > 0 { parts.append("\(count(pending, "mark")) waiting") }
        if pendingFeeds > 0 { parts.append("\(count(pendingFeeds, "change")) of subscriptions waiting") }
        let state = state(at: now)
        let why = error.map { ": " + LocalTime.shown(in: $0) } ?? ""
        if ![.ok, .never].contains(state) { parts.append(state.rawValue + why) }
        return parts.joined(separator: ", ")
    }
}

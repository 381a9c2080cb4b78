internal import FeedCore

/// Prints feeds one by one, in the format and with the fields that were asked for.
struct FeedWriter {
    private let layout: ListOptions<FeedField>
    private let now: Timestamp
    private var records: RecordWriter
    private var json = JSONWriter()
    private var count = 0

    /// - Parameter showsErrors: whether any of the feeds that are to come has one.
    init(_ layout: ListOptions<FeedField>, showsErrors: Bool = false, on terminal: Terminal, at now: Timestamp) {
        let layout = FeedWriter.forPeople(layout, showsErrors: showsErrors)
        self.layout = layout
        self.now = now
        records = RecordWriter(
            layout, columns: layout.fields.map(\.column), width: terminal.isTerminal ? terminal.width : nil)
    }

    /// People look for a feed by its category too, and for why it fails; a program asks for it.
    private static func forPeople(_ layout: ListOptions<FeedField>, showsErrors: Bool) -> ListOptions<FeedField> {
        guard layout.format == .text, !layout.areFieldsChosen, let title = layout.fields.firstIndex(of: .title) else {
            return layout
        }
        var fields = layout.fields
        fields.insert(contentsOf: showsErrors ? [.category, .error] : [.category], at: title + 1)
        return ListOptions(format: .text, fields: fields, hasHeader: layout.hasHeader, end: layout.end)
    }

    /// Whether it shows only the fields of the layout.
    static func isTable(_ layout: ListOptions<FeedField>) -> Bool { layout.format == .text || layout.format == .tsv }

    mutating func write(_ feed: Feed, to output: inout Output) throws(OutputError) {
        switch layout.format {
        case .json:
            if count == 0 { json.open("[") }
            json.nextLine()
            writeObject(feed)
            try output.write(&json)
        case .jsonl:
            json.startOver()
            writeObject(feed)
            json.lineBreak()
            try output.write(&json)
        case .text where records.isTable:
            try records.write(styled: layout.fields.map { $0.styledText(of: feed, at: now) }, to: &output)
        case .text, .tsv:
            try records.write(layout.fields.map { $0.text(of: feed, at: now) }, to: &output)
        }
        count += 1
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        switch layout.format {
        case .json:
            if count == 0 { json.open("[") } else { json.lineBreak() }
            json.close("]")
            json.lineBreak()
            try output.write(&json)
        case .jsonl: break
        case .text, .tsv: try records.finish(to: &output)
        }
    }

    private mutating func writeObject(_ feed: Feed) {
        let now = now
        json.object { json in
            json.member("id", feed.id.rawValue)
            json.member("title", feed.title)
            json.member("feed_url", feed.url.text)
            json.member("home_page_url", feed.site)
            json.member("description", feed.summary)
            json.member("icon", feed.icon)
            json.member("category", feed.category)
            json.member("favorite", feed.isFavorite)
            json.member("paused", feed.isPaused)
            json.key("interval")
            if let interval = feed.interval { json.value(interval) } else { json.null() }
            json.member("unread", Int64(feed.unread))
            json.member("articles", Int64(feed.articles))
            json.member("last_article", feed.lastArticle)
            json.member("last_refreshed", feed.refresh.lastRefreshed)
            json.member("last_attempted", feed.refresh.lastAttempted)
            json.member("next_due", feed.refresh.nextDue)
            json.member("state", feed.state(at: now).rawValue)
            json.member("error", feed.refresh.error)
            json.member("failing_since", feed.refresh.failingSince)
            json.member("failures", Int64(feed.refresh.failures))
        }
    }
}

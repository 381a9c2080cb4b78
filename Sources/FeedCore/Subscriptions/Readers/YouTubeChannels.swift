/// The subscriptions of YouTube, as Google Takeout exports them: a table of channels, whose first line has names in the
/// user's language.
enum YouTubeChannels {
    /// Nil for another file.
    static func read(_ bytes: [UInt8]) -> SubscriptionList? {
        var records = CSVRecords(bytes)
        var list = SubscriptionList()
        var isFirst = true
        while let record = records.next() {
            let mayBeNames = isFirst
            isFirst = false
            if record.fields == [""] { continue }
            if let url = feed(of: record.fields) {
                let title = record.fields.count > 2 ? SingleLineText.clean(record.fields[2]) : nil
                list.subscriptions.append(Subscription(url: url, title: title, line: record.line))
            } else if list.subscriptions.isEmpty {
                guard mayBeNames else { return nil }
            } else {
                list.refused.append(SubscriptionList.Refusal(line: record.line, reason: "not a channel of YouTube"))
            }
        }
        list.isCutOff = records.isCutOff
        return list.subscriptions.isEmpty ? nil : list
    }

    /// The feed of a channel, from its id and its page.
    private static func feed(of fields: [String]) -> String? {
        guard fields.count > 1, fields[0].hasPrefix("UC"), fields[1].hasSuffix(".youtube.com/channel/" + fields[0])
        else {
            return nil
        }
        return "https://www.youtube.com/feeds/videos.xml?channel_id=" + fields[0]
    }
}

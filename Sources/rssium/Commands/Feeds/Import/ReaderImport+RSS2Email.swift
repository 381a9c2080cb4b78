internal import FeedCore

/// The articles that rss2email has mailed, which `mail` then passes over.
extension ReaderImport {
    func bringRSS2Email(_ config: RSS2EmailConfig, _ context: borrowing Context) throws -> Outcome {
        var (outcome, feeds) = try subscribe(to: config.list, context)
        if config.receivers > 0 {
            notBrought(
                "the receivers of \(count(config.receivers, "feed")) (to); `rssium mail FEED --cursor NAME --to ADDRESS` "
                    + "mails one feed", context)
        }
        if config.programs > 0 { notBrought("post-process, which is a program", context) }
        try bringSending(config, context)
        guard ReaderFile.exists(files.articles) else {
            nothingKnown(context)
            return outcome
        }
        do {
            let bytes = try ReaderFile.bytes(at: files.articles, byteLimit: ReaderImport.byteLimit)
            var seen: [RSS2EmailSeen.Feed] = []
            do throws(JSONError) { try RSS2EmailSeen.forEachFeed(in: bytes) { seen.append($0) } } catch {
                throw ReaderFileError(path: files.articles, reason: "it is not the data file of rss2email 3")
            }
            try recordMailed(seen, config, &feeds, context)
        } catch let error as ReaderFileError {
            context.messages.error(error.message)
            outcome.isWhole = false
        }
        return outcome
    }

    /// Takes over the sender, unless the user has set one, and names what else says how messages are sent.
    private func bringSending(_ config: RSS2EmailConfig, _ context: borrowing Context) throws {
        let setting = Setting.mailFrom
        if let sender = config.sender, context.settings.text(setting) != sender {
            if MailAddress(sender) != nil, try ImportCommand.set(setting, to: sender, context) {
                context.messages.notice("\(setting.key) is now \(sender), as from in \(files.list)")
            } else {
                notBrought("from = \(sender); `rssium config \(setting.key) ADDRESS` sets the sender", context)
            }
        }
        if !config.sendingKeys.isEmpty {
            notBrought(
                "\(listed(config.sendingKeys)); the options --digest, --from and --maildir of `rssium mail` and "
                    + "`rssium config sendmail.program PROGRAM` take their place", context)
        }
    }

    private func recordMailed(
        _ seen: [RSS2EmailSeen.Feed], _ config: RSS2EmailConfig, _ feeds: inout ImportedFeeds,
        _ context: borrowing Context
    ) throws {
        let store = try context.store(.writing)
        let lastRun = ReaderFile.lastWritten(files.articles)
        var (mailed, dated, unknown) = (0, 0, 0)
        for feed in seen {
            guard let address = config.addresses[feed.name], let id = feeds.id(of: address) else {
                unknown += feed.ids.count + feed.hashes
                continue
            }
            dated += feed.hashes > 0 ? 1 : 0
            mailed += try store.noteMailed(of: id, until: feed.hashes > 0 ? lastRun : nil) { key in
                feed.ids.map { guid in
                    var article = ReaderArticle(feedURL: address, guid: guid, link: guid, title: "")
                    article.isMailed = true
                    return article.keys(in: key)
                }
            }
        }
        var said = "from \(files.articles): \(count(mailed, "more article")) mailed"
        if dated > 0, let lastRun {
            said += ", and of \(count(dated, "feed")) those without a guid up to \(LocalTime(lastRun).dateAndTime)"
        }
        context.messages.notice(said + "; `rssium mail` skips them")
        if unknown > 0 { notBrought("\(count(unknown, "mailed article")) of feeds that were not imported", context) }
    }
}

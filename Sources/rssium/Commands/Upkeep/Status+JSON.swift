internal import FeedCore

/// The same facts for `--format json`.
extension Status {
    var value: FieldValue {
        let listing = Listing(now: now)
        return .object([
            ("feeds", .count(feeds.count)), ("articles", .count(articles)), ("unread", .count(unread)),
            ("starred", .count(starred)), ("queued", .count(queued)),
            ("states", .object(FeedState.allCases.map { ($0.rawValue, .count(feeds($0))) })),
            ("success", reliability.value),
            ("last_refresh", lastRun?.value ?? .absent),
            ("schedule", scheduleValue),
            ("failing", .array(failed.map { failing($0, listing) })),
            ("at_unread_limit", .array(full.map { atLimit($0, listing) })),
            ("cursors", .array(cursors.map(\.value))),
            ("accounts", .array(accounts.map { .object(Account.fields.members(of: $0, listing)) })),
            ("machines", .array(machines.map(value(of:)))),
            ("left_files", .array(left.map { .object([("file", .text($0.name)), ("reason", .text($0.why))]) })),
            ("database", .object([("path", .text(path)), ("size_in_bytes", .number(bytes))])),
        ])
    }

    private func failing(_ feed: Feed, _ listing: Listing) -> FieldValue {
        let members = Feed.fields.members(
            of: feed, listing, "id", "title", "feed_url", "state", "error", "failing_since", "failures")
        return .object(members + [("next_due", feed.isGone ? .absent : .time(feed.refresh.nextDue))])
    }

    private func atLimit(_ feed: Feed, _ listing: Listing) -> FieldValue {
        let members = Feed.fields.members(of: feed, listing, "id", "title", "feed_url", "unread")
        return .object(members + [("limit", .number(retention.of(feed.id).unread.map { Int64($0) }))])
    }

    private func value(of machine: SharedFile) -> FieldValue {
        .object([
            ("machine", .text(machine.machine.text)), ("name", .text(machine.machineName)),
            ("written", .text(machine.written?.text)), ("file", .text(machine.name)),
            ("this_machine", .flag(machine.machine == ownMachine)),
        ])
    }

    private var scheduleValue: FieldValue {
        var members: [(String, FieldValue)] = [("scheduler", .text(schedule?.scheduler.name ?? "none"))]
        if case .systemd(let timer) = schedule?.scheduler { members.append(("timer", .text(timer))) }
        if let note = schedule?.note {
            members += [
                ("every", .number(Int64(note.timetable.period) * 60)),
                ("next_run", .time(note.timetable.next(after: now))), ("metered", .flag(note.isMetered)),
            ]
        } else if schedule != nil {
            members.append(("edited", .flag(true)))
        }
        return .object(members + [("last_run", lastScheduledRun?.value ?? .absent)])
    }
}

extension RefreshRun {
    fileprivate var value: FieldValue {
        .object([
            ("started", .time(started)), ("ended", .time(ended)), ("milliseconds", .number(milliseconds)),
            ("exit_code", .number(Int64(exitCode))), ("asked", .count(asked)), ("refreshed", .count(refreshed)),
            ("failed", .count(failed)), ("held", .count(held)), ("new_articles", .count(newArticles)),
        ])
    }
}

extension Cursor {
    fileprivate var value: FieldValue {
        .object([("name", .text(name)), ("article_id", .number(article.rawValue)), ("moved", .time(moved))])
    }
}

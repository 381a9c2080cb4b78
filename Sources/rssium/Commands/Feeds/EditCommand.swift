internal import FeedCore

/// `rssium edit`: changes what the user has decided about a feed.
enum EditCommand {
    static let command = Command(
        name: "edit", group: .feeds, summary: "change a feed's title, category, interval or URL; pause it",
        details: [
            "--url keeps the articles and what was read. A password and headers that were set for the feed are "
                + "forgotten where the new URL is on another host.",
            "A paused feed is left out of every refresh that does not name it. --resume also tries a feed again that "
                + "had ended.",
        ],
        examples: [
            Command.Example("rssium edit 3 --title '' --category none", "back to its own title, in no category"),
            Command.Example("rssium edit heise --interval 15m --favorite", "refresh it often, and first"),
        ],
        operands: [Operand(.feed)],
        options: [
            Option("title", .text, "the name to show it under; '' for the feed's own"),
            Option("category", .category, placeholder: "C|none", "the category, made where it is missing, or none"),
            Option("interval", .text, placeholder: "DURATION|default", "how often to refresh it"),
            Option("url", .url, "where it is from now on"),
            Option("favorite", "make it a favorite: favorites are refreshed first"),
            Option("no-favorite", "make it a feed like the others"),
            Option("pause", "refresh it no more"),
            Option("resume", "refresh it again"),
        ],
        exclusive: [["favorite", "no-favorite"], ["pause", "resume"]],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let edit = try edit(arguments, context)
        guard edit != FeedEdit() else {
            throw arguments.wrong("edit wants to know what to change, such as --title or --category")
        }
        let name = arguments.operands[0]
        let before = try context.feed(name, in: context.store(.reading), for: .changing)
        let store = try context.store(.writing)
        let isCategoryNew = try makesCategory(edit, store)
        if let why = obstacle(to: edit, of: before.id, store) {
            context.messages.error("cannot edit feed \(before.id.rawValue): \(why)")
            return .failed
        }
        if isCategoryNew, case .named(let category) = edit.category {
            context.messages.notice("made the category \(category)")
        }
        try store.retime([before.id], context)
        let after = try store.feed(before.id)
        let changes = EditCommand.changes(from: before, to: after, edit)
        let subject = "feed \(after.id.rawValue), \(after.title): "
        context.messages.notice(subject + (changes.isEmpty ? "it is so already" : changes.joined(separator: ", ")))
        return .done
    }

    /// Changes the feed; why it could not be done, if so.
    private static func obstacle(to edit: FeedEdit, of feed: FeedID, _ store: borrowing Store) -> String? {
        do {
            try store.edit(feed, edit)
            return nil
        } catch {
            guard case .feedExists(let other, let title) = error else { return error.message }
            return "\(edit.address?.url.text ?? "") is that of feed \(other.rawValue), \(title)"
        }
    }

    private static func edit(_ arguments: Arguments, _ context: borrowing Context) throws -> FeedEdit {
        var edit = FeedEdit()
        edit.nickname = try GivenName.title(arguments, mayBeEmpty: true)
        if let category = arguments.text("category") {
            edit.category =
                category == "none"
                ? FeedEdit.CategoryChoice.none
                : .named(try CategoryName.checked(category, arguments))
        }
        edit.interval = try arguments.text("interval").map { try interval($0, arguments) }
        if arguments.has("favorite") { edit.isFavorite = true }
        if arguments.has("no-favorite") { edit.isFavorite = false }
        if arguments.has("pause") { edit.isPaused = true }
        if arguments.has("resume") { edit.isPaused = false }
        if let url = arguments.text("url") {
            let address: FetchAddress
            do {
                address = try FeedSource(url, context).address
            } catch let error as FetchError {
                throw arguments.wrong("--url \(SecretMask.word(url)): \(error.message)")
            }
            edit.address = FeedEdit.Address(url: address.url, credentials: address.credentials)
        }
        return edit
    }

    private static func interval(_ text: String, _ arguments: Arguments) throws(UsageError) -> FeedEdit.Interval {
        if text == "default" { return .standard }
        guard let seconds = DurationArgument.seconds(of: text), seconds > 0 else {
            throw arguments.wrong("--interval wants a span of time such as 15m, 2h or 1d, or default, not \"\(text)\"")
        }
        return .every(seconds: seconds)
    }

    private static func makesCategory(_ edit: FeedEdit, _ store: borrowing Store) throws -> Bool {
        guard case .named(let name) = edit.category else { return false }
        return try !store.categories().contains { $0.name.lowercased() == name.lowercased() }
    }

    /// What has changed, in words for the user.
    private static func changes(from before: Feed, to after: Feed, _ edit: FeedEdit) -> [String] {
        var changes: [String] = []
        if before.nickname != after.nickname {
            changes.append(after.nickname == nil ? "its own title again" : "title was \(before.title)")
        }
        if before.category != after.category {
            changes.append(after.category.map { "category \($0)" } ?? "no category")
        }
        if before.interval != after.interval {
            changes.append(
                after.interval.map { "refreshed every \(DurationArgument.text(of: $0))" } ?? "default interval")
        }
        if before.url != after.url {
            changes.append("url \(after.url)")
        } else if edit.address?.credentials != nil {
            changes.append("user and password")
        }
        if before.isFavorite != after.isFavorite {
            changes.append(after.isFavorite ? "a favorite" : "no favorite any more")
        }
        if before.isPaused != after.isPaused { changes.append(after.isPaused ? "paused" : "resumed") }
        if before.isGone, !after.isGone, edit.isPaused == false, !before.isPaused { changes.append("resumed") }
        return changes
    }
}

internal import FeedCore

/// `rssium import` of a reading list or bookmarks: their pages go to the queue of `save`.
enum ReadingListImport {
    /// The list in the files of Omnivore's export. Nil if the path is not a folder; throws if the folder has none of them.
    static func list(inFolder path: String) throws(InputError) -> ReadingList? {
        guard let status = File.status(of: path), status.st_mode & S_IFMT == S_IFDIR else { return nil }
        var lists: [ReadingList] = []
        var reading = path
        do throws(FileError) {
            for name in try File.names(in: path).sorted() where name.hasPrefix("metadata_") && name.hasSuffix(".json") {
                reading = path + "/" + name
                let bytes = try File.read(reading, byteLimit: InputFile.listLimit)
                lists.append(ReadingList(bytes) ?? ReadingList(refusing: name))
            }
        } catch {
            throw InputError(path: reading, reason: error.reason)
        }
        guard lists.contains(where: { !$0.pages.isEmpty || !$0.refused.isEmpty }) else {
            throw InputError(
                path: path, reason: "it is a folder, but not an export of Omnivore; --from reads the folders of readers"
            )
        }
        return ReadingList(joining: lists)
    }

    /// Adds the pages to the queue of `save`.
    static func queue(_ list: ReadingList, _ context: borrowing Context) throws -> ExitCode {
        for entry in list.refused { context.messages.error("not imported: \(entry)") }
        let store = try context.store(.writing)
        var (new, present): ([PageToSave], Int) = ([], 0)
        let waiting = Set(try store.saveQueue().map(\.page.url))
        for var page in list.pages {
            if try waiting.contains(page.url) || store.savedPage(at: [page.url]) != nil {
                present += 1
            } else {
                page.labels = page.labels.compactMap(label)
                new.append(page)
            }
        }
        try store.queue(new, at: context.now)
        if !new.isEmpty { context.noteFinal("import") }
        context.messages.notice(
            "\(count(Set(new.map(\.url)).count, "page")) queued, \(present) present, \(list.refused.count) refused")
        if !new.isEmpty { context.messages.notice("`rssium refresh` saves them, a few with each run") }
        return list.refused.isEmpty ? .done : .failed
    }

    private static func label(_ name: String) -> String? {
        let name = NameArgument.normalized(name.replacing(",", with: " "))
        return name.flatMap { NameRules.isLabel($0) ? $0 : nil }
    }
}

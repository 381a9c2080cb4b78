internal import FeedCore

/// A part of a refresh: the pages that wait in the queue of `save`.
struct SaveQueueWork: Sendable {
    /// The pages to try.
    let pages: [QueuedPage]
    let path: String
    let now: Timestamp
    let isForced: Bool
    let fetcher: Fetcher
    let settings: FeedSettings
    /// A server has answered in this run.
    let isOnline: Bool

    /// The result of saving a page.
    enum Outcome: Sendable {
        case saved(SavedPage)
        /// Why it is not saved; it stays in the queue. A final failure is not tried again.
        case failed(WebAddress, String, isFinal: Bool)
        /// The machine is offline, and why; the page stays as it is.
        case offline(String)
    }

    /// The pages that a run tries: as many as of a feed.
    static func due(
        in store: borrowing Store, isForced: Bool, limit: Int, at now: Timestamp
    ) throws(StoreError) -> [QueuedPage] {
        let waiting = try store.saveQueue().filter { page in
            page.nextTry.map { isForced || $0 <= now } ?? false
        }
        return Array(waiting.prefix(limit))
    }

    func run(_ tell: (RefreshWork.Event) -> Void) async {
        guard !pages.isEmpty, !Task.isCancelled else { return }
        do throws(StoreError) {
            let store = try Store(path: path, access: .writing)
            let known = isForced ? [:] : try store.hostBackoffs()
            let finder = FeedFinder(fetcher: fetcher, settings: settings, keepingTo: known, at: now)
            var failure: StoreError?
            var isOnline = isOnline
            await FetchedPage.fetch(pages, host: \.page.url.hostAndPort) { page in
                await .catching { () async throws(FeedFinderError) in
                    let texts = FetchAddress.guesses(for: page.page.queuedText)
                    let addresses: [FetchAddress]
                    do throws(FetchError) {
                        addresses = try texts.map { text throws(FetchError) in try FetchAddress(text) }
                    } catch { throw .fetch(error) }
                    let found = try await finder.findArticle(at: addresses)
                    return FetchedPage(found.article, at: found.url)
                }
            } each: { page, result in
                do throws(StoreError) {
                    if case .failure(let error) = result, error.meansOffline {
                        guard isOnline else {
                            tell(.saved(.offline(error.message)))
                            return true
                        }
                    } else {
                        isOnline = true
                    }
                    if let outcome = try save(result, of: page, in: store) { tell(.saved(outcome)) }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            try store.saveBackoffs(finder.backoffs.learned)
            if let failure { throw failure }
        } catch {
            tell(.pagesNotStored(error))
        }
    }

    /// Nil for a page that was not tried.
    private func save(
        _ result: Result<FetchedPage, FeedFinderError>, of page: QueuedPage, in store: borrowing Store
    ) throws(StoreError) -> Outcome? {
        switch result {
        case .success(let found) where found.isEmpty:
            let why = "the page shows no text"
            try store.saveTry(of: page, why, isFinal: true, at: now)
            return .failed(page.page.url, why, isFinal: true)
        case .success(let found):
            let saved: SavedPage?
            do throws(StoreError) {
                saved = try store.save(found.draft, page.page, knownAt: found.urls, isQueued: true, at: now)
            } catch .cancelled {
                return nil
            }
            return saved.map(Outcome.saved) ?? .failed(page.page.url, Wording.droppedByRule, isFinal: true)
        case .failure(.fetch(.cancelled)), .failure(.fetch(.held)): return nil
        case .failure(let error):
            let isOver = try store.saveTry(of: page, error.message, isFinal: !error.isTransient, at: now)
            return .failed(page.page.url, error.message, isFinal: isOver)
        }
    }
}

/// Fetches the pages of new articles, after the feeds of a run. The caller holds the refresh lock.
///
/// Each page is stored when it has come, so a run that is killed or cancelled leaves only the others for the next one.
/// A page that cannot be fetched is not a failure of its feed.
public struct PageRefresh: Sendable {
    private let pages: PageFetcher
    private let jobs: Int

    /// If this many hosts cannot be reached and none has answered, the machine is offline.
    private static let offlineHosts = 8

    /// - Parameter jobs: the most pages on the network at once.
    public init(_ pages: PageFetcher, jobs: Int) {
        self.pages = pages
        self.jobs = min(jobs, FileDescriptorLimit.shared.transfers)
    }

    /// Fetches pages until none is left or the task is cancelled. Throws if a page cannot be stored.
    ///
    /// - Parameters:
    ///   - refreshed: the feeds that the run has refreshed.
    ///   - notDue: feeds of which only pages are fetched that were never tried.
    public func run(
        of refreshed: [Feed], notDue: [Feed] = [], in store: borrowing Store, progress: (PageProgress) -> Void
    ) async throws(StoreError) {
        let plan = PagePlan(
            of: try store.wantedPages(), refreshed: refreshed, notDue: notDue, limit: pages.limit,
            host: { (try? FetchAddress($0).url.hostAndPort) ?? "" })
        guard !plan.pages.isEmpty else { return }
        progress(.planned(plan.pages.count))
        var offline: Set<String> = []
        var isOnline = false
        var failure: StoreError?
        await plan.queue(limit: jobs).run {
            await text(of: $0)
        } each: { queue, page, result in
            do throws(StoreError) {
                let outcome = try save(result, of: page, in: store)
                if result.weight != .nothing { progress(.finished(outcome)) }
            } catch {
                failure = error
                return false
            }
            if case .failure(.fetch(.offline)) = result { offline.insert(page.host) } else { isOnline = true }
            if result.weight == .host { _ = queue.removeWaiting(at: page.host) }
            queue.limit = isOnline || offline.count < PageRefresh.offlineHosts ? jobs : 0
            return true
        }
        if let failure { throw failure }
    }

    private func text(of page: PagePlan.Page) async -> Result<PageArticle, ArticlePageError> {
        let result = await pages.text(at: page.wanted.address, of: page.feed)
        // The text of a whole page includes its navigation, so it is not the full text of the article.
        if case .success(let text) = result, text.isWholePage { return .failure(.noArticle) }
        return result
    }

    private func save(
        _ result: Result<PageArticle, ArticlePageError>, of page: PagePlan.Page, in store: borrowing Store
    ) throws(StoreError) -> PageOutcome {
        let article = page.wanted.article
        var outcome = PageOutcome(article: article, address: page.wanted.address)
        do throws(StoreError) {
            switch result {
            case .success(let text): outcome.problem = try store.savePage(text.html, of: article, isWanted: true)
            case .failure(.fetch(.held(let host, _))):
                try store.saveBackoffs(pages.backoffs.learned.filter { $0.key == host })
            case .failure(let error):
                if error.weight == .attempt || error.weight == .final {
                    try store.savePageFailure(error.message, of: article, isFinal: error.weight == .final)
                }
            }
        } catch {
            // Another program has the database for longer than we wait; the next run fetches the page again.
            guard error == .busy else { throw error }
            outcome.problem = error.message
            return outcome
        }
        if case .failure(let error) = result { outcome.problem = error.message }
        return outcome
    }
}

/// The events of a running `PageRefresh`.
public enum PageProgress: Sendable {
    /// How many pages there are to fetch.
    case planned(Int)
    case finished(PageOutcome)
}

/// The result of fetching the page of one article.
public struct PageOutcome: Sendable {
    public let article: ArticleID
    public let address: String
    /// Why the page was not stored, or is not used; nil if it was.
    public var problem: String?
}

extension Result<PageArticle, ArticlePageError> {
    fileprivate var weight: ArticlePageError.Weight? {
        if case .failure(let error) = self { error.weight } else { nil }
    }
}

internal import FeedCore

/// Finds the articles of several pages side by side.
struct PageFinding: Sendable {
    /// The article of a page, and the URL that answered.
    typealias Page = (article: PageArticle, url: WebAddress?)
    /// A success without a page is a stream, which the caller reads.
    typealias Found = Result<Page?, any Error>

    /// The addresses to try, or why the operand is refused; nil for a stream.
    private let sources: [Result<FeedSource, any Error>?]
    private let lookup: FeedLookup
    private let base: WebAddress?

    /// How many pages are fetched at once. So many wait at most for the ones before them.
    private static let parallelPages = 2

    /// - Parameter base: of the links, instead of the URL of the page.
    init(_ operands: [String], _ context: borrowing Context, base: WebAddress?) throws {
        var finder = context.finder(context.fetcher(hostJobs: 1))
        finder.base = base?.text
        lookup = FeedLookup(finder, context.settings, in: context.surroundings)
        self.base = base
        var sources: [Result<FeedSource, any Error>?] = []
        for operand in operands {
            let isStream = operand == "-" || InputFile.isStream(operand)
            sources.append(isStream ? nil : Result { try FeedSource(operand, context) })
        }
        self.sources = sources
    }

    var usesNetwork: Bool { FeedSource.needNetwork(sources.compactMap(\.self)) }

    /// Hands over the pages in the order of the operands, each as soon as it and those before it are there.
    func run(_ tell: (Found) -> Void) async {
        var results = OrderedResults<Found>()
        await HostQueue(sources.indices, limit: PageFinding.parallelPages, host: host(of:)).run {
            await find(sources[$0])
        } each: { queue, index, found in
            guard !Task.isCancelled else { return false }
            for next in results.append(found, at: index) { tell(next) }
            // The first page that may be fetched is next, so that others do not wait for it.
            queue.sortHosts { -Int64($0) }
            queue.limit = max(1, PageFinding.parallelPages - results.waiting)
            return true
        }
    }

    private func host(of index: Int) -> String { (try? sources[index]?.get().address.url.hostAndPort) ?? "" }

    private func find(_ source: Result<FeedSource, any Error>?) async -> Found {
        guard let source else { return .success(nil) }
        return await .catching {
            let found = try await lookup.article(of: source.get())
            return (found.article, base ?? found.url)
        }
    }
}

internal import FeedCore

/// Finds the articles of several pages side by side.
struct PageFinding: Sendable {
    /// The article of a page, and the URL that answered.
    typealias Page = (article: PageArticle, url: WebAddress?)
    /// A success without a page is a stream, which the caller reads.
    typealias Found = Result<Page?, any Error>

    /// Where to look, or why the operand is refused; nil for a stream.
    private let sources: [Result<FeedSource, any Error>?]
    private let lookup: FeedLookup
    private let base: WebAddress?

    /// How many pages are fetched at once. So many wait at most for the ones before them.
    private static let parallelPages = 2

    /// - Parameter base: of the links, instead of the URL of the page.
    init(
        _ operands: [String], _ fetcher: Fetcher, _ context: borrowing Context, base: WebAddress?
    ) throws {
        var finder = FeedFinder(fetcher: fetcher, settings: context.settings.refreshing(), at: context.now)
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

    var usesNetwork: Bool {
        sources.contains { if case .success(let source)? = $0 { source.address.url.isRemote } else { false } }
    }

    /// Hands over the pages in the order of the operands, each as soon as it and those before it are there.
    func run(_ tell: (Found) -> Void) async {
        await withTaskGroup(of: (Int, Found).self) { group in
            var early: [Int: Found] = [:]
            var (begun, told) = (0, 0)
            while told < sources.count {
                while begun < min(sources.count, told + PageFinding.parallelPages) {
                    group.addTask { [begun] in (begun, await find(sources[begun])) }
                    begun += 1
                }
                guard let (index, found) = await group.next(), !Task.isCancelled else { return }
                early[index] = found
                while let found = early.removeValue(forKey: told) {
                    tell(found)
                    told += 1
                }
            }
        }
    }

    private func find(_ source: Result<FeedSource, any Error>?) async -> Found {
        guard let source else { return .success(nil) }
        do {
            let found = try await lookup.article(of: source.get())
            return .success((found.article, base ?? found.url))
        } catch {
            return .failure(error)
        }
    }
}

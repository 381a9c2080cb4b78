internal import FeedCore

/// Fetches the images of an article side by side, for as long as a reader likes to wait.
struct ImageFetching: Sendable {
    /// It knows no passwords: those of the user's own file are for the feed's server too, and no other.
    let fetcher: Fetcher
    /// Those of the article's feed.
    let settings: FeedSettings
    let feed: WebAddress
    let credentials: Credentials?

    /// For all images of an article together.
    static let limit = Duration.seconds(10)
    /// More are not fetched for one article.
    static let countLimit = 24
    private static let byteLimit = 8 << 20
    private static let allBytesLimit = 32 << 20

    struct Harvest: Sendable {
        /// By address.
        var files: [String: ImageFile] = [:]
        /// Why the others are not there.
        var problems: [(address: String, reason: String)] = []
        var isOffline = false
    }

    private enum Event: Sendable {
        case answer(address: String, Result<ImageFile, ImageProblem>)
        case timeIsUp
    }

    /// Gives what has come when all is there or the time is up. The first fault that tells that the machine is offline
    /// ends it all.
    ///
    /// - Parameter progress: is told how many of them are done.
    func files(at addresses: [String], progress: @Sendable (Int) -> Void) async -> Harvest {
        var harvest = Harvest()
        var bytes = 0
        var done = 0
        await withTaskGroup(of: Event.self) { group in
            for address in addresses {
                group.addTask { .answer(address: address, await file(at: address)) }
            }
            group.addTask {
                // Cancelled when all is done: its end is then of no interest.
                try? await Task.sleep(for: ImageFetching.limit)
                return .timeIsUp
            }
            for await event in group {
                guard case .answer(let address, let result) = event else { break }
                done += 1
                progress(done)
                switch result {
                case .success(let file):
                    bytes += file.bytes.count
                    harvest.files[address] = file
                case .failure(let problem):
                    harvest.problems.append((address, problem.reason))
                    harvest.isOffline = problem.meansOffline
                }
                if done == addresses.count || harvest.isOffline || bytes > ImageFetching.allBytesLimit { break }
            }
            group.cancelAll()
        }
        return harvest
    }

    private func file(at address: String) async -> Result<ImageFile, ImageProblem> {
        guard let request = request(for: address) else {
            return .failure(ImageProblem("it is no http or https address"))
        }
        do throws(FetchError) {
            let response = try await fetcher.fetch(request)
            guard response.status == 200 else { return .failure(ImageProblem(response.statusWords)) }
            guard let file = ImageFile(response.body) else {
                return .failure(ImageProblem("it is neither PNG, JPEG, GIF nor WebP"))
            }
            return file.isHuge ? .failure(ImageProblem("it has too many pixels")) : .success(file)
        } catch {
            return .failure(ImageProblem(error.message, meansOffline: error.meansOffline))
        }
    }

    /// What is for the feed's own server, a password or a header, is for no other.
    func request(for address: String) -> Request? {
        guard let url = try? FetchAddress(address).url, url.scheme != .file else { return nil }
        var request = Request(for: url, settings)
        request.timeout = min(settings.timeout, ImageFetching.limit)
        request.byteLimit = min(settings.byteLimit, ImageFetching.byteLimit)
        if url.origin == feed.origin { request.credentials = credentials } else { request.headers = [] }
        return request
    }
}

/// Why an image is not shown.
struct ImageProblem: Error {
    let reason: String
    var meansOffline = false

    init(_ reason: String, meansOffline: Bool = false) {
        self.reason = reason
        self.meansOffline = meansOffline
    }
}

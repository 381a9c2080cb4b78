internal import FeedCore

/// Fetches the images of an article side by side, within ten seconds.
struct ImageFetching: Sendable {
    let fetcher: Fetcher
    let backoffs: HostBackoffs
    /// The settings of the article's feed.
    let settings: FeedSettings
    let feed: WebAddress
    /// Those of the feed, for its own server.
    let credentials: @Sendable () async -> Credentials?

    /// For all images of an article together.
    static let timeLimit = Duration.seconds(10)
    /// For one article.
    static let countLimit = 24
    private static let byteLimit = 8 << 20
    private static let totalByteLimit = 32 << 20

    struct Harvest: Sendable {
        /// By address.
        var files: [String: ImageFile] = [:]
        /// Why the other images are missing.
        var problems: [(address: String, reason: String)] = []
        var isOffline = false
    }

    private enum Event: Sendable {
        case answer(address: String, Result<ImageFile, ImageProblem>)
        case timeIsUp
    }

    /// Returns what has arrived when all images are there, the time is up, or an error shows that the machine is offline.
    ///
    /// - Parameter progress: gets the number of finished images.
    func fetchFiles(at addresses: [String], progress: @Sendable (Int) -> Void) async -> Harvest {
        var harvest = Harvest()
        var bytes = 0
        var done = 0
        await withTaskGroup(of: Event.self) { group in
            for address in addresses {
                group.addTask { .answer(address: address, await fetchFile(at: address)) }
            }
            group.addTask {
                // It throws only when the group is cancelled, at the end.
                try? await Task.sleep(for: ImageFetching.timeLimit)
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
                if done == addresses.count || harvest.isOffline || bytes > ImageFetching.totalByteLimit { break }
            }
            group.cancelAll()
        }
        return harvest
    }

    private func fetchFile(at address: String) async -> Result<ImageFile, ImageProblem> {
        guard let request = await request(for: address) else {
            return .failure(ImageProblem(reason: "not an http or https address"))
        }
        do throws(FetchError) {
            let response = try await fetcher.fetch(request)
            guard response.status == 200 else { return .failure(ImageProblem(reason: response.statusWords)) }
            guard let file = ImageFile(response.body) else {
                return .failure(ImageProblem(reason: "not a PNG, JPEG, GIF or WebP file"))
            }
            return file.isHuge ? .failure(ImageProblem(reason: "too many pixels")) : .success(file)
        } catch {
            return .failure(ImageProblem(reason: error.message, meansOffline: error.meansOffline))
        }
    }

    private func request(for address: String) async -> Request? {
        guard let url = try? FetchAddress(address).url, url.scheme != .file else { return nil }
        // No password command runs for other servers.
        let credentials = url.hasOrigin(of: feed) ? await credentials() : nil
        var request = Request(for: url, linkedFrom: feed, settings, credentials, backoffs)
        request.timeout = min(settings.timeout, ImageFetching.timeLimit)
        request.byteLimit = min(settings.byteLimit, ImageFetching.byteLimit)
        return request
    }
}

/// Why an image is not shown.
struct ImageProblem: Error {
    let reason: String
    var meansOffline = false
}

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

    /// Returns what has arrived when all images are there, the task is cancelled, or an error shows that the machine is
    /// offline.
    ///
    /// - Parameter progress: gets the number of finished images.
    func fetchFiles(at addresses: [String], progress: @Sendable (Int) -> Void) async -> Harvest {
        var harvest = Harvest()
        var bytes = 0
        var done = 0
        await HostQueue(addresses, limit: addresses.count).run { address in
            await fetchFile(at: address)
        } each: { _, address, result in
            guard !Task.isCancelled else { return false }
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
            return !harvest.isOffline && bytes <= ImageFetching.totalByteLimit
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

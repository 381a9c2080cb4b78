internal import FeedCore

/// The story of one download.
extension DownloadRun {
    /// So many tries in a row may bring nothing. One that brings bytes does not count, if the next one
    /// can go on from there.
    private static let emptyTryLimit = 2
    /// So many tries at most: a server that sends a few bytes each time would keep the run for ever.
    private static let tryLimit = 20

    func download(_ job: DownloadJob, _ tell: @escaping @Sendable (Event) -> Void) async -> DownloadOutcome {
        do throws(DownloadError) {
            var job = job
            if let command = job.passwordCommand {
                do throws(PasswordError) {
                    job.request.credentials?.password = try await passwords.password(from: command).get().text
                } catch {
                    throw Task.isCancelled ? .fetch(.cancelled) : .password(error)
                }
            }
            switch try await records.begin(job) {
            case .elsewhere: return .elsewhere
            case .complete(let download):
                return .saved(path: try await records.saveComplete(download), bytes: download.size ?? 0)
            case .part(let file, let download):
                tell(.started(job, file, length: file.length))
                let complete: Download
                do throws(DownloadError) { complete = try await fill(file, download, job, tell) } catch {
                    // There is nothing to go on with.
                    if file.length == 0 || error.isTooLarge { try await records.discard(file, download, of: job) }
                    throw error
                }
                return .saved(path: try await records.finish(file, complete), bytes: file.length)
            }
        } catch {
            if case .fetch(.cancelled) = error { return .cancelled }
            return .failed(error)
        }
    }

    /// Fetches what is missing, in as many tries as it takes. Returns what is known of the complete file.
    private func fill(
        _ file: PartFile, _ begun: Download, _ job: DownloadJob, _ tell: @escaping @Sendable (Event) -> Void
    ) async throws(DownloadError) -> Download {
        var download = begun
        if let size = download.size, size > 0, size == file.length { return download }
        var emptyTries = 0
        var (hasRestarted, failure): (Bool, DownloadError?) = (false, nil)
        for _ in 0..<DownloadRun.tryLimit {
            if download.validator == nil, file.length > 0 {
                tell(.emptied(number: job.number, length: file.length))
                do throws(FetchError) { try file.removeAll() } catch { throw .fetch(error) }
            }
            let before = file.length
            switch try await once(file, &download, job, tell) {
            case .complete(let head):
                if job.lacksEnding, let ending = head.type.flatMap(MediaType.fileEnding) {
                    download.path += "." + ending
                }
                return download
            case .restart:
                // Again, the server does not mean what it says of the file: the whole of it would come each time.
                guard !hasRestarted else { throw failure ?? .fetch(.answer("the server does not go on with the file")) }
                hasRestarted = true
                // Before the first byte of another file is written, what is known of this one is forgotten.
                (download.validator, download.size) = (nil, nil)
                try await records.save(download)
                // The server is well: there is no need to wait.
                continue
            case .failed(let error, let isTransient):
                let hasGained = file.length > before && download.validator != nil
                emptyTries = hasGained ? 0 : emptyTries + 1
                guard isTransient, emptyTries < DownloadRun.emptyTryLimit else { throw error }
                failure = error
            }
            do { try await Task.sleep(for: pause()) } catch { throw .fetch(.cancelled) }
        }
        throw .fetch(.connection("the connection was lost \(DownloadRun.tryLimit) times"))
    }

    private enum Try {
        case complete(DownloadHead)
        case restart
        case failed(DownloadError, isTransient: Bool)
    }

    /// One request. Remembers the server's facts about the file while the first bytes come.
    private func once(
        _ file: PartFile, _ download: inout Download, _ job: DownloadJob, _ tell: @escaping @Sendable (Event) -> Void
    ) async throws(DownloadError) -> Try {
        let (heads, sender) = AsyncStream.makeStream(of: DownloadHead.self)
        let known = DownloadHead(size: download.size, validator: download.validator)
        async let result = transfer(job, into: file, from: known, sender)
        for await head in heads {
            tell(.sized(number: job.number, head.size))
            guard head.size != download.size || head.validator != download.validator else { continue }
            (download.size, download.validator) = (head.size, head.validator)
            try await records.save(download)
        }
        switch await result {
        case .success(.complete(let head)): return .complete(head)
        case .success(.restart): return .restart
        case .success(.failed(let response)):
            let mayHelp = [502, 503, 504].contains(response.status) && response.headers["Retry-After"] == nil
            return .failed(.status(response.statusWords), isTransient: mayHelp)
        case .failure(let error):
            return .failed(.fetch(error), isTransient: error.isTransient)
        }
    }

    private func transfer(
        _ job: DownloadJob, into file: PartFile, from known: DownloadHead,
        _ heads: AsyncStream<DownloadHead>.Continuation
    ) async -> Result<Fetcher.DownloadEnd, FetchError> {
        defer { heads.finish() }
        return await .catching { () async throws(FetchError) in
            try await fetcher.download(job.request, into: file, from: known, isMedia: job.isMedia) { heads.yield($0) }
        }
    }
}

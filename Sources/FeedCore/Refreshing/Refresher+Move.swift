/// Feeds that say in their document that they have moved.
extension Refresher {
    /// Fetches the feed from the address that its document gives as the new one. Once that serves a feed, it is the feed's
    /// address, as after a permanent redirect; until then the outcome says why it is not.
    ///
    /// - Parameter password: what the feed's command has printed.
    func followMove(of outcome: RefreshOutcome, _ password: Password?) async -> RefreshOutcome {
        guard case .refreshed = outcome.result, let next = outcome.move?.to, !Task.isCancelled else { return outcome }
        var outcome = outcome
        do throws(FetchError) {
            let response = try await fetcher.fetchResponse(to: request(for: outcome.feed, at: next, password))
            let known = outcome
            return try await fetcher.withBody(of: response) { await store($0, from: next, after: known) }
        } catch {
            outcome.move?.problem = error.message
            return outcome
        }
    }

    private func request(for feed: Feed, at url: WebAddress, _ password: Password?) -> Request {
        var request = Request(for: url, linkedFrom: feed.url, settings(feed), credentials[feed.id], backoffs)
        request.prefersFeeds = true
        if let password { request.credentials?.password = password.text }
        return request
    }

    private func store(
        _ response: consuming Response, from url: WebAddress, after outcome: RefreshOutcome
    ) async -> RefreshOutcome {
        var outcome = outcome
        // A redirect may have moved the feed before.
        let redirected = outcome.newURL == nil ? nil : await writer.feed(outcome.feed.id)
        let feed = redirected ?? outcome.feed
        var head = response.withoutBody
        head.movedTo = response.movedTo ?? url
        do throws(FetchError) {
            let changed = try await ChangedBody(
                of: response, feed, fetcher, settings(feed), isForced: true, spentBefore: .zero, [:])
            switch changed.parsed {
            case .success:
                var moved = await writer.apply(update(.success(head), changed, of: feed))
                moved.feed = outcome.feed
                moved.newArticles = outcome.newArticles + moved.newArticles
                moved.changedArticles += outcome.changedArticles
                (moved.status, moved.bytes, moved.duration) = (outcome.status, outcome.bytes, outcome.duration)
                return moved
            case .failure(let error): outcome.move?.problem = error.message
            case nil: outcome.move?.problem = head.failure
            }
        } catch {
            outcome.move?.problem = error.message
        }
        return outcome
    }
}

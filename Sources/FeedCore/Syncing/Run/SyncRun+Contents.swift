/// Articles of a server that fails at some of them.
extension AccountServer {
    /// The articles of these ids, those that the server fails at whenever they are asked for, and its last error. A request
    /// that fails is made again in two halves. Throws if the server fails at everything: of a few articles, all may be such.
    func contents(ofEach ids: [RemoteID]) async throws(SyncError) -> SyncRun.Contents {
        var contents = SyncRun.Contents(asked: ids)
        var rest = [ids]
        var failures = 0
        while let batch = rest.popLast() {
            do throws(SyncError) {
                contents.came += try await self.contents(of: batch)
                failures = 0
            } catch {
                failures += 1
                guard error.mayBeOfOneArticle, failures <= SyncRun.failureLimit else { throw error }
                if batch.count == 1 {
                    contents.refused.insert(batch[0])
                    contents.error = error
                } else {
                    rest.append(Array(batch[(batch.count / 2)...]))
                    rest.append(Array(batch[..<(batch.count / 2)]))
                }
            }
        }
        return contents
    }
}

extension SyncRun {
    struct Contents: Sendable {
        var asked: [RemoteID]
        var came: [RemoteArticle] = []
        var refused: Set<RemoteID> = []
        var error: SyncError?
    }

    /// After so many requests in a row that fail, the server fails at everything: as many halves lead to one of a hundred
    /// articles.
    fileprivate static let failureLimit = 8
}

extension SyncError {
    /// The server may fail at one article of those that it was asked for.
    fileprivate var mayBeOfOneArticle: Bool {
        if case .status(let status, _) = self { (400...500).contains(status) } else { false }
    }
}

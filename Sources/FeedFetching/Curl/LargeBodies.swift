/// Bodies that are too large to be in memory side by side, or may be once they are unpacked. A large one waits in a
/// temporary file without a name. One at a time is read, parsed and stored.
///
/// So no transfer waits for another, however slow that one is, and memory stays small whatever the servers send.
final class LargeBodies: Sendable {
    /// A body up to this size stays in memory.
    static let smallLimit = 256 << 10
    /// After a larger body, freed memory goes back to the system. After a smaller one, the next bodies use it.
    private static let hugeLimit = 2 << 20

    /// For one at a time: parsing takes several times the size of a body.
    let permit = AsyncSemaphore(permits: 1)
    private let folders: [String]

    /// - Parameter folders: where temporary files may be created, the best first.
    init(folders: [String]) { self.folders = folders }

    func newFile(byteLimit: Int) throws(FetchError) -> BodyFile {
        try BodyFile(in: folders, byteLimit: byteLimit)
    }

    /// Runs `work` with the response and all of its body. Reading, parsing and storing a body belong into `work`: then
    /// one large body at a time is in memory. `work` must not wait for another response.
    func withBody<Value: Sendable>(
        of response: consuming Response, _ work: (consuming Response) async -> Value
    ) async throws(FetchError) -> Value {
        // Packed data may grow a thousandfold.
        guard response.file != nil || response.isGzip else { return await work(response) }
        let packed = consume response
        let result = await permit.withPermit { () async -> Result<Value, FetchError> in
            var size = 0
            defer { if size > LargeBodies.hugeLimit { CurlLibrary.returnFreeMemory() } }
            do throws(FetchError) {
                var response = packed
                if let file = response.file.take() { response.body = try file.contents() }
                try response.unpackUndeclaredGzip()
                size = response.body.count
                return .success(await work(response))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .cancelled }
        return try result.get()
    }
}

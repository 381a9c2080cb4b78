/// The target of a response body that is saved while it arrives.
struct DownloadTarget: Sendable {
    let file: PartFile
    let expectation: DownloadExpectation
    /// Receives the server's facts about the file, before the first byte is written, on the thread of the transfers.
    let begin: @Sendable (DownloadHead) -> Void

    /// The header fields that ask for the rest. They go along redirects: the validator protects the file.
    var headers: [HTTPHeaders.Field] {
        guard expectation.offset > 0, let validator = expectation.validator else { return [] }
        return [
            .init(name: "Range", value: "bytes=\(expectation.offset)-"), .init(name: "If-Range", value: validator),
        ]
    }

    /// The time that a whole download may take: any.
    static let timeLimit = Duration.seconds(365 * 86_400)
}

internal import FeedCore

/// A folder that is removed with its contents at the end of the scope.
struct ScratchFolder: ~Copyable {
    let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/rssium-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchError("no scratch folder can be made") }
        path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }

    deinit { Files.removeFolder(path) }
}

internal import FeedCore

/// The program of `run`. It gets an article as its input, in its environment and in its arguments.
struct ArticleProgram: Sendable {
    let name: String
    private let arguments: [String]
    private let sharedGuids: Set<Int64>
    private let surroundings: Surroundings
    /// The folders that may hold a temporary file.
    private let folders: [String]

    init(_ context: borrowing Context, sharedGuids: Set<Int64>) {
        let words = context.arguments.operands
        (name, arguments) = (words.first ?? "", Array(words.dropFirst()))
        self.sharedGuids = sharedGuids
        surroundings = context.surroundings
        folders = context.paths.temporaryFolders
    }

    /// One run of the program.
    struct Call: Sendable, Equatable {
        let words: [String]
        let variables: [String: String]
        let input: [UInt8]
    }

    func call(for article: Article, at now: Timestamp) -> Call {
        let listing = Listing(now: now)
        func field(_ name: String) -> String? {
            Article.fields.all.first { $0.name == name }.map { ArticleProgram.safe($0.value(article, listing).text) }
        }
        var json = JSONFeed(.lines, sharedGuids: sharedGuids)
        return Call(
            words: [name] + arguments.map { $0.fillingBraces(field) },
            variables: [
                "RSSIUM_ID": field("id") ?? "", "RSSIUM_URL": field("url") ?? "", "RSSIUM_TITLE": field("title") ?? "",
                "RSSIUM_FEED": field("feed") ?? "",
                "RSSIUM_ENCLOSURE": ArticleProgram.safe(article.enclosures.first?.url ?? ""),
            ],
            input: json.line(article))
    }

    /// Text from a feed without control characters, and short enough for the system.
    private static func safe(_ text: String) -> String {
        let byteLimit = 32 << 10
        return ControlCharacterFilter.string(String(decoding: text.utf8.prefix(byteLimit), as: UTF8.self), as: .line)
    }

    // MARK: Running

    /// Runs the program once for each call, all together, and returns the exit statuses. A cancelled task ends the
    /// programs.
    func run(_ calls: [Call]) async -> [Result<Int32, ChildError>] {
        let unknown = Result<Int32, ChildError>.failure(ChildError(program: name, reason: "it was not run"))
        return await withTaskGroup(of: (index: Int, ending: Result<Int32, ChildError>).self) { group in
            for (index, call) in calls.enumerated() {
                group.addTask { (index, await ending(of: call)) }
            }
            return await group.reduce(into: calls.map { _ in unknown }) { $0[$1.index] = $1.ending }
        }
    }

    private func ending(of call: Call) async -> Result<Int32, ChildError> {
        let input: Int32
        do throws(FileError) {
            // From a file, because a pipe would end where this process is killed, and half the article be read.
            input = try UnnamedFile.open(with: call.input, in: folders)
        } catch {
            return .failure(ChildError(program: name, reason: "no temporary file can be written: \(error.reason)"))
        }
        defer { close(input) }
        let run = await CapturedOutput.run(
            call.words, in: surroundings,
            .init(
                input: .file(input), output: .inherited, errors: .inherited, variables: call.variables,
                isolation: .group, timeLimit: .seconds(Int32.max)))
        return run.map(\.exitStatus)
    }
}

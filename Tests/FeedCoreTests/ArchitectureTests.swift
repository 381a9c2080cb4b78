import FeedCore
import Testing

/// The borders between the rooms of the program: what a compiler does not hold within one module.
@Suite struct ArchitectureTests {
    private let sources = SourceFile.all
    /// What users run: the benchmark may look at its limits through the C libraries, and prints.
    private var program: [SourceFile] { sources.filter { !$0.isIn("rssium-bench") } }

    @Test func `there are sources to look at`() {
        #expect(sources.contains { $0.path == "Sources/FeedCore/Model/Feed.swift" })
    }

    // MARK: Imports

    /// It costs megabytes, and milliseconds of every start.
    @Test func `no source imports Foundation`() {
        let places = sources.filter { $0.imports.contains { $0.hasPrefix("Foundation") } }.map(\.path)
        #expect(places == [])
    }

    @Test(arguments: [
        ("CSQLite", ["Storage/Database", "Storage/Statement"]),
        ("CLibXML2", ["XMLLibrary", "XMLReader", "HTMLReader"].map { "Parsing/" + $0 }),
        (
            "CCurl",
            ["CurlLibrary", "Transfer", "TransferFailure", "FetchLoop", "FetchAddress"].map { "Fetching/" + $0 }
        ),
    ])
    func `a C library is imported in its own few files, and by no public import`(library: String, homes: [String]) {
        let homes = homes.map { "Sources/FeedCore/\($0).swift" }
        let places = program.filter { $0.imports.contains(library) && !homes.contains($0.path) }.map(\.path)
        #expect(places == [], "\(library) belongs to \(homes.joined(separator: ", "))")
        #expect(program.flatMap { $0.places(of: ["public import \(library)"]) } == [])
    }

    @Test func `no C type is in a public signature`() {
        let types = ["OpaquePointer", "UnsafeMutableRawPointer", "UnsafeMutablePointer", "CInt", "CChar", "CLong"]
        let places = sources.filter { $0.isIn("FeedCore") }.flatMap { $0.places(of: types) }
        #expect(places.filter { $0.contains(" public ") } == [])
    }

    // MARK: Layers

    @Test func `the model imports nothing`() {
        let places = Layer.model.files.filter { !$0.imports.isEmpty }.map(\.path)
        #expect(places == [])
    }

    @Test(arguments: Layer.allCases)
    func `a layer names no type of a layer that it must not know`(layer: Layer) {
        for other in layer.closed {
            let names = other.sharedTypes.subtracting(layer.knownTypes)
            let places = layer.files.flatMap { $0.places(of: names) }
            #expect(places == [], "\(layer.rawValue) must not know \(other.rawValue)")
        }
    }

    // MARK: Effects

    @Test func `only Output writes to the terminal`() {
        let words = ["print(", "debugPrint(", "dump(", "puts(", "fputs(", "putchar(", "fprintf(", "vprintf("]
        let streams = ["stdout", "stderr", "STDOUT_FILENO", "STDERR_FILENO"]
        #expect(program.filter { !$0.isIn("rssium/Output") }.flatMap { $0.places(of: words + streams) } == [])
    }

    @Test func `only Main ends the program`() {
        #expect(places(of: ["exit(", "abort(", "quick_exit("], outside: ["rssium/Main"]) == [])
    }

    @Test func `only the settings and paths read the environment`() {
        let homes = ["rssium/System/Settings", "rssium/System/Paths", "rssium/System/Environment"]
        #expect(places(of: ["getenv(", "secure_getenv(", "setenv(", "putenv("], outside: homes) == [])
    }

    @Test func `only Main asks what time it is`() {
        let words = ["time(nil)", "gettimeofday(", "CLOCK_REALTIME", "Date()"]
        #expect(places(of: words, outside: ["rssium/Main"]) == [])
    }

    @Test func `no source gives up where it could say what went wrong`() {
        #expect(places(of: ["try!", "fatalError(", "as!"], outside: []) == [])
    }

    @Test func `what the compiler cannot know to be Sendable is in few files`() {
        let homes = [
            "FeedCore/Support/Locked", "FeedCore/Support/Handover", "FeedCore/Fetching/CurlLibrary",
            "FeedCore/Fetching/FetchLoop",
        ]
        #expect(places(of: ["@unchecked", "nonisolated(unsafe)", "@preconcurrency"], outside: homes) == [])
    }

    @Test func `a file is about one thing`() {
        let places = sources.filter { $0.lineCount > 400 }.map { "\($0.path): \($0.lineCount) lines" }
        #expect(places == [], "what is the second thing in it?")
    }

    private func places(of words: [String], outside homes: [String]) -> [String] {
        let homes = homes.map { "Sources/\($0).swift" }
        return program.filter { !homes.contains($0.path) }.flatMap { $0.places(of: words) }
    }
}

/// A room of FeedCore, by its folder.
enum Layer: String, CaseIterable, Sendable {
    case model = "Model"
    case support = "Support"
    case parsing = "Parsing"
    case fetching = "Fetching"
    case storage = "Storage"
    case refreshing = "Refreshing"

    /// Those whose types it must not name.
    var closed: [Layer] {
        switch self {
        case .model: [.support, .parsing, .fetching, .storage, .refreshing]
        case .support: [.parsing, .fetching, .storage, .refreshing]
        case .parsing: [.fetching, .storage, .refreshing]
        case .fetching: [.parsing, .storage, .refreshing]
        case .storage: [.parsing, .fetching, .refreshing]
        case .refreshing: []
        }
    }

    var files: [SourceFile] { SourceFile.all.filter { $0.isIn("FeedCore/" + rawValue) } }

    /// The types that other layers can name.
    var sharedTypes: Set<String> { Set(files.flatMap(\.types).filter(\.isShared).map(\.name)) }

    /// Every type that the layer, the model or the support declares: a name that another layer has too says nothing.
    var knownTypes: Set<String> {
        Set([self, .model, .support].flatMap(\.files).flatMap(\.types).map(\.name))
    }
}

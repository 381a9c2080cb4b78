import FeedCore
import Testing

/// The borders between the rooms of the program: what a compiler does not hold within one module.
@Suite struct ArchitectureTests {
    private let sources = SourceFile.all

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
        ("CSQLite", ["Storage/Database/Database", "Storage/Database/Statement"]),
        ("CLibXML2", ["XML/XMLLibrary", "XML/XMLReader", "XML/XMLReader+Strict", "HTML/XPath/XPathPage"]),
        (
            "CCurl",
            [
                "Curl/CurlLibrary", "Curl/Transfer", "Curl/Transfer+Network", "Curl/TransferFailure", "Curl/FetchLoop",
                "FetchAddress",
            ].map { "Fetching/" + $0 }
        ),
    ])
    func `a C library is imported in its own few files, and by no public import`(library: String, homes: [String]) {
        let homes = homes.map { "Sources/FeedCore/\($0).swift" }
        let places = sources.filter { $0.imports.contains(library) && !homes.contains($0.path) }.map(\.path)
        #expect(places == [], "\(library) belongs to \(homes.joined(separator: ", "))")
        #expect(sources.flatMap { $0.places(of: ["public import \(library)"]) } == [])
    }

    @Test func `no C type is in a public signature`() {
        let types = ["OpaquePointer", "UnsafeMutableRawPointer", "UnsafeMutablePointer", "CInt", "CChar", "CLong"]
        let places = sources.filter { $0.isIn("FeedCore") }.flatMap { $0.places(of: types) }
        #expect(places.filter { $0.contains(" public ") } == [])
    }

    // MARK: Rooms

    @Test func `the model imports nothing`() {
        let places = Room.model.files.filter { !$0.imports.isEmpty }.map(\.path)
        #expect(places == [])
    }

    @Test func `every folder of FeedCore is a room with borders`() {
        let folders = Set(sources.filter { $0.isIn("FeedCore") }.map { $0.path.split(separator: "/")[2] })
        #expect(folders == Set(Room.allCases.map { $0.rawValue[...] }))
    }

    @Test(arguments: Room.allCases)
    func `a room uses only the rooms that it may use`(room: Room) {
        for other in Room.allCases where other != room && !room.usable.contains(other) {
            let names = other.sharedTypes.subtracting(room.knownTypes)
            let places = room.files.flatMap { $0.places(of: names) }
            #expect(places == [], "\(room.rawValue) must not use \(other.rawValue)")
        }
    }

    @Test func `a folder has at most 15 files`() {
        let folders = Dictionary(grouping: sources) { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
        let crowded = folders.filter { $0.value.count > 15 }.map { "\($0.key): \($0.value.count) files" }
        #expect(crowded.sorted() == [], "which second subject is in it?")
    }

    @Test func `no two types of a target have one name`() {
        for target in ["FeedCore", "rssium"] {
            let names = sources.filter { $0.isIn(target) }.flatMap(\.types).filter(\.isShared).map(\.name)
            let repeated = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
            #expect(repeated.sorted() == [])
        }
    }

    // MARK: Effects

    @Test func `only Output writes to the terminal`() {
        let words = ["print(", "debugPrint(", "dump(", "puts(", "fputs(", "putchar(", "fprintf(", "vprintf("]
        let streams = ["stdout", "stderr", "STDOUT_FILENO", "STDERR_FILENO"]
        #expect(sources.filter { !$0.isIn("rssium/Terminal") }.flatMap { $0.places(of: words + streams) } == [])
    }

    @Test func `only the start ends the program`() {
        #expect(places(of: ["exit(", "abort(", "quick_exit("], outside: ["rssium-main/Start"]) == [])
    }

    @Test func `only the settings and paths read the environment`() {
        let homes = ["rssium/System/Config/Settings", "rssium/System/Paths", "rssium/System/Environment"]
        #expect(places(of: ["getenv(", "secure_getenv(", "setenv(", "putenv("], outside: homes) == [])
    }

    @Test func `only the entry point asks what time it is`() {
        let words = ["time(nil)", "gettimeofday(", "CLOCK_REALTIME", "Date()"]
        #expect(places(of: words, outside: ["rssium/EntryPoint"]) == [])
    }

    @Test func `no source gives up where it could say what went wrong`() {
        #expect(places(of: ["try!", "fatalError(", "as!"], outside: []) == [])
    }

    @Test func `what the compiler cannot know to be Sendable is in few files`() {
        let homes = [
            "FeedCore/Support/Locked", "FeedCore/Refreshing/ThreadExecutor", "FeedCore/Fetching/Curl/CurlLibrary",
            "FeedCore/Fetching/Curl/FetchLoop",
        ]
        #expect(places(of: ["@unchecked", "nonisolated(unsafe)", "@preconcurrency"], outside: homes) == [])
    }

    @Test func `a file is about one thing`() {
        let places = sources.filter { $0.lineCount > 400 }.map { "\($0.path): \($0.lineCount) lines" }
        #expect(places == [], "what is the second thing in it?")
    }

    private func places(of words: [String], outside homes: [String]) -> [String] {
        let homes = homes.map { "Sources/\($0).swift" }
        return sources.filter { !homes.contains($0.path) }.flatMap { $0.places(of: words) }
    }
}

/// A room of FeedCore, by its folder.
enum Room: String, CaseIterable, Sendable {
    case model = "Model"
    case support = "Support"
    case text = "Text"
    case xml = "XML"
    case html = "HTML"
    case formats = "Formats"
    case subscriptions = "Subscriptions"
    case fetching = "Fetching"
    case storage = "Storage"
    case refreshing = "Refreshing"
    case syncing = "Syncing"

    /// The rooms whose types it may name.
    var usable: Set<Room> {
        switch self {
        case .model: []
        case .support: [.model]
        case .text, .fetching: [.model, .support]
        case .storage: [.model, .support, .text]
        case .xml: [.model, .support, .text]
        case .html: [.model, .support, .text, .xml]
        case .formats: [.model, .support, .text, .xml, .html]
        // They join the rooms above, and do not know each other.
        case .subscriptions, .refreshing:
            Set(Room.allCases).subtracting([.subscriptions, .refreshing, .syncing])
        // A sync shares the lock and the password commands of a refresh.
        case .syncing: Set(Room.allCases).subtracting([.subscriptions])
        }
    }

    var files: [SourceFile] { SourceFile.all.filter { $0.isIn("FeedCore/" + rawValue) } }

    /// The types that other rooms can name.
    var sharedTypes: Set<String> { Set(files.flatMap(\.types).filter(\.isShared).map(\.name)) }

    /// Every type that the room, the model or the support declares: a name that another room has too says nothing.
    var knownTypes: Set<String> {
        Set([self, .model, .support].flatMap(\.files).flatMap(\.types).map(\.name))
    }
}

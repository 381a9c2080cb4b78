import FeedCore
import Testing

/// The rules of the sources that a compiler does not hold, such as the borders between the rooms of one module.
@Suite struct ArchitectureTests {
    private let sources = SourceFile.all
    private let library = SourceFile.all.filter { $0.path.hasPrefix("Sources/Feed") }

    @Test func `there are sources to look at`() {
        #expect(sources.contains { $0.path == "Sources/FeedModel/Model/Feed.swift" })
    }

    // MARK: Imports

    /// It costs megabytes, and milliseconds of every start.
    @Test func `no source imports Foundation`() {
        let places = sources.filter { $0.imports.contains { $0.hasPrefix("Foundation") } }.map(\.path)
        #expect(places == [])
    }

    /// SwiftPM also lets a target import what another one of the package has been built from.
    @Test(
        arguments: [
            "FeedModel": [],
            "FeedParsing": ["FeedModel", "CLibXML2"],
            "FeedFetching": ["FeedModel", "CCurl"],
            "FeedStore": ["FeedParsing", "CSQLite"],
            "FeedCore": ["FeedModel", "FeedParsing", "FeedFetching", "FeedStore"],
            "rssium": ["FeedCore"],
            "rssium-main": ["rssium"],
        ] as [String: [String]])
    func `a target imports only what the package says that it depends on`(target: String, usable: [String]) {
        let libraries = ["CSQLite", "CLibXML2", "CCurl"]
        let targets = ["FeedModel", "FeedParsing", "FeedFetching", "FeedStore", "FeedCore", "rssium"]
        let forbidden = Set(libraries + targets).subtracting(usable)
        let places = sources.filter { $0.isIn(target) && !forbidden.isDisjoint(with: $0.imports) }.map(\.path)
        #expect(places == [], "\(target) may import \(usable)")
    }

    @Test(arguments: [
        (
            "CSQLite",
            ["FeedStore/Database/Database", "FeedStore/Database/Database+Functions", "FeedStore/Database/Statement"]
        ),
        (
            "CLibXML2",
            [
                "FeedParsing/XML/XMLLibrary", "FeedParsing/XML/XMLReader", "FeedParsing/XML/XMLReader+Strict",
                "FeedParsing/HTML/XPath/XPathPage",
            ]
        ),
        (
            "CCurl",
            [
                "FeedFetching/Curl/CurlLibrary", "FeedFetching/Curl/Transfer", "FeedFetching/Curl/Transfer+Network",
                "FeedFetching/Curl/Transfer+Options", "FeedFetching/Curl/Transfer+Failure",
                "FeedFetching/Curl/FetchLoop", "FeedFetching/Curl/LoopThread", "FeedFetching/Curl/Response+Unpacking",
                "FeedFetching/FetchAddress",
            ]
        ),
    ])
    func `a C library is imported in its own few files, and by no public import`(library: String, homes: [String]) {
        let homes = homes.map { "Sources/\($0).swift" }
        let places = sources.filter { $0.imports.contains(library) && !homes.contains($0.path) }.map(\.path)
        #expect(places == [], "\(library) belongs to \(homes.joined(separator: ", "))")
        #expect(sources.flatMap { $0.places(of: ["public import \(library)", "package import \(library)"]) } == [])
    }

    @Test func `no C type is in a public signature`() {
        let types = ["OpaquePointer", "UnsafeMutableRawPointer", "UnsafeMutablePointer", "CInt", "CChar", "CLong"]
        let places = library.flatMap { $0.places(of: types) }
        #expect(places.filter { $0.contains(" public ") } == [])
    }

    // MARK: Rooms

    @Test func `the model imports nothing`() {
        let places = Room.model.files.filter { !$0.imports.isEmpty }.map(\.path)
        #expect(places == [])
    }

    @Test(arguments: ["FeedModel", "FeedParsing", "FeedCore"])
    func `every folder of a target with several rooms is a room with borders`(target: String) {
        let paths = sources.filter { $0.isIn(target) }.map { $0.path.split(separator: "/") }
        let folders = Set(paths.filter { $0.count > 3 }.map { $0[2] })
        #expect(folders == Set(Room.allCases.filter { $0.target == target }.map { $0.rawValue[...] }))
    }

    @Test(arguments: Room.allCases)
    func `a room uses no room above it in its target`(room: Room) {
        for other in room.forbidden {
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

    @Test(arguments: [("FeedCoreTests", ""), ("rssiumTests", "rssium/")])
    func `the folders of tests are those of the sources`(tests: String, target: String) {
        let sources = Set(SourceFile.paths(below: "Sources"))
        let others = SourceFile.paths(below: "Tests/" + tests).filter { path in
            let names = path.split(separator: "/").dropFirst(2)
            return !path.hasSuffix(".swift") && !["EndToEnd", "Demo", "Fixtures"].contains(names.first)
                && !sources.contains("Sources/" + target + names.joined(separator: "/"))
        }
        #expect(others.sorted() == [])
    }

    @Test func `no two types have one name`() {
        let names = sources.flatMap(\.types).filter(\.isShared).map(\.name)
        let repeated = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(repeated.sorted() == [])
    }

    // MARK: Effects

    @Test func `only the files of Terminal write to the terminal`() {
        let words = ["print(", "debugPrint(", "dump(", "puts(", "fputs(", "putchar(", "fprintf(", "vprintf("]
        let streams = ["stdout", "stderr", "STDOUT_FILENO", "STDERR_FILENO"]
        #expect(sources.filter { !$0.isIn("rssium/Terminal") }.flatMap { $0.places(of: words + streams) } == [])
    }

    @Test func `only the start ends the program`() {
        #expect(places(of: ["exit(", "abort(", "quick_exit("], outside: ["rssium-main/Start"]) == [])
    }

    @Test func `only Environment reads the variables`() {
        let words = ["getenv(", "secure_getenv(", "setenv(", "putenv("]
        #expect(places(of: words, outside: ["rssium/System/Environment"]) == [])
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
            "FeedModel/Support/Threads/Locked", "FeedCore/Refreshing/ThreadExecutor", "FeedFetching/Curl/CurlLibrary",
            "FeedFetching/Curl/FetchLoop",
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

/// A room that shares its target with others, by its folder.
enum Room: String, CaseIterable, Sendable {
    case model = "Model"
    case support = "Support"
    case text = "Text"
    case xml = "XML"
    case html = "HTML"
    case formats = "Formats"
    case subscriptions = "Subscriptions"
    case refreshing = "Refreshing"
    case syncing = "Syncing"

    var target: String {
        switch self {
        case .model, .support: "FeedModel"
        case .text, .xml, .html, .formats: "FeedParsing"
        case .subscriptions, .refreshing, .syncing: "FeedCore"
        }
    }

    /// The rooms of its target whose types it may not name.
    var forbidden: [Room] {
        switch self {
        case .text: [.xml, .html, .formats]
        case .xml: [.html, .formats]
        case .html: [.formats]
        case .subscriptions: [.refreshing, .syncing]
        // They join the rooms of other targets, and do not know each other.
        case .refreshing: [.subscriptions, .syncing]
        // A sync shares the lock and the password commands of a refresh.
        case .syncing: [.subscriptions]
        case .model, .support, .formats: []
        }
    }

    var files: [SourceFile] { SourceFile.all.filter { $0.isIn("\(target)/\(rawValue)") } }

    /// The types that other rooms can name.
    var sharedTypes: Set<String> { Set(files.flatMap(\.types).filter(\.isShared).map(\.name)) }

    /// Every type that the room declares: a name that another room has too says nothing.
    var knownTypes: Set<String> { Set(files.flatMap(\.types).map(\.name)) }
}

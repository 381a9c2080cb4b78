// swift-tools-version: 6.0
import PackageDescription

/// Every Swift target is compiled alike: Swift 6 mode, imports say how far they reach. Swift 6.0 of Debian 13 builds the
/// program; the tests need 6.2, and `make test` fails at a warning.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// The suites that take minutes. They are compiled only where the environment has `RSSIUM_TESTS=thorough`, as in
/// `make test-thorough`, and share what they need with the other tests.
let thoroughTests: [Target] =
    Context.environment["RSSIUM_TESTS"] == "thorough"
    ? [
        .testTarget(
            name: "ThoroughTests",
            dependencies: ["rssium", "rssium-main", "FeedCore", "TestSupport", "FeedCoreTests", "rssiumTests"],
            swiftSettings: settings)
    ] : []

let package = Package(
    name: "rssium",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "rssium", targets: ["rssium-main"]),
        .library(name: "FeedCore", targets: ["FeedCore"]),
        // For the benchmark in Bench, which measures the libraries themselves.
        .library(name: "CSQLite", targets: ["CSQLite"]),
        .library(name: "CLibXML2", targets: ["CLibXML2"]),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        // Both are opened when first needed (FeedParsing/XML/XMLLibrary.swift, FeedFetching/Curl/CurlLibrary.swift), so
        // only their headers count. pkg-config, which finds those of libxml2, links it as well; the Makefile's release
        // build does not.
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        // The library, in modules that see each other only as is said here.
        .target(name: "FeedModel", swiftSettings: settings),
        .target(name: "FeedParsing", dependencies: ["FeedModel", "CLibXML2"], swiftSettings: settings),
        .target(name: "FeedFetching", dependencies: ["FeedModel", "CCurl"], swiftSettings: settings),
        .target(name: "FeedStore", dependencies: ["FeedParsing", "CSQLite"], swiftSettings: settings),
        .target(
            name: "FeedCore", dependencies: ["FeedModel", "FeedParsing", "FeedFetching", "FeedStore"],
            swiftSettings: settings),
        // The program is a library, so that tests can run its commands; `rssium-main` only calls it.
        .target(
            name: "rssium", dependencies: ["FeedCore"],
            resources: [
                "Commands/Feeds/WellKnownFeeds.txt", "CommandLine/Help/Help.txt", "CommandLine/Help/completion.bash",
                "CommandLine/Help/completion.zsh", "CommandLine/Help/completion.fish", "Formats/HTMLPage.css",
                "Formats/EPUB/EPUBBook.css",
            ].map { .embedInCode($0) },
            swiftSettings: settings),
        .executableTarget(name: "rssium-main", dependencies: ["rssium"], swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["rssium"], path: "Tests/TestSupport", swiftSettings: settings),
        .executableTarget(
            name: "demo-server", dependencies: ["TestSupport"], path: "Tests/DemoServer",
            exclude: ["Feeds", "demo.sh"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedCoreTests", dependencies: ["FeedCore", "TestSupport"], exclude: ["Fixtures"],
            swiftSettings: settings),
        .testTarget(
            name: "rssiumTests", dependencies: ["rssium", "rssium-main", "FeedCore", "TestSupport"],
            exclude: ["Fixtures"],
            swiftSettings: settings),
    ] + thoroughTests
)

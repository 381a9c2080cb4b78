// swift-tools-version: 6.2
import PackageDescription

/// The benchmark, a package of its own, so that building and testing rssium does not build it: see `make bench`.
let package = Package(
    name: "rssium-bench",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "rssium", path: "..")],
    targets: [
        // The C libraries themselves are the limits that it sets FeedCore beside.
        .executableTarget(
            name: "rssium-bench",
            dependencies: [
                .product(name: "FeedCore", package: "rssium"),
                .product(name: "CSQLite", package: "rssium"),
                .product(name: "CLibXML2", package: "rssium"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ],
            linkerSettings: [.linkedLibrary("xml2")])
    ]
)

internal import FeedCore

/// The output of `--version`; with `--verbose` also the libraries, the schema and the optional tools, for a bug report.
enum VersionReport {
    static func lines(isDetailed: Bool, _ environment: Environment) -> [StyledText] {
        let first = "rssium \(Version.number)"
        guard isDetailed else { return [StyledText(first)] }
        var rows = libraries + [("schema", "\(Store.schemaVersion)"), ("Swift", Version.swift)]
        for tool in OptionalTool.all {
            rows.append((tool.dependency.name, tool.path(environment) ?? "not found"))
        }
        let width = rows.map(\.name.count).max() ?? 0
        return [StyledText(first)]
            + rows.map { name, value in
                StyledText(name + String(repeating: " ", count: width + 2 - name.count) + value)
            }
    }

    /// A library that cannot be opened is a row with the reason.
    private static var libraries: [(name: String, value: String)] {
        var rows = [(name: "SQLite", value: Store.libraryVersion)]
        do throws(ParseError) { rows.append(("libxml2", try FeedParser.libraryVersion())) } catch {
            rows.append(("libxml2", error.message))
        }
        do throws(FetchError) {
            let versions = try Fetcher.libraryVersions()
            rows += [("libcurl", versions.curl), ("TLS", versions.tls ?? "none")]
        } catch {
            rows.append(("libcurl", error.message))
        }
        return rows
    }
}

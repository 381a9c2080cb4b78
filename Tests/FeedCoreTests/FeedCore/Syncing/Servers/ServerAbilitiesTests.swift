import Testing

@testable import FeedCore

@Suite struct ServerAbilitiesTests {
    @Test(arguments: Account.Kind.allCases)
    func `the table in the documents says what the program uses`(kind: Account.Kind) throws {
        let rows = String(decoding: SourceFile.read("docs/sync.md"), as: UTF8.self).split(separator: "\n")
        let row = try #require(rows.first { $0.hasPrefix("| `\(kind.rawValue)` |") })
        let abilities = kind.abilities
        let signIn = kind.hasKey ? "key" : "password"
        let compares = abilities.comparesMarks ? "yes" : "no"
        let labels = kind.hasLabels ? "yes" : "no"
        let sizes = "\(abilities.pageSize) | \(abilities.markBatch)"
        #expect(row.hasSuffix(" | \(signIn) | \(sizes) | \(compares) | \(abilities.recentMargin) s | \(labels) |"))
    }
}

import TestSupport
import Testing

@testable import rssium

/// Which database a schedule is of, and what it is called.
@Suite struct ScheduleIdentityTests {
    private let folder = TemporaryFolder()

    private func place(_ variables: [String: String], database: String? = nil) throws -> ScheduleIdentity {
        try ScheduleIdentity(Paths(database: database, environment: Environment(variables)))
    }

    @Test func `a database has the same name by any path`() throws {
        let other = try place(["HOME": "/"], database: folder.file("other.db"))
        for path in ["/./other.db", "/../\(folder.path.split(separator: "/").last!)/other.db", "//other.db"] {
            #expect(try place(["HOME": "/"], database: folder.path + path) == other)
        }
        #expect(try place(["HOME": "/"], database: "other.db").database.hasPrefix("/"))
        #expect(try place([:], database: "/other.db").database == "/other.db")
        #expect(try place([:], database: "/other.db").config == nil)
        #expect(try place([:], database: "/nowhere/other.db").database == "/nowhere/other.db")
    }

    @Test func `the minutes differ between machines, and stay the same on one`() throws {
        let place = ScheduleIdentity(database: "/a.db", config: nil)
        #expect(place.seed(onHost: "one") == place.seed(onHost: "one"))
        #expect(place.seed(onHost: "one") != place.seed(onHost: "two"))
        #expect(place.seed(onHost: "one") != ScheduleIdentity(database: "/b.db", config: nil).seed(onHost: "one"))
        #expect(place.seed(onHost: "one") == 7_099_185_606_105_488_733)
    }
}

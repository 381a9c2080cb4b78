import FeedCore
import TestSupport
import Testing

@testable import rssium

/// The path of the program in a schedule.
@Suite struct ExecutablePathTests {
    private let folder = TemporaryFolder()

    private func path(calledBy name: String) throws -> String {
        let environment = Environment(["PATH": "/nowhere:" + folder.path])
        let surroundings = Surroundings(environment: environment, files: StandardFiles(), program: name)
        return try ExecutablePath.find(in: surroundings)
    }

    @Test(.enabled(if: access("/proc/self/exe", F_OK) == 0))
    func `the link that the program was called by stays`() throws {
        let link = folder.file("reader")
        try #require(symlink("/proc/self/exe", link) == 0)
        #expect(try path(calledBy: "reader") == link)
        #expect(try path(calledBy: link) == link)
        for name in ["", "other", "./reader", "/nowhere/reader"] {
            #expect(try path(calledBy: name) != link)
        }
    }
}

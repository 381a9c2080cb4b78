import FeedCore
import TestSupport
import Testing

@testable import rssium

/// Where the programs are that rssium starts.
@Suite struct OptionalToolTests {
    @Test func `only a file that can be run is a program, in PATH first`() throws {
        let folder = TemporaryFolder()
        for name in ["a", "a/less", "b", "c"] { try #require(mkdir(folder.file(name), 0o755) == 0) }
        folder.write("text", to: "b/less")
        let environment = Environment(["PATH": "\(folder.file("a")):\(folder.file("b"))"])
        #expect(environment.path(ofProgram: "less") == nil)
        let program = folder.write(program: "exit 0", to: "c/less")
        #expect(environment.path(ofProgram: "less", orIn: [folder.file("c")]) == program)
    }
}

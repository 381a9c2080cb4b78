import FeedCore
import TestSupport
import Testing

@testable import rssium

/// A program of the system that is run to its end.
@Suite struct ToolRunTests {
    @Test func `what it reads and prints are bytes as they stand`() throws {
        let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let run = try ToolRun(["/bin/cat"], input: input)
        #expect(run.output == input && run.exitStatus == 0)
    }

    @Test func `without input it finds an end, and its errors are told apart`() throws {
        let run = try ToolRun(["/bin/sh", "-c", "cat; echo out; echo; echo ' err ' >&2; echo more >&2; exit 3"])
        #expect(run.output == Array("out\n\n".utf8) && run.exitStatus == 3)
        #expect(run.complaint == "err")
    }

    @Test(arguments: [
        ("echo no; exit 1", "no"), ("exit 9", "sh ended with exit code 9"),
        ("kill -KILL $$", "sh ended with exit code 137"),
    ])
    func `what it complains of is its line, else how it ended`(script: String, said: String) throws {
        #expect(try ToolRun(["sh", "-c", script]).complaint == said)
    }

    @Test func `its variables are ours but for those that it is given`() throws {
        let script = #"echo "$LC_ALL $HOME""#
        let home = try ToolRun(["/bin/sh", "-c", #"echo "$HOME""#]).output
        #expect(try ToolRun(["/bin/sh", "-c", script], variables: ["LC_ALL": "C"]).output == Array("C ".utf8) + home)
    }

    @Test func `its files are in the first folder that takes them, and nothing of them is left`() throws {
        let folder = TemporaryFolder()
        let places = [folder.file("none"), folder.path]
        let run = try ToolRun(["/bin/sh", "-c", "readlink /proc/$$/fd/1 || echo \(folder.path)/"], folders: places)
        #expect(String(decoding: run.output, as: UTF8.self).hasPrefix(folder.path + "/"))
        #expect(try ToolRun(["ls", folder.path]).output.isEmpty)
        let none = "no temporary file can be made in \(folder.file("none")): No such file or directory"
        #expect(throws: ChildError(program: "ls", reason: none)) {
            _ = try ToolRun(["ls"], folders: [folder.file("none")])
        }
    }

    @Test func `what is not done in time is ended`() {
        let error = #expect(throws: ChildError.self) {
            _ = try ToolRun(["/bin/sh", "-c", "exec sleep 60"], within: .milliseconds(50))
        }
        #expect(error?.message == "cannot run /bin/sh: it was not done in 0 s")
    }

    @Test func `a program that is not there is told from one that cannot be run`() {
        let folder = TemporaryFolder()
        #expect(throws: ChildError(program: "/nonexistent/x", reason: "No such file or directory", isMissing: true)) {
            _ = try ToolRun(["/nonexistent/x"])
        }
        let path = folder.write("#!/bin/sh\n", to: "x")
        chmod(path, 0o600)
        #expect(throws: ChildError(program: path, reason: "Permission denied")) { _ = try ToolRun([path]) }
    }
}

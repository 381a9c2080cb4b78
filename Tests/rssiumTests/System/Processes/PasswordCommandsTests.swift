import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct PasswordCommandsTests {
    private func password(_ line: String) async -> Result<String, PasswordError> {
        await PasswordCommands(in: .process, limit: .seconds(600)).password(from: line).map(\.text)
    }

    private func failure(_ why: String) -> Result<String, PasswordError> {
        .failure(PasswordError("the password command failed: " + why))
    }

    @Test(arguments: [("one\\ntwo\\n", "one"), ("one\\r\\n", "one"), (" a b ", " a b "), ("naïve", "naïve")])
    func `the first line is the password`(printed: String, password: String) async {
        #expect(await self.password("printf '\(printed)'") == .success(password))
    }

    @Test func `a failure does not repeat words that may be secret`() async {
        #expect(await password("sh -c 'echo secret; exit 3'") == failure("sh exited with 3"))
        #expect(await password("sh -c 'kill -KILL $$'") == failure("sh exited with 137"))
        #expect(await password("true secret") == failure("true printed no password"))
        #expect(await password("echo ''") == failure("echo printed no password"))
        #expect(
            await password("/nonexistent/program secret")
                == failure("cannot run /nonexistent/program: No such file or directory"))
    }

    @Test(arguments: ["sleep 1000", "sh -c 'sleep 1000; echo'", "sh -c 'exec >&-; exec sleep 1000'"])
    func `cancelling the task kills the command and starts no other`(line: String) async {
        let commands = PasswordCommands(in: .process, limit: .seconds(3600), atOnce: 1)
        let ended = PasswordError("the password command was ended")
        await withTaskGroup(of: Void.self) { group in
            for line in [line, "sleep 1001", line] {
                group.addTask {
                    let answer = await commands.password(from: line)
                    #expect(throws: ended) { try answer.get() }
                }
            }
            group.cancelAll()
        }
        let answer = await commands.password(from: "echo pw")
        #expect(throws: ended) { try answer.get() }
    }

    @Test func `cancelling the task kills a command that is at work`() async {
        let folder = TemporaryFolder()
        let (begun, held) = (folder.file("begun"), folder.file("held"))
        #expect(mkfifo(begun, 0o600) == 0 && mkfifo(held, 0o600) == 0)
        let commands = PasswordCommands(in: .process, limit: .seconds(3600))
        let line = "sh -c 'exec 9>\(held); echo >\(begun); exec sleep 1000'"
        let asking = Task { await commands.password(from: line) }
        // The command has this pipe open for as long as it lives.
        async let end = BlockingThread.run { try? File.read(held, byteLimit: 10) }
        _ = await BlockingThread.run { try? File.read(begun, byteLimit: 10) }
        asking.cancel()
        await #expect(throws: PasswordError("the password command was ended")) { _ = try await asking.value.get() }
        #expect(await end == [])
    }
}

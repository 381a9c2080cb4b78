import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct PasswordCommandTests {
    private func password(_ line: String, limit: Duration = .seconds(30)) -> Result<String, PasswordError> {
        var command = PasswordCommand(limit: limit)
        return command.password(from: line)
    }

    private func failure(_ why: String) -> Result<String, PasswordError> {
        .failure(PasswordError("the password command failed: " + why))
    }

    @Test(arguments: [("one\\ntwo\\n", "one"), ("one\\r\\n", "one"), (" a b ", " a b "), ("naïve", "naïve")])
    func `the first line is the password`(printed: String, password: String) {
        #expect(self.password("printf '\(printed)'") == .success(password))
    }

    @Test func `no shell takes part`() {
        #expect(password("echo $HOME; echo 'a  b'") == .success("$HOME; echo a  b"))
    }

    @Test func `a failure is told without the words that may hold a secret`() {
        #expect(password("sh -c 'echo secret; exit 3'") == failure("sh exited with 3"))
        #expect(password("sh -c 'kill -KILL $$'") == failure("sh exited with 137"))
        #expect(password("true secret") == failure("true printed no password"))
        #expect(password("echo ''") == failure("echo printed no password"))
        #expect(
            password("/nonexistent/program secret")
                == failure("cannot run /nonexistent/program: No such file or directory"))
    }

    @Test(arguments: ["sleep 100", "sh -c 'exec >&-; exec sleep 100'", "cat /dev/zero", "sh -c 'sleep 100 & echo x'"])
    func `a command that comes to no end is ended`(line: String) {
        let start = SuspendingClock.now
        _ = password(line, limit: .milliseconds(300))
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test func `a command is run once`() throws {
        let folder = TemporaryFolder()
        let line = "sh -c 'echo x >> \(folder.file("runs")); echo pw'"
        var command = PasswordCommand()
        for _ in 0..<3 { #expect(command.password(from: line) == .success("pw")) }
        #expect(try ConfigFile.read(folder.file("runs")).text == "x\n")
    }

    @Test func `it is asked for feeds with a user and no password, each by its own settings`() {
        let file = ConfigFile(path: "c", text: "refresh.password-command = echo common\n")
        let feeds = (1...4).compactMap { number in
            WebAddress("https://a.example/\(number)").map { Feed(id: FeedID(rawValue: number), url: $0) }
        }
        let credentials = [
            feeds[1].id: Credentials(user: "ann", password: ""), feeds[2].id: Credentials(user: "bob", password: ""),
            feeds[3].id: Credentials(user: "cid", password: "known"),
        ]
        let own = [feeds[2].id: ["refresh.password-command": "echo own"]]
        let passwords = Settings(file).passwords(for: feeds, credentials, own)
        #expect(passwords == [feeds[1].id: .success("common"), feeds[2].id: .success("own")])
        #expect(Settings().passwords(for: feeds, credentials, [:]).isEmpty)
    }
}

import TestSupport
import Testing

@testable import rssiumTests

/// `rssium mail`, killed at random moments and run again: no article is lost, and at most the one under way comes twice.
@Suite(.seeded) struct MailKillTests {
    private let program = Program()
    private let count = 40

    init() async {
        await program.subscribe("Many", (1...count).map { "Number \($0)" })
    }

    /// Runs `mail` until it ends by itself. Returns how often it was killed.
    private func mail(_ words: [String], within usual: Duration, _ dice: inout Dice) async throws -> Int {
        for kills in 0... {
            let isLast = kills == 12
            let time = isLast ? .seconds(600) : dice.part(of: usual)
            let ending = await program.start(["mail"] + words).end(within: time)
            if ending.code == 0 { return kills }
            try #require(ending.code == -1 && !isLast, "\(ending)")
        }
        return 0
    }

    private func usualTime(_ words: [String]) async throws -> Duration {
        try await ContinuousClock().measure { try #require(await program.run(arguments: ["mail"] + words).code == 0) }
    }

    private var all: [String] { (1...count).map(String.init) }

    @Test func `a Maildir has each article exactly once`() async throws {
        let usual = try await usualTime(["--maildir", "usual"])
        var dice = Dice(seed: Seed.ofThisRun)
        for round in 1...8 {
            let words = ["--maildir", "box\(round)", "--cursor", "\(round)"]
            _ = try await mail(words, within: usual, &dice)
            // What a run found there it would have moved in the meantime.
            let text = await program.shell("cat box\(round)/new/*").stdout
            #expect(MailTests.ids(in: text).sorted { Int($0) ?? 0 < Int($1) ?? 0 } == all, "round \(round)")
        }
    }

    @Test func `a Maildir knows what a mail reader has seen meanwhile`() async throws {
        try #require(await program.run("mail", "--maildir", "box", "-n", "3").code == 0)
        // A power failure may take back the last moves of the cursor.
        try program.alter("UPDATE cursor SET article_id = 1 WHERE name = 'mail'")
        await program.shell("for file in box/new/*; do mv $file box/cur/$(basename $file):2,S; done")
        try #require(await program.run("mail", "--maildir", "box").code == 0)
        #expect(await program.shell("ls box/new | wc -l; ls box/cur | wc -l").lines == ["\(count - 3)", "3"])
    }

    @Test func `an mbox has whole messages, and twice at most those under way`() async throws {
        let usual = try await usualTime(["--mbox", "usual"])
        var dice = Dice(seed: Seed.ofThisRun + 1)
        for round in 1...8 {
            let kills = try await mail(["--mbox", "box\(round)", "--cursor", "\(round)"], within: usual, &dice)
            let text = await program.shell("cat box\(round)").stdout
            let messages = text.split(separator: "From rssium@localhost ").map(String.init)
            #expect(messages.allSatisfy { $0.hasSuffix("--\n\n") })
            expectAll(messages, doubledAtMost: kills, "round \(round)")
        }
    }

    @Test func `a signal ends an mbox between two messages, and leaves no lock`() async throws {
        for round in 1...6 {
            let ending = await program.shell(
                "rssium mail --mbox box & sleep 0.0\(round); kill -TERM $!; wait $!; echo $?; ls box.lock")
            #expect(["0\n", "143\n"].contains(ending.stdout), "\(ending)")
        }
        #expect(await program.run("mail", "--mbox", "box").code == 0)
        #expect(await MailTests.ids(in: program.shell("cat box").stdout) == all)
    }

    @Test func `a program gets each message whole, and twice at most those under way`() async throws {
        let script = "sh -c 'cat >$0/part.$$; mv $0/part.$$ $0/$$.done'"
        program.folder.write("sendmail.program = \(script) usual\n", to: "config")
        await program.shell("mkdir usual")
        let usual = try await usualTime(["--to", "ann"])
        var dice = Dice(seed: Seed.ofThisRun + 2)
        for round in 1...3 {
            program.folder.write("sendmail.program = \(script) sent\(round)\n", to: "config")
            await program.shell("mkdir sent\(round)")
            let kills = try await mail(["--to", "ann", "--cursor", "\(round)"], within: usual, &dice)
            let text = await program.shell("for file in $(ls -tr sent\(round)/*.done); do cat $file; echo end; done")
                .stdout
            let messages = text.split(separator: "--\nend\n").map(String.init)
            expectAll(messages, doubledAtMost: kills, "round \(round)")
        }
    }

    private func expectAll(_ messages: [String], doubledAtMost kills: Int, _ comment: Comment) {
        let ids = messages.flatMap { MailTests.ids(in: $0) }
        #expect(Set(ids) == Set(all) && ids.count == messages.count, comment)
        #expect(ids.count <= count + kills, comment)
        let names = Set(messages.flatMap { $0.split(separator: "\n").filter { $0.hasPrefix("Message-ID: ") } })
        #expect(names.count == count, comment)
    }

    @Test func `a second mail of the cursor does nothing, and nothing else waits for the first`() async throws {
        // The gate decides when the program ends, and no timeout.
        program.folder.write(
            "refresh.timeout = 1d\nsendmail.program = sh -c 'cat >/dev/null; echo >begun; cat gate'\n", to: "config")
        await program.shell("mkfifo begun gate")
        let first = program.start(["mail", "--to", "ann", "-n", "1"])
        await program.shell("cat begun")
        let second = await program.run("mail", "--print")
        #expect(
            second
                == Program.Ending(
                    stderr: "rssium: another mail or run with the cursor mail is running; nothing was done\n", code: 4))
        #expect(await program.run("mail", "--print", "--cursor", "other").code == 0)
        #expect(await program.run("refresh").code == 0)
        await program.shell("echo >gate")
        #expect(await first.end().code == 0)
        #expect(MailTests.ids(in: await program.run("mail", "--print").stdout) == Array(all.dropFirst()))
        #expect(await program.shell("ls rssium*").lines == ["rssium.db", "rssium.db.lock", "rssium.db.state"])
    }
}

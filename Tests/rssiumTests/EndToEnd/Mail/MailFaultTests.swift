import FeedCore
import TestSupport
import Testing

@testable import FeedStore
@testable import rssium

/// `rssium mail` where something fails: the first failure ends the run, and the next run goes on at that article.
@Suite struct MailFaultTests {
    private let program = Program()

    init() async {
        // Messages of about 20 KB; the fourth has 200 KB.
        let items = (1...6).reversed().map { number in
            let text = String(repeating: "word ", count: number == 4 ? 40_000 : 2_000)
            return """
                <item><guid>\(number)</guid><title>Number \(number)</title><link>https://a.example/\(number)</link>
                <pubDate>Fri, 20 Nov 2020 10:0\(number):00 GMT</pubDate><description>\(text)</description></item>
                """
        }
        await program.subscribe("Long", items: items)
    }

    private var last: String { "rssium: cannot mail article 4 (Number 4): " }

    @Test(arguments: [("--mbox", "box"), ("--maildir", "box/new/*")])
    func `a full disk leaves whole messages`(option: String, files: String) async {
        // In blocks of 512 bytes.
        let ending = await program.shell("ulimit -f 600; rssium mail \(option) box")
        #expect(ending.code == 1 && ending.stderr == last + "box: File too large\n")
        let messages = await program.shell("cat \(files)").stdout
        #expect(MailTests.ids(in: messages).sorted() == ["1", "2", "3"])
        #expect(messages.hasSuffix("--\n\n") || option == "--maildir")
        #expect(await program.shell("ls box/tmp 2>/dev/null").stdout == "")
        #expect(await program.run("mail", option, "box").code == 0)
        let ids = MailTests.ids(in: await program.shell("cat \(files)").stdout)
        #expect(ids.sorted() == ["1", "2", "3", "4", "5", "6"])
    }

    @Test func `a server that refuses one ends the run, and gets it again`() async {
        let script = "sh -c 'cat >>sent; [ -e open ] || [ $(grep -c ^X-RSSium-Id: sent) -lt 4 ]'"
        program.folder.write("sendmail.program = \(script)\n", to: "config")
        let ending = await program.run("mail", "--to", "ann@example.org", "--mark-read")
        #expect(ending == Program.Ending(stderr: last + "sh ended with exit status 1\n", code: 1))
        #expect(await program.run("list", "--count").stdout == "3\n")
        await program.shell("touch open; rm sent")
        #expect(await program.run("mail", "--to", "ann@example.org").code == 0)
        #expect(MailTests.ids(in: await program.shell("cat sent").stdout) == ["4", "5", "6"])
    }

    @Test(arguments: [["--reverse"], ["--sort", "title"], ["--sort", "title", "--reverse"]])
    func `the order of a view makes no cursor pass an article`(order: [String]) async {
        await program.run(arguments: ["view", "add", "v", "--all"] + order)
        let script = "sh -c 'cat >>sent; [ -e open ] || [ $(grep -c ^X-RSSium-Id: sent) -lt 4 ]'"
        program.folder.write("sendmail.program = \(script)\n", to: "config")
        let mail = ["mail", "@v", "--cursor", "c", "--to", "ann@example.org"]
        #expect(await program.run(arguments: mail).code == 1)
        await program.shell("touch open; rm sent")
        #expect(await program.run(arguments: mail).code == 0)
        #expect(MailTests.ids(in: await program.shell("cat sent").stdout) == ["4", "5", "6"])
        let list = ["list", "@v", "--new", "-n", "4", "--fields", "id"]
        #expect(await program.run(arguments: list).lines == ["1", "2", "3", "4"])
        #expect(await program.run(arguments: list).lines == ["5", "6"])
    }

    @Test(arguments: ["sendmail.program = 'a\n", "mail.from = nobody at all\n", "\0"])
    func `nothing is sent while the config file says something of mail that is not known`(config: String) async {
        program.folder.write(config, to: "config")
        let ending = await program.run("mail", "--to", "ann")
        #expect(ending.code == 1 && ending.stdout.isEmpty, "\(ending)")
        #expect(await program.run("mail", "--print", "--peek", "--from", "ann@example.org").code == 0)
        #expect(ending.errorLines.last == "rssium: no mail is sent, because not all settings of mail are known")
    }

    @Test func `a program that is missing, or reads nothing, is no loss`() async {
        program.folder.write("sendmail.program = no-such-program -t\n", to: "config")
        let ending = await program.run("mail", "--to", "ann")
        #expect(
            ending.code == 1
                && ending.stderr.hasPrefix("rssium: cannot mail article 1 (Number 1): cannot run no-such-program"))
        program.folder.write("sendmail.program = false\n", to: "config")
        #expect(await program.run("mail", "--to", "ann").code == 1)
        #expect(MailTests.ids(in: await program.run("mail", "--print").stdout).count == 6)
    }

    @Test func `a program runs in the home folder, and its last line says what went wrong`() async {
        await program.shell(
            "mkdir sub; printf '#!/bin/sh\\ncat >>sent\\nenv | grep -c RSSIUM_ >>sent || true\\n' >send; chmod +x send")
        program.folder.write("sendmail.program = ~/send\n", to: "config")
        #expect(await program.shell("cd sub; rssium mail --to ann -n 1").code == 0)
        #expect(await program.shell("tail -n 1 sent").stdout == "0\n")
        program.folder.write(
            "sendmail.program = sh -c 'echo noise; echo first >&2; echo no route >&2; exit 75'\n", to: "config")
        #expect(await program.run("mail", "--to", "ann") == .error("cannot mail article 2 (Number 2): no route"))
        program.folder.write("sendmail.program = sh -c 'sleep 60'\nrefresh.timeout = 1s\n", to: "config")
        let late = await program.run("mail", "--to", "ann")
        #expect(late.code == 1 && late.stderr.hasSuffix("it was not done in 1 s\n"), "\(late)")
    }

    @Test func `while another program writes, nothing is sent that would come again`() async throws {
        program.folder.write("sendmail.program = sh -c 'cat >>sent'\n", to: "config")
        let writer = try Database(path: program.database, access: .readWrite)
        try writer.execute("BEGIN IMMEDIATE")
        #expect(await program.start(["mail", "--to", "ann"]).end() == .error("another rssium is writing; try again"))
        try writer.execute("ROLLBACK")
        #expect(await program.shell("test -e sent").code == 1)
        #expect(await program.run("mail", "--to", "ann").code == 0)
        #expect(MailTests.ids(in: await program.shell("cat sent").stdout) == ["1", "2", "3", "4", "5", "6"])
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends the program that sends, too`(signal: Int32) async throws {
        program.folder.write(
            "sendmail.program = sh -c 'trap \"echo ended >ended; exit\" TERM; echo >begun; while :; do sleep 0.01; done'\n",
            to: "config")
        let running = program.start(["mail", "--to", "ann"])
        while await program.shell("test -e begun").code != 0 {}
        running.send(signal: signal)
        #expect(await running.end().code == 128 + signal)
        #expect(await program.shell("cat ended").stdout == "ended\n")
        #expect(await program.run("mail", "--print", "--peek").stdout.contains("X-RSSium-Id: 1\n"))
    }

    @Test(.enabled(if: access("/usr/sbin/nologin", X_OK) == 0))
    func `a program that cron does not see is found`() async {
        program.folder.write("sendmail.program = nologin\n", to: "config")
        let ending = await program.shell("at=$(command -v rssium); PATH=/nowhere $at mail --to ann")
        #expect(ending.code == 1 && !ending.stderr.contains("cannot run"), "\(ending)")
    }

    @Test func `a removed article of a digest lets no other be passed over`() async throws {
        let words = ["mail", "--print", "--digest", "--limit", "2", "--db", program.database]
        let moment = DecisionTime(Timestamp(seconds: 1_900_000_000))
        guard case .run(let arguments) = try Invocation(words, now: moment.timestamp) else { return }
        let printed = try written { descriptor in
            let files = StandardFiles(output: descriptor)
            var context = Context(arguments, in: Surroundings(environment: Environment([:]), files: files), at: moment)
            let store = try context.store(.reading)
            let selection = try ArticleSelection(arguments, context)
            let run = MailRun(
                delivery: try CursorDelivery(of: selection, cursor: "mail", in: store, context),
                sender: try #require(MailAddress("ann@example.org")), receivers: [], messageLimit: nil,
                marksRead: false, writer: try context.store(.writing), now: context.now, format: .both, width: 72)
            let ids = try run.chosen(in: store)
            _ = try context.store(.writing).mark([ids[1]], as: .deleted, at: context.now)
            try run.handOver(ids, from: store, asDigest: true, to: PrintedMail(), &context.output)
            try context.output.flush()
        }
        #expect(printed.contains("Number 1") && !printed.contains("Number 2"))
        let rest = await program.run("mail", "--print").stdout
        #expect(MailTests.ids(in: rest) == ["3", "4", "5", "6"])
    }

    @Test func `output that cannot be written moves no cursor`() async {
        for place in [">/dev/full", ">&-"] {
            let ending = await program.shell("rssium mail --print --mark-read \(place)")
            #expect(ending.code == 1 && ending.stderr.hasPrefix("rssium: cannot write the output: "), "\(place)")
        }
        #expect(await program.run("list", "--count").stdout == "6\n")
        #expect(await program.shell("rssium mail --print | head -n 1").stderr == "")
        #expect(MailTests.ids(in: await program.run("mail", "--print").stdout).count == 6)
    }

    @Test func `a lock that another program holds is waited for, then reported`() async {
        await program.shell("mkdir box.lock")
        let ending = await program.run("mail", "--mbox", "box")
        #expect(ending.code == 1 && ending.stderr.contains("another program is writing to it"))
        await program.shell("rmdir box.lock")
        #expect(await program.run("mail", "--mbox", "box").code == 0)
    }
}

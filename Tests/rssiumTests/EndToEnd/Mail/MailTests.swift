import TestSupport
import Testing

/// `rssium mail`.
@Suite struct MailTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    /// The ids of the articles whose messages these are, in their order.
    static func ids(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("X-RSSium-Id: ") }.map { String($0.dropFirst(13)) }
    }

    private func printed(_ words: String...) async -> [String] {
        MailTests.ids(in: await program.run(arguments: ["mail", "--print"] + words).stdout)
    }

    @Test func `every article is handed on once, the oldest first, and read ones too`() async {
        await program.run("mark", "read", "2")
        #expect(await printed("-n", "3") == ["1", "2", "3"])
        #expect(await program.run("list", "--count").stdout == "3\n")
        #expect(await printed() == ["4"])
        #expect(await printed() == [])
        #expect(await printed("--cursor", "other", "--unread") == ["1", "3", "4"])
        #expect(await printed("--cursor", "other") == [])
        #expect(await program.run("list", "--new", "--count").stdout == "4\n")
    }

    @Test func `peeking leaves the cursor`() async {
        #expect(await printed("--peek") == ["1", "2", "3", "4"])
        #expect(await printed("--peek", "--limit", "1") == ["1"])
        #expect(await program.run("mail", "--maildir", "new", "--peek").code == 0)
        #expect(await program.run("mail", "--maildir", "new").code == 0)
        #expect(await program.shell("ls new/new | wc -l").stdout == "8\n")
    }

    @Test(arguments: [["Alpha"], ["--category", "News"], ["--search", "old"]])
    func `a part of the articles needs a cursor of its own`(words: [String]) async {
        let ending = await program.run(arguments: ["mail", "--print"] + words)
        #expect(ending.code == 2 && ending.stderr.contains("needs --cursor NAME"))
        let ids = MailTests.ids(
            in: await program.run(arguments: ["mail", "--print", "--cursor", "own"] + words).stdout)
        #expect(ids.count == 2)
        #expect(await program.run(arguments: ["mail", "--print", "--cursor", "own"] + words).stdout == "")
    }

    @Test func `a Maildir and an mbox hold the same messages as standard output`() async throws {
        let printed = await program.run("mail", "--print", "--peek").stdout
        #expect(await program.run("mail", "--mbox", "mbox", "--cursor", "b") == .silent)
        #expect(await program.shell("cat mbox").stdout == printed)
        #expect(await program.run("mail", "--maildir", "deep/mail") == .silent)
        let files = await program.shell(
            "for file in deep/mail/new/*; do cat $file; done; ls deep/mail/tmp deep/mail/cur")
        let messages = printed.split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.hasPrefix("From ")
        }
        #expect(MailTests.ids(in: files.stdout).sorted() == ["1", "2", "3", "4"])
        #expect(
            files.stdout.split(separator: "\n").sorted()
                == (messages.filter { !$0.isEmpty } + ["deep/mail/cur:", "deep/mail/tmp:"]).sorted())
        #expect(
            await program.shell("stat -c %a mbox deep deep/mail/new deep/mail/new/*").lines == ["600", "700", "700"]
                + Array(repeating: "600", count: 4))
        #expect(await program.shell("ls").stdout == "alpha.xml\nbeta.xml\ndeep\nmbox\nrssium.db\nrssium.db.lock\n")
    }

    @Test func `each message goes through the program of the settings`() async {
        program.folder.write(
            "sendmail.program = sh -c 'cat >>sent; echo $0 >>sent' end\nmail.from = me@example.org\n", to: "config")
        #expect(await program.run("mail", "--to", "ann@example.org") == .silent)
        let sent = await program.shell("cat sent").stdout
        #expect(MailTests.ids(in: sent) == ["1", "2", "3", "4"])
        #expect(sent.split(separator: "\n").filter { $0 == "To: ann@example.org" || $0 == "end" }.count == 8)
        #expect(sent.hasPrefix("From: Alpha <me@example.org>\nTo: ann@example.org\nSubject: Old\n"))
        let list = await program.run(
            "mail", "--cursor", "b", "-n", "1", "--to", "Ann <ann@example.org>, bob", "--to", "Cy <cy@c>", "--from",
            "Me <me@m>")
        #expect(list == .silent)
        #expect(
            await program.shell("grep -h -A 1 '<me@m>' sent").lines == [
                "From: Alpha <me@m>", "To: Ann <ann@example.org>, bob, Cy <cy@c>",
            ])
    }

    @Test func `the header has the category and the labels, and the setting says what the message has`() async {
        await program.run("label", "add", "später", "3")
        await program.run("label", "add", "one two", "3")
        let both = await program.run("mail", "--print", "--peek", "Beta", "--cursor", "c", "-n", "1").lines
        #expect(both.contains("X-RSS-Category: News") && both.contains { $0.hasPrefix("X-RSS-Labels: =?utf-8?") })
        #expect(await !program.run("mail", "--print", "--peek", "Alpha", "--cursor", "c").stdout.contains("X-RSS-"))
        for (format, types) in [("text", ["plain"]), ("html", ["html"]), ("both", ["plain", "html"])] {
            await program.run("config", "mail.format", format)
            let lines = await program.run("mail", "--print", "--peek", "-n", "1").lines
            #expect(
                lines.filter { $0.hasPrefix("Content-Type: text/") }
                    == types.map { "Content-Type: text/\($0); charset=utf-8" })
            let digest = await program.run("mail", "--print", "--peek", "--digest").lines
            #expect(digest.filter { $0.hasPrefix("Content-Type: text/") }.count == types.count)
        }
    }

    @Test func `messages of one part are whole in an mbox, too`() async {
        await program.run("config", "mail.format", "text")
        #expect(await program.run("mail", "--mbox", "box", "-n", "2") == .silent)
        await program.shell("head -c 60 box >part; cat part >>box")
        #expect(await program.run("mail", "--mbox", "box").code == 0)
        let box = await program.shell("cat box").stdout
        #expect(MailTests.ids(in: box) == ["1", "2", "3", "4"])
        #expect(box.split(separator: "\n").count { $0.hasPrefix("From ") } == 4, "\(box)")
    }

    @Test(arguments: [["--maildir", "box"], ["--mbox", "box"], ["--to", "ann"]])
    func `no more than 100 are delivered unasked`(place: [String]) async {
        program.folder.write("sendmail.program = sh -c 'cat >>box'\n", to: "config")
        await program.subscribe("Many", (1...100).map { "Number \($0)" })
        let ending = await program.run(arguments: ["mail"] + place)
        #expect(ending.code == 1 && ending.stderr.hasPrefix("rssium: 104 articles are more than 100 messages at once"))
        let count = "find box -type f 2>/dev/null | xargs cat | grep -c X-RSSium-Id"
        #expect(await program.shell(count).stdout == "0\n")
        #expect(await program.run(arguments: ["mail", "--digest", "--peek"] + place).code == 0)
        let all = place[0] == "--to" ? ["--limit", "none"] : ["--all"]
        #expect(await program.run(arguments: ["mail"] + place + all).code == 0)
        #expect(await program.shell(count).stdout == "104\n")
        #expect(await program.run(arguments: ["mail"] + place) == .silent)
    }

    @Test func `a digest is one message by feed`() async {
        let ending = await program.run("mail", "--print", "--digest", "--mark-read")
        #expect(ending.lines.filter { $0.hasPrefix("Subject: ") } == ["Subject: 4 new articles from 2 feeds"])
        let text = ending.stdout.replacing(/text\/html(?s:.*)/, with: "")
        for line in ["Alpha\n*****\n\nOld\n  2020-01-01 ", "  https://beta.example/new\n  text\n"] {
            #expect(text.contains(line))
        }
        #expect(await program.run("list", "--count").stdout == "0\n")
        #expect(await program.run("mail", "--print", "--digest") == .silent)
    }

    @Test func `a digest has excerpts and no whole texts`() async {
        let text = String(repeating: "A long text. ", count: 200) + "Its end."
        await program.subscribe("Long", items: ["<item><title>Essay</title><description>\(text)</description></item>"])
        let digest = await program.run("mail", "--print", "--digest").stdout
        #expect(digest.contains("text/html") && digest.contains("Essay</h3>"))
        #expect(digest.contains("<p>A long text. A long") && !digest.contains("Its end."))
    }

    @Test func `folders and files of others are refused`() async {
        await program.shell(
            "mkdir full empty; echo x >full/file; mkdir -p half/tmp; echo 'From here' >text; echo not >mbox")
        for words in [["--maildir", "full"], ["--maildir", "text"], ["--mbox", "mbox"], ["--mbox", "full"]] {
            let ending = await program.run(arguments: ["mail"] + words)
            #expect(
                ending.code == 1 && ending.stderr.hasPrefix("rssium: cannot write messages to \(words[1]): "),
                "\(words)")
        }
        #expect(await program.shell("cat full/* mbox").stdout == "x\nnot\n")
        #expect(await program.run("mail", "--maildir", "empty").code == 0)
        #expect(await program.run("mail", "--maildir", "half", "--cursor", "b").code == 0)
    }
}

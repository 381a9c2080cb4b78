import FeedCore
import TestSupport
import Testing

@testable import rssium

/// The built program `rssium read` on terminals with and without pictures. The test plays the terminal and answers its
/// questions.
@Suite struct ReadImagesTests {
    private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
    private static let attributes = "\u{1B}[?62;22c"
    /// The end of each question to the terminal.
    private static let question = "\u{1B}[16t\u{1B}[c"
    private static let data = String(decoding: Base64.encoded(ImageFileTests.png), as: UTF8.self)

    /// A feed with one article that has a picture. `PATH` holds no other program than `chafa`, if given.
    private static func shelf(
        paragraphs: Int = 1, chafa: String? = nil, _ more: [String: String?] = [:], image: String = "/cat.png"
    ) async -> SubscribedProgram {
        let folder = TemporaryFolder()
        // Over SSH, rssium waits longer for the terminal: on a busy machine the test may answer late.
        let environment: [String: String?] = ["PATH": folder.path, "PAGER": "", "SSH_CONNECTION": "test"]
        let program = Program(folder, environment: environment.merging(more) { $1 })
        let shelf = SubscribedProgram(program)
        if let chafa { folder.write(program: "#!/bin/sh\n\(chafa)\n", to: "chafa") }
        shelf.server.serve("/cat.png", .document(ImageFileTests.png, type: "text/plain"))
        let dot = ImageFileTests.png.prefix(16) + [0, 0, 0, 1, 0, 0, 0, 1] + ImageFileTests.png.dropFirst(24)
        shelf.server.serve("/dot.png", .document(Array(dot)))
        let address = image.hasPrefix("/") ? shelf.server.url(image) : image
        let text =
            (1...paragraphs).map { "<p>Line \($0)</p>" }.joined()
            + "<p><img src='\(address)' alt='A cat'></p><p>End</p>"
        await shelf.subscribe(to: .feed("A", ["One"], html: text))
        return shelf
    }

    /// What the screen shows when the terminal answers so, and whether its modes are restored.
    private static func seen(
        _ shelf: SubscribedProgram, _ options: String = "", answering answer: String,
        on screen: RunningProgram.Screen = .init()
    ) async -> (text: String, isAsItWas: Bool) {
        let program = shelf.program.startShell(
            "\(Program.path) read --keep-unread 1 \(options); /bin/stty -a", on: screen)
        await program.waitForOutput(of: question, thenType: answer)
        let text = await program.end().stdout
        return (text, text.contains(" icanon") && text.contains(" echo "))
    }

    @Test(arguments: [
        (kitty, "\u{1B}_Ga=T,f=100,q=2,c=30,r=10,m=0;\(data)\u{1B}\\"),
        (
            "\u{1B}P>|iTerm2 3.5.0\u{1B}\\",
            "\u{1B}]1337;File=inline=1;size=\(ImageFileTests.png.count);width=30;height=10;preserveAspectRatio=1:\(data)\u{7}"
        ),
    ])
    func `a terminal of kitty's or iTerm2's kind gets the file, in its own size`(
        answer: String, picture: String
    ) async {
        let (text, isAsItWas) = await Self.seen(await Self.shelf(), answering: answer + Self.attributes)
        #expect(text.contains(picture + "\r\n") && !text.contains("[image") && text.contains("End"))
        #expect(isAsItWas)
    }

    @Test func `chafa makes sixel graphics, and nothing else of its output gets through`() async {
        let image = "\\033P0;1;0q\"1;1;300;200#0;2;5;1;50#0!20~-\\033\\\\"
        let shelf = await Self.shelf(chafa: "printf '\\033]0;owned\\007\(image)\\033[2J'")
        let (text, isAsItWas) = await Self.seen(shelf, answering: "\u{1B}[?62;4;22c")
        #expect(text.contains("\u{1B}P0;1;0q\"1;1;300;200#0;2;5;1;50#0!20~-\u{1B}\\\r\n"))
        #expect(!text.contains("owned") && !text.contains("\u{1B}[2J"))
        #expect(isAsItWas)
    }

    @Test func `on other terminals chafa draws symbols, which are printed as they are`() async {
        let art = "\\033[31;44mAB\\033[0m\\nCD\\n"
        let shelf = await Self.shelf(chafa: "while read -r line; do :; done; printf '\(art)'")
        let text = await Self.seen(shelf, answering: Self.attributes).text
        #expect(text.contains("\u{1B}[31;44mAB\u{1B}[0m\r\n") && text.contains("CD\r\n\u{1B}[2m[1]"))
        #expect(!text.contains("[image"))
    }

    @Test(arguments: ["exit 1", "printf ''", "kill -9 $$"])
    func `where chafa fails, the text of the image shows`(chafa: String) async {
        #expect(await Self.seen(Self.shelf(chafa: chafa), answering: Self.attributes).text.contains("[image: A cat]"))
    }

    @Test(arguments: [
        attributes, "", "\u{1B}_Gi=31;EINVAL\u{1B}\\\u{1B}[?6c", "\u{1B}]\u{7}\u{1B}[9;9;9t\u{1B}[?c", "\u{1B}P>|",
    ])
    func `a terminal without images, or with senseless answers, is left as it was`(answer: String) async {
        let shelf = await Self.shelf()
        let (text, isAsItWas) = await Self.seen(shelf, answering: answer)
        #expect(text.contains("[image: A cat]") && text.contains("End"))
        #expect(!text.contains("\u{1B}_Ga=T") && !text.contains("\u{1B}]1337"))
        #expect(isAsItWas)
        #expect(shelf.server.requests(for: "/cat.png").isEmpty)
    }

    @Test func `typed-ahead input stays for the next program, and the terminal is not asked`() async {
        let shelf = await Self.shelf()
        let program = shelf.program.startShell(
            "read first; \(Program.path) read 1; read second; echo \"got $first $second\"")
        program.type("one\ntwo\n")
        let text = await program.end().stdout
        #expect(text.contains("got one two"))
        #expect(!text.contains(Self.question) && text.contains("[image: A cat]"))
    }

    @Test func `Ctrl-C while the terminal is asked ends the program, and the terminal is as it was`() async {
        let shelf = await Self.shelf()
        let program = shelf.program.startShell("trap : INT; \(Program.path) read 1; echo code $?; /bin/stty -a")
        await program.waitForOutput(of: Self.question, thenType: "\u{3}")
        let text = await program.end().stdout
        #expect(text.contains("code 130") && text.contains(" icanon") && text.contains(" echo "))
        #expect(await shelf.program.run("list", "--count").stdout == "1\n")
    }

    @Test func `where no image can be shown, nothing is asked or fetched`() async {
        let shelf = await Self.shelf(chafa: "exit 1")
        await shelf.program.run("read", "1", "--images", "always")
        let never = await shelf.program.run(arguments: ["read", "1", "--images", "never"], on: .init())
        var dumb = shelf.program
        dumb.environment["TERM"] = "dumb"
        let plain = await dumb.run(arguments: ["read", "1"], on: .init())
        await shelf.program.run("config", "read.images", "never")
        let set = await shelf.program.run(arguments: ["read", "1"], on: .init())
        for ending in [never, plain, set] {
            #expect(ending.code == 0 && ending.stdout.contains("[image: A cat]"))
            #expect(!ending.stdout.contains("\u{1B}[c"))
        }
        #expect(shelf.server.requests(for: "/cat.png").isEmpty)
    }

    @Test func `a long article goes through the pager, but not with always`() async {
        let shelf = await Self.shelf(paragraphs: 40, ["PAGER": "while read -r x; do echo \"> $x\"; done"])
        let paged = await shelf.program.run(arguments: ["read", "1", "--keep-unread"], on: .init())
        #expect(paged.stdout.contains("> Line 9") && !paged.stdout.contains(Self.question))
        let answer = Self.kitty + Self.attributes
        let always = await Self.seen(shelf, "--images always", answering: answer).text
        #expect(always.contains("\u{1B}_Ga=T") && !always.contains("> Line 9"))
        let plain = await Self.seen(shelf, "--images always", answering: Self.attributes).text
        #expect(plain.contains("[image: A cat]") && !plain.contains("> Line 9"))
        let unpaged = await Self.seen(shelf, "--no-pager", answering: answer).text
        #expect(unpaged.contains("\u{1B}_Ga=T") && !unpaged.contains("> Line 9"))
        await shelf.program.run("config", "read.images", "always")
        let markdown = await Self.seen(shelf, "--format markdown", answering: Self.attributes).text
        #expect(markdown.contains("Line 9") && !markdown.contains("> Line 9"))
    }

    @Test(arguments: ["/none.png", "/a.xml", "http://127.0.0.1:1/x.png"])
    func `an address without an image leaves its text, and the article shows`(image: String) async {
        let shelf = await Self.shelf(image: image)
        let text = await Self.seen(shelf, "-v", answering: Self.kitty + Self.attributes).text
        #expect(text.contains("[image: A cat]") && text.contains("no image from http://127.0.0.1:"))
    }

    @Test func `once a fetch shows that the machine is offline, no other image is fetched`() async throws {
        let shelf = await Self.shelf(image: "http://255.255.255.255/x.png")
        // Its own server is the only one that a feed may name in a private network.
        try shelf.program.alter("UPDATE feed SET url = 'http://255.255.255.255/', host = '255.255.255.255:80'")
        let program = shelf.program.startShell("\(Program.path) read --keep-unread -v 1 1")
        await program.waitForOutput(of: Self.question, thenType: Self.kitty + Self.attributes)
        let text = await program.end().stdout
        let fault = "no image from http://255.255.255.255/x.png: no route to 255.255.255.255"
        #expect(text.split(separator: fault, omittingEmptySubsequences: false).count == 2)
        #expect(text.split(separator: "[image: A cat]", omittingEmptySubsequences: false).count == 3)
    }

    @Test func `secrets of the feed go to its own server only`() async {
        let other = FeedServer()
        other.serve("/cat.png", .document(ImageFileTests.png))
        for (shelf, server) in [
            (await Self.shelf(), nil), (await Self.shelf(image: other.url("/cat.png")), other),
        ] {
            await shelf.program.run("config", "--feed", "1", "refresh.header", "X-Key: secret")
            await shelf.program.run(
                "edit", "1", "--url", shelf.server.url("/a.xml").replacing("//", with: "//ann:pass@"))
            shelf.program.folder.write("machine 127.0.0.1 login bob password word\n", to: ".netrc")
            _ = await Self.seen(shelf, answering: Self.kitty + Self.attributes)
            let requests = (server ?? shelf.server).requests(for: "/cat.png")
            #expect(requests.count == 1)
            #expect(requests.first?["X-Key"] == (server == nil ? "secret" : nil))
            #expect((requests.first?["Authorization"] != nil) == (server == nil))
            #expect(requests.first?["User-Agent"]?.hasPrefix("rssium/") == true)
        }
    }
}

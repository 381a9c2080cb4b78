import TestSupport
import Testing

@testable import FeedCore
@testable import rssium

/// `rssium list --format epub`.
@Suite struct BookTests {
    private let shelf = SubscribedProgram()

    /// The files of a book, by name. They are stored as they are.
    private static func files(of program: Program, _ name: String = "book.epub") throws -> [String: [UInt8]] {
        let bytes = try File.read(program.folder.file(name))
        var files: [String: [UInt8]] = [:]
        var place = 0
        func number(_ offset: Int, _ size: Int) -> Int {
            (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[place + offset + $1]) }
        }
        while number(0, 4) == 0x0403_4B50 {
            let (start, length) = (place + 30 + number(26, 2), number(18, 4))
            let content = Array(bytes[start..<start + length])
            #expect(CRC32.of(content) == UInt32(number(14, 4)))
            files[String(decoding: bytes[place + 30..<start], as: UTF8.self)] = content
            place = start + length
        }
        #expect(number(0, 4) == 0x0201_4B50, "the directory follows the files")
        #expect(bytes[38..<58].elementsEqual("application/epub+zip".utf8), "the type is at a fixed place")
        return files
    }

    private static func text(_ name: String, in files: [String: [UInt8]]) throws -> String {
        String(decoding: try #require(files["EPUB/" + name]), as: UTF8.self)
    }

    @Test func `a book has a chapter for each article, by feed, the oldest first`() async throws {
        let program = await Program.withTwoFeeds()
        #expect(await program.shell("rssium list --format epub >book.epub") == .silent)
        let files = try Self.files(of: program)
        let contents = try Self.text("nav.xhtml", in: files)
        let entries = contents.matches(of: /<(?:span|a href="[a-z0-9.]+")>([^<]+)</).map { String($0.1) }
        #expect(entries == ["Unread articles", "Beta", "Old", "New", "Alpha", "Old", "New"], "News is a category")
        let package = try Self.text("package.opf", in: files)
        #expect(package.contains("<dc:title>Unread articles, 20") && package.contains("<dc:language>und<"))
        #expect(
            package.matches(of: /itemref idref="([a-z0-9]+)"/).map(\.1) == ["cover", "nav", "c1", "c2", "c3", "c4"])
        let cover = try Self.text("cover.xhtml", in: files)
        #expect(cover.contains("<h1>Unread articles</h1>\n<p>20") && cover.contains("<p>4 articles from 2 feeds</p>"))
        let chapter = try Self.text("chapter2.xhtml", in: files)
        #expect(chapter.contains("<h1>New</h1>") && chapter.contains("<p>new <strong>text</strong></p>"), "\(chapter)")
        await program.shell("rssium list --format epub --limit 1 --feed 1 >book.epub")
        #expect(try Self.text("nav.xhtml", in: Self.files(of: program)).contains(">New<"), "the newest of the list")
    }

    @Test func `without an article there is no book, and a terminal gets none`() async {
        let program = await Program.withTwoFeeds()
        let nothing = Program.Ending.told("no articles, so there is no book")
        #expect(await program.run("list", "--format", "epub", "--search", "nix") == nothing)
        let screen = await program.run(arguments: ["list", "--format", "epub"], on: .init())
        #expect(screen.code == 2 && screen.stdout.contains("no terminal can show"), "\(screen)")
        #expect(
            await program.run("list", "--images") == .error("--images needs --format epub; see rssium help list", 2)
        )
    }

    @Test func `new articles of a refresh, and those since the last list, come as a book`() async throws {
        let program = await Program.withTwoFeeds()
        #expect(await program.shell("rssium refresh --quiet --print-new --format epub").stdout == "")
        #expect(await program.shell("rssium list --new --format epub >book.epub").code == 0)
        #expect(try Self.files(of: program).count == 10)
        #expect(await program.run("list", "--new", "--count").stdout == "0\n")
        program.folder.write(Program.feed(titled: "Alpha").replacing("ld", with: "lder"), to: "alpha.xml")
        #expect(await program.shell("rssium refresh --quiet --print-new --format epub >book.epub").code == 0)
        #expect(try Self.text("chapter1.xhtml", in: Self.files(of: program)).contains("<h1>Older</h1>"))
    }

    @Test func `pictures are embedded once, and those that e-readers cannot show are links`() async throws {
        shelf.server.serve("/cat.png", .document(ImageFileTests.png))
        shelf.server.serve("/cut.png", .document(Array(ImageFileTests.png.prefix(60))))
        shelf.server.serve("/new.webp", .document(ImageFileTests.lossless))
        let images = ["cat.png", "cut.png", "new.webp", "gone.gif"].map {
            "<p><img src=\"\(shelf.server.url("/" + $0))\" alt=\"\($0)\"></p>"
        }
        await shelf.subscribe(to: .feed("A feed", ["One", "Two"], html: images.joined()))
        #expect(await shelf.program.shell("rssium list --format epub --images >book.epub").code == 0)
        let files = try Self.files(of: shelf.program)
        #expect(files["EPUB/picture1.png"] == ImageFileTests.png && files["EPUB/picture2.png"] == nil)
        for name in ["chapter1.xhtml", "chapter2.xhtml"] {
            let chapter = try Self.text(name, in: files)
            #expect(chapter.contains("<img src=\"picture1.png\" alt=\"cat.png\"/>"))
            #expect(chapter.contains(">[image: new.webp]</a>") && chapter.contains(">[image: cut.png]</a>"))
        }
        #expect(shelf.server.requests(for: "/cat.png").count == 1)
        let package = try Self.text("package.opf", in: files)
        #expect(package.contains("<item id=\"p1\" href=\"picture1.png\" media-type=\"image/png\"/>"))
        await shelf.program.shell("rssium list --format epub >book.epub")
        #expect(try Self.files(of: shelf.program)["EPUB/picture1.png"] == nil)
        #expect(shelf.server.requests(for: "/cat.png").count == 1, "without --images nothing is fetched")
    }

    @Test func `a picture that is too many for one article is fetched for the next one that has it`() async throws {
        let pictures = (1...25).map { "/\($0).png" }
        for path in pictures { shelf.server.serve(path, .document(ImageFileTests.png)) }
        let images = pictures.map { "<p><img src=\"\(shelf.server.url($0))\"></p>" }
        await shelf.subscribe(to: .feed("A feed", ["One"], html: images.joined()), at: "/a.xml")
        await shelf.subscribe(to: .feed("B feed", ["Two"], html: images[24]), at: "/b.xml")
        #expect(await shelf.program.shell("rssium list --format epub --images >book.epub").code == 0)
        let chapter = try Self.text("chapter2.xhtml", in: Self.files(of: shelf.program))
        #expect(chapter.contains("<h1>Two</h1>") && chapter.contains("<img src=\"picture25.png\""))
    }

    @Test func `a server that asks for a back-off is asked for no picture until it is over`() async {
        let pictures = FeedServer()
        pictures.serve("/cat.png", .status(429, headers: [("Retry-After", "60")]))
        let picture = "<p><img src=\"\(pictures.url("/cat.png"))\"></p>"
        await shelf.subscribe(to: .feed("A feed", ["One"], html: picture))
        for _ in 1...2 { await shelf.program.shell("rssium list --format epub --images >book.epub") }
        #expect(pictures.requests.count == 1)
    }

    @Test func `pictures of other servers are fetched through the proxy of the environment`() async throws {
        var program = shelf.program
        program.environment["http_proxy"] = shelf.server.url("")
        let picture = "<p><img src=\"http://pictures.example/cat.png\"></p>"
        shelf.server.serve("http://far.example/feed.xml", .feed("Far", ["One"], html: picture))
        shelf.server.serve("http://pictures.example/cat.png", .document(ImageFileTests.png))
        await program.run("add", "http://far.example/feed.xml")
        await program.shell("rssium list --format epub --images >book.epub")
        #expect(try Self.files(of: program)["EPUB/picture1.png"] == ImageFileTests.png)
    }
}

import TestSupport
import Testing

/// What is decided about one article touches no other one, whatever the articles of a feed have in common.
@Suite struct OneArticleTests {
    /// What the items of a feed have in common.
    enum Kind: String, CaseIterable {
        case link, pairOfLinks, title, titleAndLink, guid, guidAndLink, nothing

        func item(_ number: Int) -> String {
            let (guid, link, title): (String?, String?, String) =
                switch self {
                case .link: (nil, "/polls", "Poll \(number)")
                case .pairOfLinks: (nil, "/\(number / 2)", "Poll \(number)")
                case .title: (nil, nil, "Poll")
                case .titleAndLink: (nil, "/polls", "Poll")
                case .guid: ("poll", "/\(number)", "Poll \(number)")
                case .guidAndLink: ("poll", "/polls", "Poll \(number)")
                case .nothing: ("\(number)", "/\(number)", "Poll \(number)")
                }
            return """
                <item><title>\(title)</title>\(guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? "")
                \(link.map { "<link>https://polls.example\($0)</link>" } ?? "")<category>\(number)</category>
                <pubDate>\(number) Nov 2020 10:00:00 GMT</pubDate><description>What is word\(number)?</description></item>
                """
        }
    }

    private let server = FeedServer()
    private let program = Program()

    private func serve(_ kind: Kind, _ numbers: ClosedRange<Int>) {
        let items = numbers.reversed().map { kind.item($0) }
        server.serve("/feed", .document(SubscribedProgram.rss("Polls", items: items)))
    }

    /// The flags and labels of each article, by its number.
    private func states(of program: Program) async -> [String: String] {
        let lines = await program.run("list", "--all", "--fields", "tags,flags,labels").lines
        let fields = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        return Dictionary(fields.map { ($0[0], $0[1] + $0[2]) }) { first, second in "\(first) and \(second)" }
    }

    private static func all(_ numbers: ClosedRange<Int>, but number: Int, _ state: String?) -> [String: String] {
        var states = Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", "U") })
        states["\(number)"] = state
        return states
    }

    private static let commands: [(words: [String], state: String?)] = [
        (["mark", "read", "2"], "-"), (["mark", "starred", "2"], "US"), (["mark", "deleted", "2"], nil),
        (["label", "add", "later", "2"], "Ulater"), (["read", "2"], "-"),
        (["mail", "--search", "word2", "--cursor", "c", "--mark-read", "--print"], "-"),
    ]

    @Test(arguments: Kind.allCases, commands)
    func `a mark stays on its article`(kind: Kind, command: (words: [String], state: String?)) async {
        serve(kind, 1...4)
        #expect(await program.run("add", server.url("/feed")).code == 0)
        #expect(await program.run(arguments: command.words).code == 0)
        #expect(await states(of: program) == Self.all(1...4, but: 2, command.state))
        for last in [6, 7] {
            serve(kind, 2...last)
            #expect(await program.run("refresh").code == 0)
            #expect(await states(of: program) == Self.all(1...last, but: 2, command.state))
        }
        guard command.words[0] != "mail" else { return }
        #expect(await program.run("undo").code == 0)
        #expect(await states(of: program) == Self.all(1...7, but: 2, "U"))
    }

    @Test(
        arguments: Kind.allCases,
        [("--star", "US"), ("--mark-read", "-"), ("--label=later", "Ulater"), ("--drop", nil)])
    func `a rule touches the articles that it matches`(kind: Kind, rule: (option: String, state: String?)) async {
        serve(kind, 1...4)
        await program.makeDatabase()
        #expect(await program.run("rule", "add", "text:word2", rule.option).code == 0)
        #expect(await program.run("add", server.url("/feed")).code == 0)
        serve(kind, 2...6)
        #expect(await program.run("refresh").code == 0)
        #expect(await states(of: program) == Self.all(1...6, but: 2, rule.state))
    }

    @Test(arguments: Kind.allCases)
    func `articles that come after add --read are unread`(kind: Kind) async {
        serve(kind, 1...2)
        #expect(await program.run("add", "--read", server.url("/feed")).code == 0)
        serve(kind, 1...4)
        #expect(await program.run("refresh").code == 0)
        #expect(await states(of: program) == ["1": "-", "2": "-", "3": "U", "4": "U"])
    }

    @Test(arguments: Kind.allCases, commands)
    func `a mark reaches its article on another machine, and no other one`(
        kind: Kind, command: (words: [String], state: String?)
    ) async {
        let (folder, other) = (TemporaryFolder(), Program())
        for machine in [program, other] { machine.folder.write("sync.folder = \(folder.path)\n", to: "config") }
        await other.makeDatabase()
        await other.run("sync", "--folder")
        serve(kind, 1...4)
        #expect(await program.run("add", server.url("/feed")).code == 0)
        await program.run("sync", "--folder")
        #expect(await program.run(arguments: command.words).code == 0)
        await program.run("sync", "--folder")
        // The other one has not seen 1, and sees 5 and 6 first.
        serve(kind, 2...6)
        #expect(await other.run("refresh").code == 0)
        #expect(await states(of: other) == Self.all(2...6, but: 2, command.state))
        // What it decides about one that the first one never sees stays there.
        await other.run("mark", "starred", "--search", "word6")
        await other.run("mark", "deleted", "--search", "word5")
        await other.run("sync", "--folder")
        serve(kind, 7...8)
        #expect(await program.run("refresh").code == 0)
        var expected = Self.all(1...4, but: 2, command.state)
        (expected["7"], expected["8"]) = ("U", "U")
        #expect(await states(of: program) == expected)
    }
}

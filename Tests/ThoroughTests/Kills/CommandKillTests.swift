import TestSupport
import Testing

@testable import FeedStore
@testable import rssiumTests

/// The built program, killed at random times while a command changes articles, feeds or what the user has made: afterwards
/// all is as before or as after the command, `doctor` finds nothing, and the command can be repeated.
@Suite(.seeded, .serialized) struct CommandKillTests {
    private static let commands: [[String]] = [
        ["mark", "read", "--all"], ["mark", "starred", "Kept"], ["mark", "deleted", "Kept"],
        ["mark", "unread", "1-40"],
        ["label", "add", "later", "1-60"], ["label", "rm", "first", "--all"], ["label", "rename", "first", "second"],
        ["edit", "1", "--title", "Other", "--category", "New"], ["edit", "1", "--filter", "cat"], ["rm", "1", "--yes"],
        ["category", "edit", "News", "--name", "Novelties"], ["category", "rm", "News", "--yes"],
        ["rule", "add", "swift", "--star"], ["view", "add", "v", "--category", "News", "Kept"], ["undo", "--yes"],
        ["import", "state"],
    ]

    /// A database with 300 articles of two feeds, with marks, labels, a category and a rule, and the state of another one.
    private static func prepared() async -> Program {
        let program = Program()
        program.folder.write(SubscribedProgram.many(1...200), to: "a.xml")
        program.folder.write(SubscribedProgram.many(201...300), to: "b.xml")
        await program.run("add", "./a.xml", "--title", "Kept", "--category", "News")
        await program.run("add", "./b.xml", "--title", "Other feed", "--category", "News")
        await program.run("label", "add", "first", "1-100")
        await program.run("mark", "read", "1-150")
        await program.run("rule", "add", "rust", "--mark-read")
        let other = Program()
        other.folder.write("https://a.example/feed \"~Far\" Away\nhttps://b.example/feed\n", to: "urls")
        await other.run("import", "urls")
        await other.run("view", "add", "far", "Far")
        program.folder.write(await other.run("export", "--format", "state").stdout, to: "state")
        return program
    }

    /// All that commands show of a database, but for times.
    private func content(of program: Program) async -> String {
        var text = ""
        for command in [
            ["list", "--all", "--fields", "id,flags,labels,feed"],
            ["feeds", "--fields", "id,title,category,url,unread,articles"],
            ["category", "--fields", "name,feeds"], ["rule"], ["view", "--fields", "name,filters"],
            ["undo", "--list", "--fields", "what"],
        ] { text += await program.run(arguments: command).stdout + "\n" }
        return text
    }

    @Test(arguments: commands) func `a killed command has changed all or nothing`(command: [String]) async throws {
        let origin = await Self.prepared()
        let before = await content(of: origin)
        let (whole, killed) = (Program(), Program())
        func copy(to program: Program) async throws {
            let files =
                "rm -f \(program.folder.path)/rssium.db*; cp rssium.db* state a.xml b.xml \(program.folder.path)/"
            try #require(await origin.shell(files).code == 0)
        }
        try await copy(to: whole)
        let usual = try await ContinuousClock().measure {
            try #require(await whole.start(command).end(within: .seconds(60)).code == 0)
        }
        let after = await content(of: whole)
        #expect(after != before)
        var dice = Dice(seed: Seed.ofThisRun)
        for round in 1...8 {
            try await copy(to: killed)
            let ending = await killed.start(command).end(within: dice.part(of: usual))
            #expect(ending.code == -1 || ending.code == 0)
            let found = await content(of: killed)
            #expect(found == before || found == after, "\(command), round \(round)")
            let doctor = await killed.run("doctor")
            #expect(doctor.code == 0, "\(command), round \(round): \(doctor.stdout)\(doctor.stderr)")
            if found == before {
                #expect(await killed.run(arguments: command).code == 0)
                #expect(await content(of: killed) == after, "\(command), repeated after round \(round)")
            }
        }
    }
}

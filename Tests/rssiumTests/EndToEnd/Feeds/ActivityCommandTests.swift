import TestSupport
import Testing

/// The field `activity` of `feeds`, and the chart of `status`.
@Suite struct ActivityCommandTests {
    @Test func `feeds shows the last twelve weeks in every form`() async throws {
        let program = await Program.withTwoFeeds()
        await program.run("mark", "deleted", "1", "3")
        let numbers = "0,0,0,0,0,0,0,0,0,0,0,2"
        #expect(await program.run("feeds", "--fields", "activity").lines == [numbers, numbers])
        #expect(try program.ask("SELECT DISTINCT activity FROM feeds") == numbers)
        let json = await program.run("feeds", "--format", "jsonl", "1").stdout
        #expect(json.contains(#""activity":[\#(numbers)]"#), "\(json)")
        let screen = await program.run(
            arguments: ["feeds", "1", "--fields", "activity,title", "--color", "never"], on: .init()
        ).stdout
        #expect(screen.contains("▁▁▁▁▁▁▁▁▁▁▁█  Alpha"), "\(screen)")
    }

    @Test func `status charts thirty days on a terminal`() async {
        let program = await Program.withTwoFeeds()
        // What a rule marks, nobody has read.
        await program.run("rule", "add", "text", "--mark-read")
        program.folder.write(Program.feed(titled: "Gamma"), to: "gamma.xml")
        await program.run("add", "./gamma.xml")
        await program.run("mark", "read", "1")
        let quiet = String(repeating: "▁", count: 29)
        let screen = await program.run(arguments: ["status", "--color", "never"], on: .init()).stdout
        #expect(screen.contains("stored        \(quiet)█ 6 in 30 days, at most 6 a day"), "\(screen)")
        #expect(screen.contains("read          \(quiet)█ 1 in 30 days, at most 1 a day"), "\(screen)")
        #expect(await !program.run("status").stdout.contains("stored"))
    }
}

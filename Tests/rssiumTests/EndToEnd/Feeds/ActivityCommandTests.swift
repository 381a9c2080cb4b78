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
        let screen = await program.run(arguments: ["feeds", "1", "--fields", "activity,title"], on: .init()).stdout
        #expect(screen.contains("▁▁▁▁▁▁▁▁▁▁▁█  "), "\(screen)")
        for variable in ["NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C"] {
            var plain = program
            plain.environment[variable.key] = variable.value
            let shown = await plain.run(arguments: ["feeds", "1", "--fields", "activity,title"], on: .init()).stdout
            #expect(shown.contains(numbers), "\(variable): \(shown)")
        }
    }

    @Test func `status charts thirty days on a terminal`() async throws {
        let program = await Program.withTwoFeeds()
        // What a rule marks, nobody has read.
        await program.run("rule", "add", "text", "--mark-read")
        program.folder.write(Program.feed(titled: "Gamma"), to: "gamma.xml")
        await program.run("add", "./gamma.xml")
        await program.run("mark", "read", "1")
        func screen() async -> String {
            await program.run(arguments: ["status"], on: .init()).screen.joined(separator: "\n")
        }
        let first = await screen()
        #expect(first.contains("stored        6 in 30 days, at most 6 a day"), "\(first)")
        try program.alter("UPDATE feed_day SET day = day - 6 WHERE feed_id = 1")
        let week = await screen()
        let quiet = String(repeating: "▁", count: 23)
        #expect(week.contains("stored        \(quiet)▅▁▁▁▁▁█ 6 in 30 days, at most 4 a day"), "\(week)")
        #expect(week.contains("read          \(quiet)█▁▁▁▁▁▁ 1 in 30 days, at most 1 a day"), "\(week)")
        await program.run("config", "read.plain", "yes")
        let plain = await program.run(arguments: ["status"], on: .init()).stdout
        #expect(plain.contains("read          1 in 30 days, at most 1 a day") && !plain.contains("\u{1B}"), "\(plain)")
        #expect(await !program.run("status").stdout.contains("stored"))
    }
}

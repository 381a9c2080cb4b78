import TestSupport
import Testing

/// `rssium help`, `--help` and `--version`, the built program.
@Suite struct HelpTests {
    @Test func `the version is one line`() async throws {
        for words in [["--version"], ["list", "--version"], ["--version", "nonsense"]] {
            let ending = await Program().run(arguments: words)
            #expect(ending.stdout.wholeMatch(of: /rssium \d+\.\d+(\.\d+)?\n/) != nil)
            #expect(ending.stderr.isEmpty && ending.code == 0)
        }
    }

    @Test func `all ways to ask for help print the same`() async {
        let program = Program()
        let help = await program.run("help")
        #expect(help.code == 0 && help.stderr.isEmpty)
        for command in ["add", "list", "read", "refresh", "config"] { #expect(help.stdout.contains("\n  \(command) ")) }
        for code in ["130", "143"] { #expect(help.stdout.contains("\n  \(code) ")) }
        #expect(await program.run("--help") == help)
        #expect(await program.run("-h") == help)
        let list = await program.run("help", "list")
        #expect(list.stdout.contains("--since TIME"))
        #expect(await program.run("list", "--help") == list)
        #expect(await program.run("list", "-h", "--nonsense") == list)
        #expect(list.lines.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [
        (["help", "lits"], "did you mean list?"), (["lits"], "did you mean list?"),
        (["--nonsense"], "unknown option: --nonsense"), (["-q"], "no command"),
        (["help", "list", "add"], "unexpected"),
    ])
    func `an unknown word is reported with a suggestion`(words: [String], said: String) async {
        let ending = await Program().run(arguments: words)
        #expect(ending.code == 2)
        #expect(ending.stdout.isEmpty)
        #expect(ending.errorLines.count == 1)
        #expect(ending.stderr.contains(said))
    }

    @Test func `without a command rssium points to help`() async {
        let ending = await Program().run()
        #expect(ending.code == 2)
        #expect(ending.stdout.isEmpty)
        #expect(ending.stderr.contains("rssium help"))
    }
}

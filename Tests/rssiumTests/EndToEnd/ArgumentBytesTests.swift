import TestSupport
import Testing

/// Arguments that are not valid UTF-8.
@Suite struct ArgumentBytesTests {
    let program = Program()

    @Test(arguments: [
        "add \"$x\"", "--db \"$x\" feeds", "feeds --db=\"$x\"", "import \"$x\"", "backup \"$x\"",
        "list \"$x\"",
        "\"$x\"", "mark read --search \"$x\"", "edit 1 --title \"$x\"", "list -c\"$x\"",
    ])
    func `a word that is not UTF-8 is refused, whatever the command`(line: String) async {
        let ending = await program.shell("x=$(printf './caf\\351.xml'); rssium \(line)")
        #expect(ending.code == 2 && ending.stdout.isEmpty && ending.errorLines.count == 1)
        #expect(ending.stderr.hasPrefix("rssium: "))
        #expect(ending.stderr.contains("./caf\u{FFFD}.xml is not UTF-8; see rssium help\n"))
        #expect(await program.shell("ls").stdout.isEmpty)
    }

    @Test func `so is the path of the database or of the config file in the environment`() async {
        for name in ["RSSIUM_DB", "RSSIUM_CONFIG"] {
            let ending = await program.shell("export \(name)=$(printf './caf\\351'); rssium category add News")
            #expect(ending == .error("\(name)=./caf\u{FFFD} is not UTF-8; see rssium help", 2))
        }
        #expect(await program.shell("ls").stdout.isEmpty)
    }
}

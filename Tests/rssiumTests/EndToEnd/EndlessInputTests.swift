import TestSupport
import Testing

/// Input without an end, from standard input and from devices.
@Suite struct EndlessInputTests {
    @Test(arguments: ["mark read -", "read -", "open --print -", "import -", "import /dev/zero"])
    func `input without an end is refused in one line`(command: String) async {
        let program = Program()
        let ending = await program.shell("ulimit -v 2000000; rssium \(command) < /dev/zero")
        let name = command.hasSuffix("-") ? "standard input" : "/dev/zero"
        #expect(ending == .error("cannot read \(name): it has more than 64 MiB"))
    }

    @Test(arguments: ["-", "/dev/zero"])
    func `a document without an end is refused at the size of feeds`(source: String) async {
        let program = Program()
        await program.run("config", "refresh.max-size", "2M")
        let ending = await program.shell("rssium preview \(source) < /dev/zero")
        #expect(ending.code == 1 && ending.stderr.hasSuffix("it has more than 2 MiB\n"), "\(ending)")
        #expect(ending.errorLines.count == 1)
    }
}

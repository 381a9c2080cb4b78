import TestSupport
import Testing

/// What is said, and how often, where a config file is wrong, the built program.
@Suite struct ConfigErrorTests {
    @Test func `a config file that cannot be read is named once`() async {
        let program = Program(environment: ["RSSIUM_CONFIG": "folder"])
        await program.shell("mkdir folder")
        for words in [["config", "list.limit", "5"], ["config", "--unset", "list.limit"]] {
            let ending = await program.run(arguments: words)
            #expect(ending == Program.Ending(stderr: "rssium: cannot read folder: Is a directory\n", code: 1))
        }
        let list = await program.run("list")
        #expect(list == Program.Ending(stderr: "rssium: cannot read folder: Is a directory\n"))
    }

    @Test func `help and version need none`() async {
        let program = Program()
        program.folder.write("nonsense\n", to: "config")
        for words in [["help"], ["help", "list"], ["--version"], ["list", "--help"]] {
            let ending = await program.run(arguments: words)
            #expect(ending.code == 0 && ending.stderr.isEmpty, "\(ending)")
        }
    }

    @Test func `no feed can be added to a category that is called none`() async {
        let program = Program()
        program.folder.write(Program.feed(titled: "Alpha"), to: "alpha.xml")
        for name in ["none", "None", " "] {
            let ending = await program.run("add", "--category", name, "./alpha.xml")
            #expect(ending.code == 2)
        }
        let feeds = await program.run("feeds")
        #expect(feeds == Program.Ending())
    }
}

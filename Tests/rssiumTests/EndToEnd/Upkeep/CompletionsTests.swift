import TestSupport
import Testing

/// `rssium completions`, and the shells where there are any.
@Suite struct CompletionsTests {
    private static func program() async -> Program {
        let program = Program()
        for (name, title) in [("a", "heise online"), ("b", "News: it&apos;s $(touch x)"), ("c", "Same"), ("d", "Same")]
        {
            program.folder.write(Program.feed(titled: title), to: name + ".xml")
        }
        await program.run("add", "--category", "My News", "./a.xml", "./b.xml", "./c.xml", "./d.xml")
        return program
    }

    @Test func `feeds are completed by title, or by id if the title is ambiguous`() async {
        let program = await Self.program()
        let all = await program.run("completions", "zsh", "--", "list", "")
        #expect(all.lines == ["News: it's $(touch x)\t", "heise online\t", "3\tSame", "4\tSame"])
        #expect(await program.run("completions", "fish", "--", "list", "HE").stdout == "heise online\t\n")
        #expect(await program.run("completions", "zsh", "--", "list", "onl").stdout == "heise online\t\n")
        #expect(await program.run("completions", "zsh", "--", "edit", "2").stdout == "2\tNews: it's $(touch x)\n")
        #expect(await program.run("completions", "fish", "--", "list", "'he").stdout == "heise online\t\n")
        #expect(await program.run("completions", "zsh", "--", "feeds", "--category", "m").stdout == "My News\t\n")
        #expect(await program.run("completions", "zsh", "--", "read", "7").stdout == "7\tSame: Old\n")
        #expect(await program.run("completions", "zsh", "--", "read", "he").stdout == "heise online\t\n")
        #expect(await program.run("completions", "zsh", "--", "import", "").stdout == "\tpath\n")
        #expect(await program.run("completions", "zsh", "--", "save", "q").stdout.hasPrefix("queue\t"))
        #expect(await program.run("completions", "zsh", "--", "help", "sync.i").stdout.hasPrefix("sync.interval\t"))
        #expect(await program.run("completions", "zsh", "--", "--db", "none", "list", "") == .silent)
        // readline keeps an @ at the beginning of a word, though it breaks words there.
        await program.run("view", "add", "morning")
        let breaks = "\"'@><=;|&(:"
        #expect(await program.run("completions", "bash", "--", "rssium list @mor", breaks).stdout == "@morning\n")
        #expect(
            await program.run("completions", "bash", "--", "rssium config --unset=keep.a", breaks).stdout
                == "keep.articles\n")
    }

    /// Each asks its shell's own machinery what a tab would give.
    private static let askings = [
        "bash": """
        eval "$(rssium completions bash)"
        COMP_LINE=$line COMP_POINT=${#line} COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
        read -ra COMP_WORDS <<< "$line"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _rssium; printf '%s\\n' "${COMPREPLY[@]}"
        """,
        "fish": "rssium completions fish | source; complete -C $line | string replace -r '\\t.*' ''",
    ]

    @Test(arguments: askings.keys.sorted())
    func `a shell offers the matching candidates`(shell: String) async throws {
        let program = await Self.program()
        guard await program.shell("command -v \(shell)").code == 0 else { return }
        let asking = try #require(Self.askings[shell])
        func complete(_ line: String) async -> [String] {
            program.folder.write(asking, to: "asking")
            let set = shell == "fish" ? "set -g line '\(line)'" : "line='\(line)'"
            let free = shell == "fish" ? "--no-config" : "--norc --noprofile"
            let ending = await program.shell("\(shell) \(free) -c \"\(set); source ./asking\"")
            #expect(ending.stderr.isEmpty, "\(ending)")
            return ending.lines
        }
        #expect(await complete("rssium li") == ["list"])
        #expect(await complete("rssium config keep.a") == ["keep.articles"])
        #expect(await complete("rssium list heis") == [shell == "fish" ? "heise online" : "heise\\ online"])
        #expect(await complete("rssium import a.x") == ["a.xml"])
        let news = await complete("rssium list News")
        #expect(news == [shell == "fish" ? "News: it's $(touch x)" : "News:\\ it\\'s\\ \\$\\(touch\\ x\\)"])
        #expect(await program.shell("ls x").code != 0)
    }

    @Test func `the script for zsh is valid`() async {
        let program = Program()
        guard await program.shell("command -v zsh").code == 0 else { return }
        let ending = await program.shell("rssium completions zsh > _rssium && zsh -f -n _rssium")
        #expect(ending == .silent)
    }
}

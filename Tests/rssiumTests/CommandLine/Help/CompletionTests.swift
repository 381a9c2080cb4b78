import Testing

@testable import rssium

@Suite struct CompletionTests {
    private func texts(_ words: String...) -> [String] {
        let completion = Completion(words)
        return completion.candidates.map { completion.prefix + $0.text }
    }

    @Test func `commands, subcommands and topics are completed`() {
        #expect(texts("li") == ["list"])
        #expect(texts("") == CommandTable.all.map(\.name))
        #expect(texts("category", "a") == ["add"])
        #expect(texts("help", "f") == ["feeds", "formats"])
        #expect(texts("help", "category", "a") == ["add"])
        #expect(texts("help", "category", "add", "").isEmpty)
        #expect(texts("nonsense", "").isEmpty)
    }

    @Test func `options are completed, except used and excluded ones`() {
        #expect(texts("list", "--st") == ["--starred"])
        #expect(texts("list", "--starred", "--st").isEmpty)
        #expect(texts("list", "--all", "--unr").isEmpty)
        #expect(texts("-", "x").isEmpty)
        #expect(texts("--db", "x", "--col") == ["--color"])
        #expect(texts("list", "--", "--st").isEmpty)
        #expect(Set(texts("category", "add", "-")) == Set(Option.global.map { "--" + $0.name }).union(colorOption))
    }

    private var colorOption: Set<String> {
        Set(CategoryCommand.command.subcommands.first { $0.name == "add" }?.options.map { "--" + $0.name } ?? [])
    }

    @Test func `values are completed by their kind, in every spelling of the option`() {
        #expect(texts("list", "--format", "js") == ["json", "jsonl"])
        #expect(texts("list", "--format=js") == ["--format=json", "--format=jsonl"])
        #expect(texts("feeds", "--fields", "id,ti") == ["id,title"])
        #expect(texts("list", "--since", "t") == ["today", "tuesday", "thursday"])
        #expect(texts("refresh", "--max-feeds", "").isEmpty)
        #expect(texts("list", "-n", "") == ["none"])
        #expect(texts("config", "keep.") == ["keep.articles", "keep.days", "keep.unread"])
        #expect(texts("config", "keep.unread", "") == ["none", "yes", "no"])
        #expect(texts("config", "--unset", "keep.d") == ["keep.days"])
        #expect(texts("mark", "unr") == ["unread"])
        #expect(Completion(["mark", "read", "--feed", "A"]).kind == .feed)
        #expect(Completion(["mark", "read", "--feed=A"]).typed == "A")
        #expect(Completion(["import", ""]).kind == .path)
        #expect(Completion(["list", "--category", ""]).kind == .category)
        #expect(Completion(["edit", "3", ""]).kind == .feed)
        #expect(Completion(["view", "rm", "v", ""]).kind == nil)
        #expect(Completion(["--db", "my.db", "list", ""]).database == "my.db")
        #expect(Completion(["-qv", "list", "--db=my.db", ""]).database == "my.db")
    }

    @Test func `a shell line is split into words as the shell splits it`() {
        let line = PartialShellLine(#"rssium list "a b" c\ d 'e"f' g"h i"#)
        #expect(line.words == ["rssium", "list", "a b", "c d", "e\"f", "gh i"] && line.openQuote == "\"")
        #expect(PartialShellLine("rssium list ").words == ["rssium", "list", ""])
        #expect(PartialShellLine(#""a\b\"c"#).words == [#"a\b"c"#])
    }

    @Test func `a quoted candidate is one word for the shell, and runs nothing`() {
        #expect(PartialShellLine("").quoted("it's $(x) `y` \"z\" *") == #"it\'s\ \$\(x\)\ \`y\`\ \"z\"\ \*"#)
        #expect(PartialShellLine("\"").quoted("it's $x \"z\" *") == #"it's \$x \"z\" *"#)
        #expect(PartialShellLine("'").quoted("it's $x") == #"it'\''s $x"#)
        for line in ["", "\"", "'"] {
            let title = "Füße & \\ ~/a;b|c<d>{e}#!^[x]?%=:@ it's $(x) `y` \"z\" * 日本"
            #expect(PartialShellLine(line + PartialShellLine(line).quoted(title)).words == [title])
        }
    }
}

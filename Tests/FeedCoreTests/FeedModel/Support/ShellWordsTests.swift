import Testing

@testable import FeedModel

@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("pass show feeds", ["pass", "show", "feeds"]), ("  a\t b ", ["a", "b"]), ("a 'b  c' d", ["a", "b  c", "d"]),
        ("a \"b 'c'\" ''", ["a", "b 'c'", ""]), ("a'b'\"c\"d", ["abcd"]), ("a b\\ c", ["a", "b c"]),
        ("a \"b\\\"c\\d\"", ["a", "b\"c\\d"]), ("a '\\' b", ["a", "\\", "b"]), ("", []),
        ("a $HOME *;`x`|y", ["a", "$HOME", "*;`x`|y"]),
    ])
    func `a line is split at spaces and quotes only`(line: String, words: [String]) {
        #expect(ShellWords.split(line) == words)
    }

    @Test(arguments: [
        ("~/bin/x ~/y ~", ["/home/a/bin/x", "/home/a/y", "~"]), ("'~/x' a~/b \\~/c", ["~/x", "a~/b", "~/c"]),
    ])
    func `~ at the start of a word is the home folder where it is known`(line: String, words: [String]) {
        #expect(ShellWords.split(line, home: "/home/a") == words)
    }

    @Test(arguments: [
        ("a 'b c' ~/d", "a 'b c' ~/d"), ("a ;x $HOME &", "a ';x' '$HOME' '&'"), ("~/a '$x' ''", "~/a '$x' ''"),
        ("a it\\'s*", "a 'it'\\''s*'"), ("a '~/b' ~/ *", "a '~/b' ~/ '*'"),
    ])
    func `a line is quoted for a shell where that takes it for something else`(line: String, quoted: String) {
        #expect(ShellWords.requoted(line) == quoted)
        #expect(ShellWords.split(quoted, home: "/home/a") == ShellWords.split(line, home: "/home/a"))
    }

    @Test(arguments: ["a 'b", "a \"b", "a \\"])
    func `an unclosed quote is an error`(line: String) {
        #expect(ShellWords.split(line) == nil)
    }
}

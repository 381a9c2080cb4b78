import Testing

@testable import rssium

@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("pass show feeds", ["pass", "show", "feeds"]), ("  a\t b ", ["a", "b"]), ("a 'b  c' d", ["a", "b  c", "d"]),
        ("a \"b 'c'\" ''", ["a", "b 'c'", ""]), ("a'b'\"c\"d", ["abcd"]), ("a b\\ c", ["a", "b c"]),
        ("a \"b\\\"c\\d\"", ["a", "b\"c\\d"]), ("a '\\' b", ["a", "\\", "b"]), ("", []),
        ("a $HOME *;`x`|y", ["a", "$HOME", "*;`x`|y"]),
    ])
    func `a line is split at blanks and quotes and at nothing else`(line: String, words: [String]) {
        #expect(ShellWords.split(line) == words)
    }

    @Test(arguments: ["a 'b", "a \"b", "a \\"])
    func `what is not closed is no line`(line: String) {
        #expect(ShellWords.split(line) == nil)
    }
}

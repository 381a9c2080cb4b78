/// The language of QUERY in the words of the help: the essentials for the commands that take one, and all of it.
enum QueryHelp {
    static let essentials =
        "A QUERY is words that all have to be there; \"a phrase\"; the beginning of a word*; -word for what must not be "
        + "there; OR; parentheses; title:, author: or text: before a word or phrase; feed:, category:, tag: or url: "
        + "before a part of that value; and any of these but text: before a /regular expression/. Put it in single "
        + "quotes."

    /// The whole, by paragraphs.
    static let details = [
        "Words stand side by side and all have to be in the title, the author or the text: swift concurrency. "
            + "\"a phrase\" is words in a row, word* is the beginning of a word, -word is what must not be there; alone "
            + "it lists all articles but those. OR, in capitals, is either of its two sides, and binds weaker than "
            + "standing side by side: rust async OR swift concurrency. Parentheses put together: "
            + "-(rust OR swift).",
        "title:, author: and text: stand before a word, a phrase or a beginning, and seek it only there. feed:, "
            + "category:, tag: and url: stand before a part of that value: feed:hacker url:github.com. All of them but "
            + "text: stand before a regular expression too: title:/^ask hn/. It is a POSIX extended one, sought in the "
            + "first 2,000 characters, of at most 200 characters, without back-references, with repeat counts to 100 "
            + "that do not stand within each other. A slash in it is written \\/.",
        "Upper and lower case and diacritics do not matter: cafe finds Café. What is neither letter nor digit only parts "
            + "words: foo-bar, 12:30 and C++ are phrases of their parts. Chinese, Japanese and Korean text is found by "
            + "any run of its characters.",
        "A shell takes quotes, parentheses, stars and blanks for itself: put the whole in single quotes. Before a QUERY "
            + "that begins with - as an argument, write --.",
    ]
}

/// The language of QUERY in a few words, for the commands that take one; `help query` has all of it.
enum QueryHelp {
    static let essentials =
        "A QUERY is words that all have to be there; \"a phrase\"; the beginning of a word*; -word for what must not "
        + "be there; OR; parentheses; title:, author: or text: before a word or phrase; feed:, category:, tag: or url: "
        + "before a part of that value; and any of these but text: before a /regular expression/. Put it in single "
        + "quotes. `rssium help query` says more."
}

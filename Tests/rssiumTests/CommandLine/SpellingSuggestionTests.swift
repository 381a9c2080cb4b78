import Testing

@testable import rssium

@Suite struct SpellingSuggestionTests {
    static let known = ["add", "list", "read", "refresh", "rm", "feeds", "preview"]

    @Test(arguments: [
        ("lsit", "list"), ("lst", "list"), ("refersh", "refresh"), ("pre", "preview"), ("READ", "read"),
        ("feed", "feeds"), ("ls", "list"), ("prv", "preview"),
    ])
    func `a misspelled word gets a suggestion`(typed: String, meant: String) {
        #expect(SpellingSuggestion.nearest(to: typed, among: SpellingSuggestionTests.known) == meant)
    }

    @Test(arguments: ["", "xyzzy", "unsubscribe", "q"])
    func `a word unlike every known word gets no suggestion`(typed: String) {
        #expect(SpellingSuggestion.nearest(to: typed, among: SpellingSuggestionTests.known) == nil)
    }
}

import Testing

@testable import rssium

@Suite struct MarkdownTextTests {
    private func escaped(_ text: String) -> String { MarkdownText.escaped(text, isAtLineStart: true) }

    @Test(arguments: [
        ("# a", "\\# a"), ("###### a", "\\###### a"), ("#", "\\#"), ("> a", "\\> a"), ("- a", "\\- a"),
        ("+ a", "\\+ a"),
        ("* a", "\\* a"), ("-", "\\-"), ("---", "\\---"), ("===", "\\==="), ("= =", "\\= ="), ("***", "\\*\\*\\*"),
        ("* *", "\\* \\*"), ("__", "\\_\\_"), ("```", "\\`\\`\\`"), ("1. a", "1\\. a"),
        ("2026.", "2026\\."), ("7) a", "7\\) a"), ("|---|", "\\|---|"), (":--|:--", "\\:--|:--"),
        ("~~~ a", "\\~\\~\\~ a"), ("[a]: b", "\\[a\\]: b"),
    ])
    func `no text begins a block by accident`(text: String, expected: String) {
        #expect(escaped(text) == expected)
    }

    @Test(arguments: [
        ("*a*", "\\*a\\*"), ("__a__", "\\_\\_a\\_\\_"), ("`a`", "\\`a\\`"), ("[a](b)", "\\[a\\](b)"), ("![a", "!\\[a"),
        ("<b>", "\\<b>"), ("</b>", "\\</b>"), ("<!--", "\\<!--"), ("<https://x.org>", "\\<https://x.org>"),
        ("&amp;", "\\&amp;"), ("&#169;", "\\&#169;"), ("\\*", "\\\\\\*"), ("a\\", "a\\\\"), ("~~a~~", "\\~\\~a\\~\\~"),
        ("2*3", "2\\*3"), ("_x", "\\_x"), ("https://x.org/_a_b*", "<https://x.org/_a_b>\\*"),
        ("see https://x.org/~me/(a).", "see <https://x.org/~me/(a)>."),
    ])
    func `no character of a text becomes syntax`(text: String, expected: String) {
        #expect(escaped(text) == expected)
    }
}

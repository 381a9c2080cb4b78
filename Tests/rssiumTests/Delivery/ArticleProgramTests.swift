import Testing

@testable import rssium

@Suite struct ArticleProgramTests {
    @Test(arguments: [
        ("{title}", "T"), ("a{title}b{id}", "aTb{title}"), ("{other} {title", "{other} {title"), ("{{title}}", "{T}"),
        ("{a{title}", "{aT"), ("awk '{print}' {}", "awk '{print}' {}"), ("", ""),
    ])
    func `fields are replaced once, and other braces stay`(argument: String, filled: String) {
        #expect(argument.fillingBraces { ["title": "T", "id": "{title}"][$0] } == filled)
    }
}

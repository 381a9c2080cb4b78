/// Generates web pages: an article with the navigation, teasers, comments and scripts that news sites put around it.
enum WebPage {
    static func pages(count: Int) -> [[UInt8]] {
        var dice = Dice(seed: 7)
        return (0..<count).map { Array(page($0, &dice).utf8) }
    }

    private static func page(_ number: Int, _ dice: inout Dice) -> String {
        let language = Language.english
        let title = language.title(&dice)
        let story = Story(&dice, in: language, page: "/story/\(number)", size: dice.number(4000...16_000))
        var html = """
            <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(title) | The Daily</title>
            <meta property="og:title" content="\(title)"><meta property="og:site_name" content="The Daily">
            <script type="application/ld+json">{"@type": "NewsArticle", "headline": "story", "author": {"name": "A B"}}</script>
            <script>\(String(repeating: "if (a < b && c > d) { window.data = 'x'; }\n", count: 400))</script></head><body>

            """
        html += "<nav><ul>" + links(40, &dice, language) + "</ul></nav><div class=\"page\"><main class=\"content\">"
        html += "<article class=\"story\"><h1>\(title)</h1><p class=\"byline\">By A B</p>\(story.html)</article></main>"
        html +=
            "<aside class=\"sidebar\"><ul>" + links(60, &dice, language) + "</ul></aside><section class=\"comments\">"
        for _ in 0..<20 { html += "<div class=\"comment\"><p>\(language.sentence(&dice))</p></div>\n" }
        return html + "</section></div><footer><ul>" + links(30, &dice, language) + "</ul></footer></body></html>\n"
    }

    private static func links(_ count: Int, _ dice: inout Dice, _ language: Language) -> String {
        (0..<count).map { "<li class=\"item item-\($0)\"><a href=\"/go/\($0)\">\(language.title(&dice))</a></li>\n" }
            .joined()
    }
}

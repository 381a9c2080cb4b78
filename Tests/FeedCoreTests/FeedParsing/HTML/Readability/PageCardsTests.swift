import Testing

@testable import FeedParsing

/// Previews of other pages in an article.
struct PageCardsTests {
    private static let about = "A long look at the yards of the north, and at what they build."

    private static let cards = [
        """
        <figure class=a><a href="/story"><div><div>How ferries are built</div><div>\(about)</div><div><img src=/i.png>
        <span>The Yard</span></div></div><div><img src=/big.jpg></div></a></figure>
        """,
        """
        <figure><a href="https://yard.example/story"><div><h2>How ferries are built</h2><h3>\(about)</h3><p>yard.example</p></div>
        <div><img src=/big.jpg></div></a></figure>
        """,
        """
        <figure><a href="https://yard.example/story"><div>https://yard.example/story</div><div>How ferries are built</div>
        <img src=/big.jpg></a></figure>
        """,
    ]

    @Test(arguments: cards) func `a card is a link with the title of its page`(card: String) throws {
        let html = try PageSample.html(card).replacing("\n", with: " ")
        #expect(html.contains("/story\">") && html.contains("How ferries are built"))
        for other in ["A long look", "The Yard", ">yard.example", ">https", "Jens Vik", "<img", "<h2"] {
            #expect(!html.contains(other))
        }
    }

    @Test func `a teaser of the site is no card`() throws {
        let teaser = "<div><a href=/story><div>GONE</div><div>\(PageCardsTests.about)</div></a></div>"
        #expect(try !PageSample.html(teaser).contains("GONE"))
    }

    private static let figures = [
        "<figure><a href=/pier.jpg><img src=/small.jpg><div>The pier in May</div><div>Jens Vik</div></a></figure>",
        "<figure><a href=/p/1><img src=/small.jpg><div>The pier in May</div><div>Jens Vik</div></a></figure>",
        "<figure><a href=/pier><img src=/small.jpg></a><figcaption>The pier in May</figcaption></figure>",
    ]

    @Test(arguments: figures) func `a picture with a caption is no card`(figure: String) throws {
        let html = try PageSample.html(figure)
        #expect(html.contains("small.jpg") && html.contains("The pier in May"))
    }
}

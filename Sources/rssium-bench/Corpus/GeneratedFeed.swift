internal import FeedCore

/// A feed as the web has them, made from a number: the same number gives the same bytes.
struct GeneratedFeed {
    let name: String
    let text: String
    let articles: Int

    /// A feed of a size of its own: around 30 KB, a few of them far larger.
    init(number: Int) {
        var dice = Dice(seed: UInt64(number) &* 7919 &+ 1)
        let size = dice.size(median: 30_000, spread: 0.9, within: 3_000...600_000)
        self.init(number: number, &dice) { $1 >= size }
    }

    /// A feed of about `size` bytes.
    init(number: Int, size: Int) {
        var dice = Dice(seed: UInt64(number) &* 104_729 &+ 2)
        self.init(number: number, &dice) { $1 >= size }
    }

    /// A feed of so many articles.
    init(number: Int, articles: Int) {
        var dice = Dice(seed: UInt64(number) &* 15_485_863 &+ 3)
        self.init(number: number, &dice) { count, _ in count >= articles }
    }

    private init(number: Int, _ dice: inout Dice, until isEnough: (_ articles: Int, _ bytes: Int) -> Bool) {
        let language = dice.pick(Language.all)
        let writer = FeedText(
            format: dice.pick(FeedText.Format.mix), site: "https://site\(number).example", language: language,
            title: language.title(&dice), isPodcast: dice.happens(oneIn: 12), isEscaped: dice.happens(oneIn: 3))
        let storySize = Double(dice.size(median: 1_500, spread: 0.8, within: 200...20_000))
        var items = ""
        var count = 0
        repeat {
            let size = dice.size(median: storySize, spread: 0.5, within: 80...40_000)
            items += writer.item(number: count, storySize: size, &dice)
            count += 1
        } while !isEnough(count, items.utf8.count)
        name = "feed\(number).\(writer.format == .atom ? "atom" : writer.format == .rdf ? "rdf" : "xml")"
        text = writer.head + items + writer.foot
        articles = count
    }
}

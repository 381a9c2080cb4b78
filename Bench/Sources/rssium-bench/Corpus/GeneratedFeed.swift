internal import FeedCore

/// A realistic feed, generated from a number: the same number gives the same bytes.
struct GeneratedFeed {
    let name: String
    let text: String
    let articles: Int

    /// A feed of random size: around 30 KB, and a few far larger.
    init(number: Int) {
        var dice = Dice(seed: UInt64(number) &* 7919 &+ 1)
        let size = dice.size(median: 30_000, spread: 0.9, within: 3_000...600_000)
        self.init(number: number, &dice) { $1 >= size }
    }

    /// A feed of so many articles of a few sentences each.
    init(number: Int, articles: Int) {
        var dice = Dice(seed: UInt64(number) &* 15_485_863 &+ 3)
        self.init(number: number, &dice, storySize: 400) { count, _ in count >= articles }
    }

    /// A feed of 20,000 articles of half a kilobyte each.
    static let large: GeneratedFeed = {
        var dice = Dice(seed: 2)
        return GeneratedFeed(number: 0, &dice, format: .rss, language: .english, storySize: 50) { count, _ in
            count >= 20_000
        }
    }()

    /// A feed of one article of 5 MB.
    static let longRead: GeneratedFeed = {
        var dice = Dice(seed: 4)
        let size = 5 << 20
        return GeneratedFeed(
            number: 0, &dice, format: .rss, language: .english, storySize: Double(size), within: size...size
        ) { _, _ in true }
    }()

    private init(
        number: Int, _ dice: inout Dice, format: FeedText.Format? = nil, language: Language? = nil,
        storySize: Double? = nil, within storySizes: ClosedRange<Int> = 80...40_000,
        until isEnough: (_ articles: Int, _ bytes: Int) -> Bool
    ) {
        let language = language ?? dice.pick(Language.all)
        let writer = FeedText(
            format: format ?? dice.pick(FeedText.Format.mix), site: "https://site\(number).example",
            language: language, title: language.title(&dice), isPodcast: dice.happens(oneIn: 12),
            isEscaped: dice.happens(oneIn: 3))
        let storySize = storySize ?? Double(dice.size(median: 1_500, spread: 0.8, within: 200...20_000))
        var items = ""
        var count = 0
        repeat {
            let size = dice.size(median: storySize, spread: 0.5, within: storySizes)
            items += writer.item(number: count, storySize: size, &dice)
            count += 1
        } while !isEnough(count, items.utf8.count)
        name = "feed\(number).\(writer.format == .json ? "json" : "xml")"
        text = writer.head + items + writer.foot
        articles = count
    }
}

extension PageAnalysis {
    /// The measures of an element with all its content.
    struct Measure {
        var hints: ElementHints = []
        var kind = PageElementKind.inline
        /// How many characters of text, white space not counted. A sign of Chinese or Japanese counts as two.
        var text: Int32 = 0
        /// How many of them are in links.
        var link: Int32 = 0
        /// Pictures, items of lists.
        var images: Int32 = 0
        var items: Int32 = 0
        var headings: Int32 = 0
        /// Videos, frames and rules.
        var media: Int32 = 0
        /// Fields and buttons of forms.
        var controls: Int32 = 0
        /// The characters outside links in paragraphs of some length.
        var prose: Int32 = 0
        /// How much it looks like what an article is directly in.
        var score: Float = 0
        /// As `text` and `link`, of what is in no block inside it.
        var ownText: Int32 = 0
        var ownLink: Int32 = 0
        var ownCommas: Int32 = 0

        /// Adds what another element has, or subtracts it.
        mutating func add(_ other: Measure, times factor: Int32 = 1) {
            text += factor * other.text
            link += factor * other.link
            images += factor * other.images
            items += factor * other.items
            headings += factor * other.headings
            media += factor * other.media
            controls += factor * other.controls
            prose += factor * other.prose
        }

        /// Whether it is named for a lead. The teaser of another article has a heading, a picture or a link.
        var isLead: Bool {
            hints.contains(.lead) && link == 0 && headings == 0 && images == 0 && (40...1500).contains(text)
        }

        /// Whether it has nothing to see.
        var isEmpty: Bool { text == 0 && images == 0 && media == 0 }
        var linkDensity: Float { text > 0 ? Float(link) / Float(text) : 0 }
        var ownLinkDensity: Float { ownText > 0 ? Float(ownLink) / Float(ownText) : 0 }
    }
}

/// Generates the HTML of one article, as blog engines write it.
struct Story {
    private(set) var html = ""
    private let language: Language
    private let page: String

    /// About `size` bytes of paragraphs, links, lists, quotations, images and code.
    init(_ dice: inout Dice, in language: Language, page: String, size: Int) {
        self.language = language
        self.page = page
        while html.utf8.count < size {
            switch dice.number(0...13) {
            case 0: addHeading(&dice)
            case 1: addList(&dice)
            case 2: addQuotation(&dice)
            case 3: addImage(&dice)
            case 4: addCode(&dice)
            default: addParagraph(&dice)
            }
        }
    }

    private mutating func addParagraph(_ dice: inout Dice) {
        html += "<p>"
        for _ in 0..<dice.number(1...5) { html += inline(&dice) + " " }
        html += "</p>\n"
    }

    private func inline(_ dice: inout Dice) -> String {
        let sentence = language.sentence(&dice)
        switch dice.number(0...11) {
        case 0: return "<a href=\"\(page)?from=\(dice.number(1...9999))&amp;to=here\" rel=\"nofollow\">\(sentence)</a>"
        case 1: return "<em>\(sentence)</em>"
        case 2: return "<strong>\(sentence)</strong>"
        case 3: return "&#8220;\(sentence)&#8221;&nbsp;&mdash; \(language.sentence(&dice))"
        default: return sentence
        }
    }

    private mutating func addHeading(_ dice: inout Dice) {
        html += "<h2 id=\"part-\(dice.number(1...99))\">\(language.title(&dice))</h2>\n"
    }

    private mutating func addList(_ dice: inout Dice) {
        html += "<ul>\n"
        for _ in 0..<dice.number(2...6) { html += "<li>\(inline(&dice))</li>\n" }
        html += "</ul>\n"
    }

    private mutating func addQuotation(_ dice: inout Dice) {
        html += "<blockquote><p>\(inline(&dice))</p></blockquote>\n"
    }

    private mutating func addImage(_ dice: inout Dice) {
        let number = dice.number(1...9999)
        html += """
            <figure><img src="/images/\(number).jpg" srcset="/images/\(number)@2x.jpg 2x" width="640" height="427" \
            alt="\(language.title(&dice))" loading="lazy"><figcaption>\(language.sentence(&dice))</figcaption></figure>

            """
    }

    private mutating func addCode(_ dice: inout Dice) {
        html += "<pre><code>if (count &lt; \(dice.number(2...999))) {\n    return &amp;table[count];\n}</code></pre>\n"
    }
}

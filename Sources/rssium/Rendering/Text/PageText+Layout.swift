/// How lines are laid out, and what they are with their images.
extension PageText {
    struct Layout {
        /// Cells in a line of text.
        var width: Int
        /// Cells in a line of the terminal, which code may fill; nil to keep its lines in one piece.
        var codeWidth: Int?
        /// Whether bold, underlined and colored text looks different; where it does not, headings get a rule.
        var hasStyles = false
    }

    /// Lines, and the images that may be drawn in place of some of them.
    struct Illustrated: Hashable {
        var lines: [StyledText] = []
        /// From top to bottom.
        var images: [PlacedImage] = []
    }

    /// An image that has lines of its own, or its place below the sentence or the table that mentions it.
    struct PlacedImage: Hashable {
        var image: Page.Image
        /// The lines of its text, with their margins and the numbers of its links. Empty below a sentence or a table.
        var lines: Range<Int>
        /// The prefix of its first line, such as a bullet, and that of the others.
        var firstMargin: StyledText
        var margin: StyledText
        /// The number of the image's link, or of the link around it, which a drawing has below it.
        var number: Int?
    }
}

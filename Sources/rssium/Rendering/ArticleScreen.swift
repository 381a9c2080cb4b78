/// A line of the screen, or a picture.
enum ScreenLine {
    case text(StyledText)
    case picture(Picture, margin: StyledText)
    /// A row of an image that chafa has drawn with colored characters.
    case symbols([UInt8], margin: StyledText)

    var isPicture: Bool {
        if case .picture = self { true } else { false }
    }
}

extension ImagePlan {
    /// For all images of an article together.
    private static let timeLimit = Duration.seconds(10)

    /// The article with its images drawn in place of their texts. The text stays where the file is missing or cannot be
    /// drawn, and when the time is up.
    ///
    /// - Parameter progress: gets the number of finished images.
    func lines(
        of text: PageText.Illustrated, _ files: [String: ImageFile], width: Int, progress: (Int) -> Void
    ) -> [ScreenLine] {
        let deadline = SuspendingClock.now + ImagePlan.timeLimit
        var done = 0
        var shown = 0
        var lines: [ScreenLine] = []
        for image in text.images {
            guard let file = image.image.address.flatMap({ files[$0] }) else { continue }
            lines += text.lines[shown..<image.lines.lowerBound].map(ScreenLine.text)
            shown = image.lines.lowerBound
            // A tiny image without a text is left out. In a sentence, a tiny image is not drawn, and its text stays.
            if file.isTiny, image.image.alt.isEmpty || image.lines.isEmpty {
                // The empty line above goes too: another one is below.
                if !image.lines.isEmpty, case .text(let last)? = lines.last, last.hasOnlySpaces { lines.removeLast() }
                shown = image.lines.upperBound
                continue
            }
            progress(done)
            done += 1
            let room = max(1, width - image.firstMargin.cells)
            guard SuspendingClock.now < deadline, let drawn = drawing.draw(file, columns: room, rows: maxRows) else {
                continue
            }
            lines += ImagePlan.lines(of: drawn, image)
            shown = image.lines.upperBound
        }
        return lines + text.lines[shown...].map(ScreenLine.text)
    }

    private static func lines(of drawn: ImageDrawing.Drawn, _ image: PageText.PlacedImage) -> [ScreenLine] {
        var lines: [ScreenLine] = []
        switch drawn {
        case .picture(let picture): lines.append(.picture(picture, margin: image.firstMargin))
        case .symbols(let symbols):
            for (index, line) in symbols.enumerated() {
                lines.append(.symbols(line, margin: index == 0 ? image.firstMargin : image.margin))
            }
        }
        guard let number = image.number else { return lines }
        var text = image.margin
        text.append("[\(number)]", .dim)
        return lines + [.text(text)]
    }
}

extension StyledText {
    var hasOnlySpaces: Bool { plain.utf8.allSatisfy { $0 == 0x20 } }
}

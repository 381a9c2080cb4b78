/// What stands on the screen, from top to bottom.
enum ScreenLine {
    case text(StyledText)
    /// Takes as many lines as the picture has rows.
    case picture(Picture, margin: StyledText)
}

extension [ScreenLine] {
    /// The lines where there are no pictures among them.
    var text: [StyledText]? {
        var lines: [StyledText] = []
        for line in self {
            guard case .text(let text) = line else { return nil }
            lines.append(text)
        }
        return lines
    }
}

extension ImagePlan {
    /// For all images of an article together.
    private static let limit = Duration.seconds(10)

    /// The article with its images in the places of the texts that stand for them. Where the file of one is missing,
    /// where it cannot be shown, or when the time is up, its text stays.
    ///
    /// - Parameter progress: is told how many of them are done.
    func lines(
        of text: PageText.Illustrated, _ files: [String: ImageFile], width: Int, progress: (Int) -> Void
    ) -> [ScreenLine] {
        let deadline = SuspendingClock.now + ImagePlan.limit
        var done = 0
        var shown = 0
        var lines: [ScreenLine] = []
        for image in text.images {
            guard let file = image.image.address.flatMap({ files[$0] }) else { continue }
            lines += text.lines[shown..<image.lines.lowerBound].map(ScreenLine.text)
            shown = image.lines.lowerBound
            // What the page has words for was put there for readers.
            if file.isNothingToSee, image.image.alt.isEmpty {
                // The empty line above goes too: there is one below.
                if case .text(let last)? = lines.last, last.isBlank { lines.removeLast() }
                shown = image.lines.upperBound
                continue
            }
            progress(done)
            done += 1
            let room = max(1, width - image.firstMargin.cells)
            guard SuspendingClock.now < deadline, let drawn = drawing.draw(file, columns: room, rows: rows) else {
                continue
            }
            lines += ImagePlan.lines(of: drawn, image, number: text.number(of: image))
            shown = image.lines.upperBound
        }
        return lines + text.lines[shown...].map(ScreenLine.text)
    }

    private static func lines(
        of drawn: ImageDrawing.Drawn, _ image: PageText.PlacedImage, number: Int?
    ) -> [ScreenLine] {
        var lines: [ScreenLine] = []
        switch drawn {
        case .picture(let picture): lines.append(.picture(picture, margin: image.firstMargin))
        case .symbols(let symbols):
            for (index, line) in symbols.enumerated() {
                var text = index == 0 ? image.firstMargin : image.margin
                text.append(line)
                lines.append(.text(text))
            }
        }
        guard let number else { return lines }
        var text = image.margin
        text.append("[\(number)]", .dim)
        return lines + [.text(text)]
    }
}

extension PageText.Illustrated {
    /// Of the image's own address, or of the link that it is part of: what stands in brackets behind the text in its
    /// place.
    fileprivate func number(of image: PageText.PlacedImage) -> Int? {
        if let own = image.image.link { return own }
        let text = lines[image.lines].map(\.plain).joined()
        guard text.hasSuffix("]"), let open = text.lastIndex(of: "[") else { return nil }
        return Int(text[text.index(after: open)...].dropLast())
    }
}

extension StyledText {
    fileprivate var isBlank: Bool { plain.utf8.allSatisfy { $0 == 0x20 } }
}

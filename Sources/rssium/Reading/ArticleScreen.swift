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
        of elements: [PageText.Element], _ files: [String: ImageFile], width: Int, progress: (Int) -> Void
    ) -> [ScreenLine] {
        let deadline = SuspendingClock.now + ImagePlan.limit
        var done = 0
        var lines: [ScreenLine] = []
        for element in elements {
            guard case .image(let image) = element, let file = image.image.address.flatMap({ files[$0] }) else {
                lines += element.lines.map(ScreenLine.text)
                continue
            }
            if file.isNothingToSee {
                // The empty line above goes too: there is one below.
                if case .text(let last)? = lines.last, last.isBlank { lines.removeLast() }
                continue
            }
            progress(done)
            done += 1
            let room = max(1, width - image.firstMargin.cells)
            guard SuspendingClock.now < deadline, let drawn = drawing.draw(file, columns: room, rows: rows) else {
                lines += element.lines.map(ScreenLine.text)
                continue
            }
            lines += ImagePlan.lines(of: drawn, image)
        }
        return lines
    }

    private static func lines(of drawn: ImageDrawing.Drawn, _ image: PageText.PlacedImage) -> [ScreenLine] {
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
        guard let number = image.number else { return lines }
        var text = image.margin
        text.append("[\(number)]", .dim)
        return lines + [.text(text)]
    }
}

extension PageText.PlacedImage {
    /// Of its own address, or of the link that it is part of: what stands in brackets behind the text in its place.
    var number: Int? {
        if let own = image.link { return own }
        let text = lines.map(\.plain).joined()
        guard text.hasSuffix("]"), let open = text.lastIndex(of: "[") else { return nil }
        return Int(text[text.index(after: open)...].dropLast())
    }
}

extension StyledText {
    fileprivate var isBlank: Bool { runs.allSatisfy { $0.text.utf8.allSatisfy { $0 == 0x20 } } }
}

extension StyledText {
    /// The width on a terminal.
    var cells: Int { TextWidth.cells(of: plain) }

    /// At most this many cells of the text; ends in … where it was cut.
    func cut(to cells: Int) -> StyledText {
        guard self.cells > cells else { return self }
        let runs = runs
        var left = cells
        var cut = StyledText()
        for (index, run) in runs.enumerated() {
            let width = TextWidth.cells(of: run.text)
            let isLast = index == runs.count - 1
            if width < left || (width == left && isLast) {
                cut.append(run.text, run.style)
                left -= width
                continue
            }
            // With the text of the next run it is too long, so that `cut` appends the ….
            let rest = isLast ? "" : runs[index + 1].text
            cut.append(TextWidth.cut(String(run.text + rest), to: left), run.style)
            break
        }
        return cut
    }

    /// The text in lines of at most this many cells.
    func folded(to cells: Int) -> [StyledText] {
        guard cells > 1, self.cells > cells else { return [self] }
        var lines = [StyledText()]
        var left = cells
        for run in runs {
            for character in run.text {
                let width = TextWidth.cells(of: character)
                if width > left {
                    lines.append(StyledText())
                    left = cells
                }
                lines[lines.count - 1].append(String(character), run.style)
                left -= width
            }
        }
        return lines
    }

    /// The text without control characters, whose cells can be counted.
    var cleaned: StyledText {
        var text = StyledText()
        for run in runs { text.append(ControlCharacterFilter.string(run.text, as: .line), run.style) }
        return text
    }
}

extension StyledText {
    /// Trailing spaces cannot be seen, and get in the way when the user copies the line.
    var withoutTrailingSpaces: StyledText {
        guard plain.utf8.last == 0x20 else { return self }
        var line = self
        line.cut(toBytes: plain.utf8.count - plain.utf8.reversed().prefix { $0 == 0x20 }.count)
        return line
    }
}

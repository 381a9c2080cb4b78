extension StyledText {
    /// How many cells it takes on a terminal.
    var cells: Int { TextWidth.cells(of: plain) }

    /// At most this many cells of it, ending in … where something had to go.
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
            // The text that follows makes the cut one cell too long, so that the … is set.
            let rest = isLast ? "" : runs[index + 1].text
            cut.append(TextWidth.cut(String(run.text + rest), to: left), run.style)
            break
        }
        return cut
    }

    /// The text with control characters gone, so that its cells can be counted.
    var cleaned: StyledText {
        var text = StyledText()
        for run in runs { text.append(ControlCharacterFilter.string(run.text, as: .line), run.style) }
        return text
    }

    /// The same text with `style` under the styles it has.
    func on(_ style: Style) -> StyledText {
        var text = StyledText()
        for run in runs { text.append(run.text, style.with(run.style)) }
        return text
    }
}

extension StyledText {
    /// Blanks at the end of a line are nothing to see, and a nuisance to copy.
    var withoutTrailingBlanks: StyledText {
        guard plain.utf8.last == 0x20 else { return self }
        var line = self
        line.cut(toBytes: plain.utf8.count - plain.utf8.reversed().prefix { $0 == 0x20 }.count)
        return line
    }
}

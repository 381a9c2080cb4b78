extension StyledText {
    /// How many cells it takes on a terminal.
    var cells: Int { runs.reduce(0) { $0 + TextWidth.cells(of: $1.text) } }

    /// At most this many cells of it, ending in … where something had to go.
    func cut(to cells: Int) -> StyledText {
        guard self.cells > cells else { return self }
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
            cut.append(TextWidth.cut(run.text + rest, to: left), run.style)
            break
        }
        return cut
    }

    /// The text with control characters gone, so that its cells can be counted.
    var cleaned: StyledText {
        var text = StyledText()
        for run in runs { text.append(CleanText.string(run.text, as: .line), run.style) }
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
        guard runs.last?.text.utf8.last == 0x20 else { return self }
        var rest = runs
        while let last = rest.popLast() {
            guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
            rest.append(Run(text: String(last.text[...end]), style: last.style))
            break
        }
        var line = StyledText()
        for run in rest { line.append(run.text, run.style) }
        return line
    }
}

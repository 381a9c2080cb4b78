internal import FeedCore

/// One article as `read` prints it: on a terminal with images, and through the pager if it does not fit the screen.
enum ReadScreen {
    static func show(
        _ article: Article, _ images: inout ArticleImages, _ store: borrowing Store, _ context: inout Context
    ) throws -> Pager.Showing {
        let terminal = context.output.terminal
        // Lines of more than 80 columns are hard to read.
        let standard = min(terminal.lineWidth ?? 80, 80)
        let width = context[ReadCommand.width] ?? context.settings.number(.readWidth) ?? standard
        // Code may be as wide as the terminal. Elsewhere its lines are not wrapped.
        let layout = PageText.Layout(
            width: width, codeWidth: terminal.isTerminal ? terminal.width : nil, hasStyles: terminal.depth != .none)
        guard terminal.isTerminal else {
            try ArticleLines.write(article, layout, at: context.now) { line throws(OutputError) in
                try context.output.line(line)
            }
            return Pager.Showing()
        }
        let text = ArticleLines.text(
            of: article, layout, drawsImages: images.areWanted(on: terminal), at: context.now)
        let pager = context[Option.noPager] ? nil : Pager(context.pager, on: terminal)
        let screen = try images.screen(of: article, text, width: width, hasPager: pager != nil, store, context)
        // A pager gets no images, only lines of text.
        let lines = screen.map(\.text) ?? text.lines
        if let pager, let lines, Pager.rows(of: lines, width: terminal.width) >= terminal.height {
            return try pager.show(lines, to: &context.output, in: context.surroundings)
        }
        if let screen {
            for line in screen { try context.output.line(line) }
        } else {
            for line in text.lines { try context.output.line(line) }
        }
        return Pager.Showing()
    }
}

internal import FeedCore

/// One article as `read` prints it: on a terminal with images, and through the pager if it does not fit the screen.
enum ReadScreen {
    /// How articles are laid out on this output.
    ///
    /// - Parameters:
    ///   - width: as the user wrote it.
    ///   - limit: the most columns, whatever the user wrote.
    static func layout(width: Int?, within limit: Int = .max, _ context: borrowing Context) -> PageText.Layout {
        let terminal = context.output.terminal
        // Lines of more than 80 columns are hard to read.
        let width = width ?? context.settings.number(.readWidth) ?? min(terminal.lineWidth ?? 80, 80)
        // Code may be as wide as the terminal. Elsewhere its lines are not wrapped.
        return PageText.Layout(
            width: min(width, limit), codeWidth: terminal.isTerminal ? terminal.width : nil,
            hasStyles: terminal.colorDepth != .none)
    }

    static func show(
        _ article: Article, _ images: inout ArticleImages, _ store: borrowing Store, _ context: inout Context
    ) throws {
        let terminal = context.output.terminal
        let layout = layout(width: context[ReadCommand.width], context)
        guard terminal.isTerminal else {
            return try ArticleLines.write(article, layout, at: context.now, to: &context.output)
        }
        let text = ArticleLines.text(of: article, layout, drawsImages: images.areWanted(on: terminal), at: context.now)
        let surface = context.pager(forList: false) == nil ? ImagePlan.Surface.terminal : .pager
        let lines =
            try images.screen(of: article, text, width: layout.width, in: surface, store, context)
            ?? text.lines.map(ScreenLine.text)
        try context.output.flush()
        // A pager would destroy pictures.
        if images.rule != .always, !lines.contains(where: \.isPicture) { context.page(isList: false) }
        for line in lines { try context.output.line(line) }
    }
}

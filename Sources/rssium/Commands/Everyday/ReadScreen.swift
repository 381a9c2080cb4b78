internal import FeedCore

/// One article as `read` prints it: on a terminal with images, and through the pager if it does not fit the screen.
enum ReadScreen {
    /// How an article was shown.
    struct Showing {
        /// The signal that ended the pager: the user wants the whole command to end.
        var signal: Int32?
        /// Nothing of it is on the screen any more.
        var isGone = false
    }

    /// All of the text counts as shown, also if the user leaves the pager early. Throws `PagerError` where the pager has
    /// failed, and `OutputError`.
    static func show(
        _ article: Article, _ images: inout ArticleImages, _ store: borrowing Store, _ context: inout Context
    ) throws -> Showing {
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
            return Showing()
        }
        let text = ArticleLines.text(
            of: article, layout, drawsImages: images.areWanted(on: terminal), at: context.now)
        let hasPager = context.pager(forList: false) != nil
        let lines =
            try images.screen(of: article, text, width: width, hasPager: hasPager, store, context)
            ?? text.lines.map(ScreenLine.text)
        try context.output.flush()
        // A pager would destroy pictures.
        if !lines.contains(where: \.isPicture) { context.page(isList: false) }
        do throws(OutputError) {
            for line in lines { try context.output.line(line) }
            try context.output.flush()
        } catch {
            switch error {
            case .closedPipe where context.output.hasPaged: break
            case .interrupted(let signal): return Showing(signal: signal)
            case .pager(let error): throw error
            default: throw error
            }
        }
        return Showing(isGone: context.output.hasPaged)
    }
}

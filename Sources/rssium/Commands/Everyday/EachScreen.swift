internal import FeedCore

/// The screen of `read --each`: the article, the part of it that is shown, and a line with the keys at the bottom.
///
/// A terminal that cannot redraw gets the whole article and then that line.
struct EachScreen: ~Copyable {
    /// As it is stored.
    var article: Article
    private let isMarkdown: Bool
    private var text: ScrolledText
    private var words = ""
    /// What the last key did, or why it did nothing.
    var note: String?

    /// Lays the article out. Throws `Interrupted` where a signal ends the fetching of its images.
    init(
        _ article: Article, _ images: inout ArticleImages, _ store: borrowing Store, _ context: borrowing Context
    ) throws {
        self.article = article
        isMarkdown = context[ReadCommand.format] == "markdown"
        text = ScrolledText([], rows: 1)
        text = ScrolledText(try lines(&images, store, context), rows: context.output.terminal.height - 1)
    }

    /// Lays the article out for the size that the terminal has now.
    mutating func resize(
        _ images: inout ArticleImages, _ store: borrowing Store, _ context: borrowing Context
    ) throws {
        text.replaceLines(try lines(&images, store, context), rows: context.output.terminal.height - 1)
    }

    /// The first line that the screen shows.
    var top: Int {
        get { text.top }
        set { text.scroll(by: newValue - text.top) }
    }

    private func lines(
        _ images: inout ArticleImages, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [ScreenLine] {
        let terminal = context.output.terminal
        if isMarkdown {
            return ArticleMarkdown.text(of: article).split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap { StyledText(String($0)).folded(to: terminal.width) }.map(ScreenLine.text)
        }
        let layout = ReadScreen.layout(width: context[ReadCommand.width], within: terminal.width, context)
        let text = ArticleLines.text(
            of: article, layout, drawsImages: images.areWanted(on: terminal), at: context.now)
        let illustrated = try images.screen(
            of: article, text, width: layout.width, in: .screen, store, context)
        return illustrated ?? text.lines.flatMap { $0.folded(to: terminal.width) }.map(ScreenLine.text)
    }

    // MARK: Drawing

    /// Draws the article, without the line below it.
    func draw(_ output: inout Output, clears: Bool = false) throws(OutputError) {
        guard output.terminal.canRedraw else { return }
        let visible = text.visible.map { words.isEmpty ? $0 : ScrolledText.highlight(words, in: $0) }
        try output.draw(visible, clears: clears || visible.contains(where: \.isPicture))
    }

    /// Draws the keys, or all of them, instead of the article.
    func drawHelp(_ output: inout Output) throws(OutputError) {
        let lines = EachKey.allCases.map { key in
            let names = key.names + String(repeating: " ", count: max(2, 25 - key.names.count))
            return ScreenLine.text(StyledText(names + key.meaning).cut(to: output.terminal.width))
        }
        guard output.terminal.canRedraw else {
            for line in lines { try output.line(line) }
            return
        }
        try output.draw(lines.prefix(output.terminal.height - 1), clears: true)
    }

    /// The whole article on a terminal that cannot redraw; what is on the screen now on any other.
    func write(to output: inout Output) throws(OutputError) {
        let lines = output.terminal.canRedraw ? text.visible : text.lines[...]
        for line in lines where !line.isPicture { try output.line(line) }
        try output.flush()
    }

    /// The line below the article: where it is, what the last key did, and the keys, as far as there is room.
    func bottomLine(_ position: String, isDeleted: Bool, in terminal: Terminal) -> StyledText {
        let star = article.isStarred ? (terminal.letters == .ascii ? "* " : "★ ") : ""
        let facts = (isDeleted ? ["deleted"] : []) + [note].compactMap(\.self)
        let percent = terminal.canRedraw ? text.percent.map { ["\($0)%"] } ?? [] : []
        let state = star + ([position] + percent + facts).joined(separator: ", ")
        let briefly = star + ([String(position.prefix { $0 != "," })] + facts).joined(separator: ", ")
        let lines =
            EachKey.lines.dropLast(2).map { "\(state)  \($0)" } + EachKey.lines.map { "\(briefly)  \($0)" } + [briefly]
        let line = lines.first { TextWidth.cells(of: $0) < terminal.width }
        return StyledText(TextWidth.cut(line ?? briefly, to: terminal.width - 1), Style(isReversed: true))
    }

    // MARK: Scrolling

    var isAtEnd: Bool { text.isAtEnd }

    /// Scrolls as the key says.
    mutating func scroll(by key: EachKey) {
        switch key {
        case .forward: text.scroll(pages: 1)
        case .pageBack: text.scroll(pages: -1)
        case .down: text.scroll(by: 1)
        case .up: text.scroll(by: -1)
        case .top: text.scrollToTop()
        case .bottom: text.scrollToEnd()
        default: break
        }
    }

    /// Scrolls to the next line with these words; without any, to the next one with those of the last search.
    mutating func find(_ words: String) {
        if !words.isEmpty { self.words = words }
        if !self.words.isEmpty, !text.find(self.words) { note = "not found: \(self.words)" }
    }
}

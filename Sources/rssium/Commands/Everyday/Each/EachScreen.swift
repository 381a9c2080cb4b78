internal import FeedCore

/// The screen of `read --each`: the article, the part of it that is shown, and a line with the keys at the bottom.
///
/// A terminal that cannot redraw gets the whole article and then that line.
struct EachScreen: ~Copyable {
    /// As it is stored.
    var article: Article
    private let isMarkdown: Bool
    private var text: ScrolledText
    /// All keys, while they are shown in place of the article.
    private var help: ScrolledText?
    private var words = ""
    /// The effect of the last key, or why it did nothing.
    var note: String?

    /// Lays the article out. Throws `Interrupted` if a signal ends the fetching of its images.
    init(
        _ article: Article, _ images: inout ArticleImages, _ store: borrowing Store, _ context: borrowing Context
    ) throws {
        self.article = article
        isMarkdown = context[ReadCommand.format] == .markdown
        text = ScrolledText([], rows: 1)
        let lines = try lines(&images, store, context)
        text = ScrolledText(lines, rows: EachScreen.rows(for: lines, on: context.output.terminal))
    }

    /// Lays the article out for the size that the terminal has now.
    mutating func resize(_ images: inout ArticleImages, _ store: borrowing Store, _ context: borrowing Context) throws {
        let terminal = context.output.terminal
        let lines = try lines(&images, store, context)
        text.replaceLines(lines, rows: EachScreen.rows(for: lines, on: terminal))
        help?.replaceLines(EachScreen.helpLines(on: terminal), rows: terminal.height - 1)
    }

    /// A terminal that cannot redraw shows the whole article.
    private static func rows(for lines: [ScreenLine], on terminal: Terminal) -> Int {
        terminal.canRedraw ? terminal.height - 1 : lines.count
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
        let text = ArticleLines.text(of: article, layout, drawsImages: images.areWanted(on: terminal), at: context.now)
        let illustrated = try images.screen(of: article, text, width: layout.width, in: .screen, store, context)
        return (illustrated ?? text.lines.map(ScreenLine.text)).flatMap { line in
            if case .text(let text) = line { text.folded(to: terminal.width).map(ScreenLine.text) } else { [line] }
        }
    }

    // MARK: Drawing

    /// Draws the article, without the line below it.
    func draw(_ output: inout Output, clears: Bool = false) throws(OutputError) {
        guard output.terminal.canRedraw else { return }
        let isMarked = help == nil && !words.isEmpty
        let visible = shown.visible.map { isMarked ? ScrolledText.highlight(words, in: $0) : $0 }
        try output.draw(visible, clears: clears || visible.contains(where: \.isPicture))
    }

    /// Writes what is shown of the article, as lines that stay.
    func write(to output: inout Output) throws(OutputError) {
        for line in text.visible where !line.isPicture { try output.line(line) }
        try output.flush()
    }

    // MARK: Help

    /// The text that is drawn and scrolls.
    private var shown: ScrolledText {
        get { help ?? text }
        set { if help == nil { text = newValue } else { help = newValue } }
    }

    static func helpLines(on terminal: Terminal) -> [ScreenLine] {
        Help(columns: terminal.width).rows(EachKey.rows.map { (StyledText($0.label, .bold), $0.meaning) })
            .flatMap { $0.folded(to: terminal.width) }.map(ScreenLine.text)
    }

    mutating func openHelp(on terminal: Terminal) {
        help = ScrolledText(EachScreen.helpLines(on: terminal), rows: terminal.height - 1)
    }

    mutating func closeHelp() { help = nil }

    /// The line below the article: where it is, what the last key did, and the keys, as far as there is room.
    func bottomLine(_ position: String, isDeleted: Bool, in terminal: Terminal) -> StyledText {
        let star = article.isStarred ? (terminal.letters == .ascii ? "* " : "★ ") : ""
        let facts = (isDeleted ? ["deleted"] : []) + [note].compactMap(\.self)
        let percent = terminal.canRedraw ? text.percent.map { ["\($0)%"] } ?? [] : []
        let state = star + ([position] + percent + facts).joined(separator: ", ")
        let briefly = star + ([String(position.prefix { $0 != "," })] + facts).joined(separator: ", ")
        let isAtEnd = text.isAtEnd || !terminal.canRedraw
        let keys = isAtEnd ? EachKey.linesAtEnd : EachKey.lines
        let lines =
            keys.filter { $0.hasPrefix("Space") }.map { "\(state)  \($0)" } + keys.map { "\(briefly)  \($0)" }
            + [briefly]
        let line = lines.first { TextWidth.cells(of: $0) < terminal.width }
        return StyledText(TextWidth.cut(line ?? briefly, to: terminal.width - 1), Style(isReversed: true))
    }

    // MARK: Scrolling

    var isAtEnd: Bool { shown.isAtEnd }

    /// Scrolls as the key says. False for a key that does not scroll.
    @discardableResult
    mutating func scroll(by key: EachKey) -> Bool {
        switch key {
        case .forward: shown.scroll(pages: 1)
        case .pageBack: shown.scroll(pages: -1)
        case .down: shown.scroll(by: 1)
        case .up: shown.scroll(by: -1)
        case .top: shown.scrollToTop()
        case .bottom: shown.scrollToEnd()
        default: return false
        }
        return true
    }

    /// Scrolls to the next line with these words; without any, to the next one with those of the last search. Returns it.
    mutating func find(_ words: String) -> ScreenLine? {
        if !words.isEmpty { self.words = words }
        guard !self.words.isEmpty else { return nil }
        let found = text.find(self.words)
        if found == nil { note = "not found: \(self.words)" }
        return found
    }
}

internal import FeedCore

/// What each key does.
extension EachReading {
    mutating func act(
        _ key: EachKey, _ screen: inout EachScreen, _ store: borrowing Store, _ context: inout Context
    ) throws -> Outcome {
        switch key {
        case .forward where screen.isAtEnd || !context.output.terminal.canRedraw:
            return goOn(markingRead: !keepsUnread, &screen, context)
        case .next: return goOn(markingRead: !keepsUnread, &screen, context)
        case .keep: return goOn(markingRead: false, &screen, context)
        case .delete: return delete(&screen, context)
        case .markFeed: return try markFeed(&screen, store, context)
        case .undo: return undo(&screen, context)
        case .quit: return .quit
        case .back:
            if order.goBack() { return .leave }
            screen.note = "this is the first one"
        case .star: star(&screen, context)
        case .label:
            guard let name = try ask("label", &screen, store, &context), !name.isEmpty else { break }
            label(&screen, name, context)
            try screen.resize(&images, store, context)
        case .search:
            guard let words = try ask("search", &screen, store, &context) else { break }
            if let line = screen.find(words), !context.output.terminal.canRedraw { try context.output.line(line) }
        case .open: try open(&screen, &context)
        case .help: return try showHelp(&screen, store, &context)
        default: screen.scroll(by: key)
        }
        return .stay
    }

    /// Shows all keys until the user types one that does not scroll them.
    private mutating func showHelp(
        _ screen: inout EachScreen, _ store: borrowing Store, _ context: inout Context
    ) throws -> Outcome {
        let terminal = context.output.terminal
        guard terminal.canRedraw else {
            for line in EachScreen.helpLines(on: terminal) { try context.output.line(line) }
            return .stay
        }
        screen.openHelp(on: terminal)
        defer { screen.closeHelp() }
        try screen.draw(&context.output, clears: true)
        while true {
            let line = screen.isAtEnd ? "q goes back" : "Space more  q goes back"
            let key = try nextKey(&screen, store, &context, line: StyledText(line, Style(isReversed: true)))
            if key == .interrupt || key == .close { return .quit }
            guard let action = EachKey(key), action != .forward || !screen.isAtEnd, screen.scroll(by: action) else {
                break
            }
            try screen.draw(&context.output)
        }
        screen.closeHelp()
        try screen.draw(&context.output, clears: true)
        // As before any article: keys that were typed before are not for it.
        keys.discardTyping()
        return .stay
    }

    /// Asks for a text at the bottom of the screen; nil if the user cancels it.
    private mutating func ask(
        _ question: String, _ screen: inout EachScreen, _ store: borrowing Store, _ context: inout Context
    ) throws -> String? {
        var input = LineInput()
        let isRedrawn = context.output.terminal.canRedraw
        if !isRedrawn { try context.output.retype("", as: "\(question): ") }
        while true {
            let typed = input.text
            let line = isRedrawn ? StyledText("\(question): \(typed)", Style(isReversed: true)) : StyledText()
            let key = try nextKey(
                &screen, store, &context, line: line.cut(to: max(1, context.output.terminal.width - 1)))
            let state = input.type(key)
            if state == .typing {
                if !isRedrawn { try context.output.retype(typed, as: input.text) }
                continue
            }
            if !isRedrawn { try context.output.line() }
            return state == .done ? input.text : nil
        }
    }

    private mutating func open(_ screen: inout EachScreen, _ context: inout Context) throws {
        // The browser may need the terminal.
        keys.pause()
        do {
            guard let address = screen.article.url ?? screen.article.externalURL else {
                throw BrowserError(reason: "it has no URL")
            }
            try OpenCommand.open(address, context)
            screen.note = "opened in the browser"
        } catch let error as BrowserError {
            screen.note = "not opened: \(error.reason)"
        }
        _ = keys.begin()
        try screen.draw(&context.output, clears: true)
    }
}

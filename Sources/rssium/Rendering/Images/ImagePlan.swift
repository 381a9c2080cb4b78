/// Decides how the images of an article are shown and how large, before any is fetched.
struct ImagePlan {
    let drawing: ImageDrawing
    /// The most lines that one image takes.
    let maxRows: Int

    /// The value of `--images`.
    enum Rule: String, CaseIterable {
        /// Pictures where the article fits on the screen with them, or no pager shows it; else symbols, which a pager
        /// can show.
        case auto
        case never
        /// Pictures wherever the terminal can show them. No article goes through a pager, which would destroy them.
        case always
    }

    /// The screen, and what it shows besides the images.
    struct Screen {
        var textRows: Int
        var screenRows: Int
        var imageCount: Int
        var surface: Surface
    }

    /// The surface that shows the article.
    enum Surface {
        /// The terminal itself, which scrolls.
        case terminal
        /// The pager, unless the article fits the screen.
        case pager
        /// A screen that the program draws: what does not fit is scrolled line by line, and a picture cannot be.
        case screen
    }

    /// In fewer lines a picture shows little.
    private static let minRows = 6

    /// Nil where no image can be shown.
    ///
    /// - Parameter capabilities: asks the terminal; called only where pictures may be shown.
    init?(_ rule: Rule, for screen: Screen, _ symbols: ImageDrawing, capabilities: () -> TerminalCapabilities) {
        guard rule != .never, screen.imageCount > 0 else { return nil }
        let defaultRows = max(4, screen.screenRows * 2 / 3)
        let share = (screen.screenRows - 1 - screen.textRows) / screen.imageCount
        let isPaged = screen.surface == .pager && screen.textRows >= screen.screenRows
        let isFree =
            switch screen.surface {
            case .terminal: true
            case .pager: rule == .always || !isPaged && !symbols.isPossible
            case .screen: false
            }
        if isFree || share >= ImagePlan.minRows {
            var native = symbols
            native.capabilities = capabilities()
            if native.isNative {
                (drawing, maxRows) = (native, isFree ? defaultRows : min(defaultRows, share))
                return
            }
        }
        guard symbols.isPossible else { return nil }
        (drawing, maxRows) = (symbols, defaultRows)
    }
}

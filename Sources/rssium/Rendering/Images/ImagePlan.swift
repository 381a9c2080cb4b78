/// How the images of an article are shown on a terminal, and how large: decided before any is fetched.
struct ImagePlan {
    let drawing: ImageDrawing
    /// The most lines that one image takes.
    let rows: Int

    /// What `--images` says.
    enum Rule: String, CaseIterable {
        /// As pictures where the article then fits on the screen, or goes through no pager; else as symbols, which a
        /// pager can show.
        case auto
        case never
        /// As pictures wherever the terminal can show any, and then through no pager, which would destroy them.
        case always
    }

    /// The place of an article: what there is besides its images.
    struct Place {
        var textRows: Int
        var screenRows: Int
        var images: Int
        var hasPager: Bool
    }

    /// A picture of fewer lines than this shows little.
    private static let fewRows = 6

    /// Nil where none can be shown.
    ///
    /// - Parameter ability: is asked only where pictures could be shown.
    init?(
        _ rule: Rule, for place: Place, _ symbols: ImageDrawing, ability: () -> TerminalCapabilities
    ) {
        guard rule != .never, place.images > 0 else { return nil }
        let usual = max(4, place.screenRows * 2 / 3)
        let share = (place.screenRows - 1 - place.textRows) / place.images
        let isPaged = place.hasPager && place.textRows >= place.screenRows
        let isFree = !place.hasPager || rule == .always || !isPaged && !symbols.isPossible
        if isFree || share >= ImagePlan.fewRows {
            var native = symbols
            native.ability = ability()
            if native.isNative {
                self.init(drawing: native, rows: isFree ? usual : min(usual, share))
                return
            }
        }
        guard symbols.isPossible else { return nil }
        self.init(drawing: symbols, rows: usual)
    }

    private init(drawing: ImageDrawing, rows: Int) {
        self.drawing = drawing
        self.rows = rows
    }
}

import Testing

@testable import rssium

@Suite struct ImagePlanTests {
    static let chafa = Chafa(surroundings: .process)
    static var kitty: TerminalCapabilities {
        var capabilities = TerminalCapabilities()
        capabilities.knowsKitty = true
        return capabilities
    }

    struct Case: Sendable {
        var rule = ImagePlan.Rule.auto
        var textRows = 10
        var images = 1
        var surface = ImagePlan.Surface.pager
        var hasChafa = true
        var knowsKitty = true
    }

    /// Whether the images become pictures, and how large.
    static func outcome(_ it: Case) -> String {
        let symbols = ImageDrawing(chafa: it.hasChafa ? chafa : nil, depth: .indexed, letters: .all)
        let screen = ImagePlan.Screen(textRows: it.textRows, screenRows: 24, imageCount: it.images, surface: it.surface)
        var asked = 0
        let plan = ImagePlan(it.rule, for: screen, symbols) {
            asked += 1
            return it.knowsKitty ? kitty : TerminalCapabilities()
        }
        let question = asked > 0 ? ", asked" : ""
        return (plan.map { ($0.drawing.isNative ? "pictures" : "symbols") + " of \($0.maxRows)" } ?? "none") + question
    }

    @Test(arguments: [
        (Case(), "pictures of 13, asked"), (Case(images: 2), "pictures of 6, asked"),
        (Case(images: 3), "symbols of 16"),
        (Case(textRows: 100), "symbols of 16"), (Case(textRows: 100, hasChafa: false), "none"),
        (Case(textRows: 20, hasChafa: false), "pictures of 16, asked"),
        (Case(textRows: 100, surface: .terminal), "pictures of 16, asked"),
        (Case(textRows: 100, surface: .terminal, knowsKitty: false), "symbols of 16, asked"),
        (Case(rule: .always, textRows: 100), "pictures of 16, asked"),
        (Case(rule: .always, textRows: 100, knowsKitty: false), "symbols of 16, asked"),
        (Case(knowsKitty: false), "symbols of 16, asked"), (Case(hasChafa: false, knowsKitty: false), "none, asked"),
        (Case(rule: .never), "none"), (Case(images: 0), "none"),
    ])
    func `pictures where they fit or no pager destroys them, else symbols`(it: Case, expected: String) {
        #expect(Self.outcome(it) == expected)
    }

    @Test func `symbols need colors`() {
        #expect(!ImageDrawing(chafa: Self.chafa, depth: .none, letters: .all).isPossible)
    }
}

/// An element in the article's.
struct CleanedPart {
    let node: HTMLTree.Index
    let measure: PageAnalysis.Measure
    /// How much of the article's text is in it, from 0 to 1.
    let share: Float

    func has(_ hint: ElementHints) -> Bool { measure.hints.contains(hint) }
}

/// Why elements are dropped or kept. The first rule that fits decides; without one, an element stays.
extension ContentCleaning {
    typealias Rule = (
        reason: StaticString, isDropped: Bool, test: @Sendable (ContentCleaning, CleanedPart) -> Bool
    )

    static let headingRules: [Rule] = [
        ("the title", true, { $1.node == $0.heading }),
        ("empty", true, { $1.measure.isEmpty }),
        ("leads away", true, { $0.page.isPointer($1.node) || $0.namesNetworks($1.node) }),
        ("the title again", true, { $1.measure.text < 400 && $0.heading != nil && $0.isTitle($1.node) }),
    ]

    static let inlineRules: [Rule] = [
        ("a sign that links to a heading", true, { $1.measure.text < 12 && $0.page.isHeadingMark($1.node) }),
        ("in a line of text", false, { !$0.page.standsAlone($1.node) }),
        ("leads away", true, { $0.page.isPointer($1.node) }),
        ("a control", true, { $0.page.isControl($1.node) }),
        ("a fact in front of the text", true, { $1.node < $0.firstProse && $0.page.isFact($1.node) }),
        ("a date in front of the text", true, { $1.node < $0.firstProse && $0.page.isDateLine($1.node) }),
    ]

    static let blockRules: [Rule] = [
        ("the title again", true, { $1.measure.kind == .paragraph && $1.node < $0.firstProse && $0.isTitle($1.node) }),
        ("empty", true, { $1.measure.kind.isBlock && $1.measure.isEmpty }),
        ("footnotes", false, { $0.page.areNotes($1.node) }),
        ("around the title", false, { $0.around.contains($1.node) }),
        ("a date in front of the text", true, { $1.node < $0.firstProse && $0.page.isDateLine($1.node) }),
        ("much of the text", false, { $1.share > 0.5 || $1.has(.content) && $1.share > 0.3 }),
        ("leads away", true, { $0.page.isPointer($1.node) || $0.namesNetworks($1.node) }),
        ("a control", true, { $0.page.isControl($1.node) }),
        ("of a picture", false, { $1.has(.caption) || $1.measure.kind == .figure || $0.page.isInFigure($1.node) }),
        ("a lead", false, { $1.measure.isLead && ($1.node < $0.best || $1.share < 0.2) }),
        (
            "a paragraph of text", false,
            { $1.measure.kind == .paragraph && $1.has(.furniture) && $1.measure.text >= 60 && $1.measure.link == 0 }
        ),
        (
            "furniture", true,
            {
                $1.has(.furniture) && $1.measure.kind != .image && $1.share < 0.2 && !$0.page.isWrapper($1.node)
            }
        ),
        ("links behind the text", true, { $0.isTrailingLink($1.node) }),
        ("links behind a line that leads away", true, { $0.isBehindPointer($1.node) }),
        ("a date within the text", false, { $0.isDateOfText($1) }),
        ("a fact", true, { $0.page.isFact($1.node) }),
        ("about a person", true, { $1.has(.person) && $1.measure.kind != .table && $1.share < 0.3 }),
        ("a form", true, { $1.measure.kind == .form && $1.share < 0.3 && !$0.isChecklist($1.node) }),
        ("around a form to sign up", true, { $1.share < 0.2 && $0.isAroundSignUp($1.node) }),
        ("a list of links", true, { $0.isListOfLinks($1.node) }),
    ]
}

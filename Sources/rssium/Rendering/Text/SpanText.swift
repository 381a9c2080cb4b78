internal import FeedCore

/// Puts the spans of a block into lines: formatting becomes style, a link gets its number behind it.
enum SpanText {
    static func append(_ spans: [Page.Span], to wrap: inout TextWrap, style: Style = .plain) {
        var showsAddress = false
        for (index, span) in spans.enumerated() {
            if index == 0 || spans[index - 1].link != span.link { showsAddress = false }
            showsAddress = showsAddress || span.link != nil && span.text.hasBytes("://")
            let own = style.with(Style(span))
            let isDeleted = span.formatting.contains(.deleted)
            // Not every terminal can strike text through.
            if isDeleted, index == 0 || !spans[index - 1].formatting.contains(.deleted) { wrap.append("~~", own) }
            switch span.content {
            case .text(let text): wrap.append(scripted(text, span.formatting), own)
            case .lineBreak: wrap.breakLine()
            case .image(let image):
                wrap.append(placeholder("image", image.alt), own.with(.dim))
                attachNumber(of: image.link, to: &wrap)
            case .media(let kind, let title, let link):
                wrap.append(placeholder(kind, title), own.with(.dim))
                attachNumber(of: link, to: &wrap)
            }
            let isLast = index + 1 == spans.count
            if isDeleted, isLast || !spans[index + 1].formatting.contains(.deleted) { wrap.attach("~~", own) }
            if let link = span.link, isLast || spans[index + 1].link != link {
                // A terminal would take the number for a part of the address.
                if showsAddress { wrap.attach(" ", .plain) }
                attachNumber(of: link, to: &wrap)
            }
        }
    }

    /// The placeholder for an image, a video or the like: `[image: its text]`.
    static func placeholder(_ kind: String, _ title: String) -> String {
        title.isEmpty ? "[\(kind)]" : "[\(kind): \(title)]"
    }

    private static func attachNumber(of link: Int?, to wrap: inout TextWrap) {
        guard let link else { return }
        wrap.attach("[\(link)]", .dim)
    }

    private static func scripted(_ text: String, _ formatting: Page.Formatting) -> String {
        guard !formatting.isDisjoint(with: .scripts) else { return text }
        return (formatting.contains(.superscript) ? Script.superscript : .subscript).text(for: text)
    }
}

/// Superscript and subscript, as far as Unicode has the letters.
enum Script {
    case superscript, `subscript`

    func text(for text: String) -> String {
        let letters = self == .superscript ? Self.raised : Self.lowered
        let written = text.map { letters[$0] }
        if !written.contains(nil) { return String(written.compactMap { $0 }) }
        // A long text is a remark, not an exponent.
        let isWord = text.count > 12 || text.contains(" ")
        if self == .superscript, isWord || Self.ordinals.contains(text.lowercased()) { return text }
        if isWord || text.allSatisfy({ "*†‡§¶#‖[]".contains($0) || $0.isNumber && !$0.isASCII }) { return text }
        let isOne = text.count == 1 || Script.isInBrackets(text)
        return (self == .superscript ? "^" : "_") + (isOne ? text : "(\(text))")
    }

    /// `[3]`, `(a)`, and the comma before the next note.
    private static func isInBrackets(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last(where: { !$0.isPunctuation || ")]".contains($0) }) else {
            return false
        }
        return first == "[" && last == "]" || first == "(" && last == ")"
    }

    /// 4th, 1er, ™: these need no sign for a superscript.
    private static let ordinals: Set<String> = [
        "st", "nd", "rd", "th", "er", "re", "ère", "e", "ème", "me", "o", "a", "os", "as", "tm", "sm", "®", "™", "mo",
    ]
    private static let raised = pairs("0123456789+-−=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ")
    private static let lowered = pairs("0123456789+-−=()aeoxhklmnpstijruv", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ")

    private static func pairs(_ letters: String, _ small: String) -> [Character: Character] {
        Dictionary(uniqueKeysWithValues: zip(letters, small))
    }
}

extension Style {
    static let code = Style.colored(.ansi(.cyan))

    init(_ span: Page.Span) {
        self.init()
        if !span.formatting.isEmpty {
            if !span.formatting.isDisjoint(with: [.strong, .highlighted]) { isBold = true }
            if span.formatting.contains(.emphasis) { isItalic = true }
            if span.formatting.contains(.code) { color = Style.code.color }
            if !span.formatting.isDisjoint(with: [.inserted, .underlined]) { isUnderlined = true }
            if span.formatting.contains(.deleted) { isDim = true }
        }
        if span.link != nil { isUnderlined = true }
    }
}

/// The spans of one block as lines: marks become styles, links get their number behind them.
enum SpanText {
    /// Lines no wider than `width`, parted at blanks.
    static func lines(of spans: [Page.Span], width: Int, style: Style = .plain) -> [StyledText] {
        var wrap = TextWrap(width: width)
        append(spans, to: &wrap, style: style)
        return wrap.finish()
    }

    static func append(_ spans: [Page.Span], to wrap: inout TextWrap, style: Style = .plain) {
        for (index, span) in spans.enumerated() {
            let own = style.with(Style(span))
            let isDeleted = span.marks.contains(.deleted)
            // What a terminal has no style for is written out.
            if isDeleted, index == 0 || !spans[index - 1].marks.contains(.deleted) { wrap.append("~~", own) }
            switch span.content {
            case .text(let text): wrap.append(scripted(text, span.marks), own)
            case .lineBreak: wrap.breakLine()
            case .image(let image):
                wrap.append(image.alt.isEmpty ? "[image]" : "[image: \(image.alt)]", own.with(.dim))
                attach(image.link, to: &wrap)
            case .media(let kind, let title, let link):
                wrap.append(title.isEmpty ? "[\(kind)]" : "[\(kind): \(title)]", own.with(.dim))
                attach(link, to: &wrap)
            case .note(_, let mark):
                wrap.attach(raised(mark, isApart: index > 0 && spans[index - 1].endsInDigit), own)
            }
            let isLast = index + 1 == spans.count
            if isDeleted, isLast || !spans[index + 1].marks.contains(.deleted) { wrap.attach("~~", own) }
            if let link = span.link, isLast || spans[index + 1].link != link { attach(link, to: &wrap) }
        }
    }

    /// The mark of a footnote.
    ///
    /// - Parameter isApart: whether it stands behind a digit, which it would be taken for a power of.
    static func raised(_ mark: String, isApart: Bool = false) -> String {
        if !mark.contains(where: { $0.isLetter || $0.isNumber }) { return mark }
        let letters = mark.map { Script.ofNotes[$0] }
        guard !letters.contains(nil) else { return "[\(mark)]" }
        let raised = String(letters.compactMap { $0 })
        return isApart ? "⁽\(raised)⁾" : raised
    }

    static func attach(_ link: Int?, to wrap: inout TextWrap) {
        guard let link else { return }
        wrap.attach("[\(link)]", .dim)
    }

    private static func scripted(_ text: String, _ marks: Page.Marks) -> String {
        guard !marks.isDisjoint(with: [.superscript, .subscript]) else { return text }
        return (marks.contains(.superscript) ? Script.superscript : .subscript).write(text)
    }
}

/// Small raised and lowered letters, as far as Unicode has them.
private enum Script {
    case superscript, `subscript`

    func write(_ text: String) -> String {
        let letters = self == .superscript ? Self.raised : Self.lowered
        let written = text.map { letters[$0] }
        if !written.contains(nil) { return String(written.compactMap { $0 }) }
        // A mark such as * stands high anyway, a long text is a remark and no power.
        let isWord = text.count > 12 || text.contains(" ")
        if self == .superscript, isWord || Self.ordinals.contains(text.lowercased()) { return text }
        if isWord || text.allSatisfy({ "*†‡§¶#‖[]".contains($0) || $0.isNumber && !$0.isASCII }) { return text }
        return (self == .superscript ? "^" : "_") + (text.count == 1 ? text : "(\(text))")
    }

    /// 4th, 1er, ™: nobody reads these as powers.
    private static let ordinals: Set<String> = [
        "st", "nd", "rd", "th", "er", "re", "ère", "e", "ème", "me", "o", "a", "os", "as", "tm", "sm", "®", "™", "mo",
    ]
    private static let raised = pairs("0123456789+-−=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ")
    static let ofNotes = pairs("0123456789abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
    private static let lowered = pairs("0123456789+-−=()aeoxhklmnpstijruv", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ")

    private static func pairs(_ letters: String, _ small: String) -> [Character: Character] {
        Dictionary(uniqueKeysWithValues: zip(letters, small))
    }
}

extension Page.Span {
    /// A mark of a footnote counts as one.
    fileprivate var endsInDigit: Bool {
        switch content {
        case .text(let text): text.last?.isNumber == true
        case .note: true
        case .lineBreak, .image, .media: false
        }
    }
}

extension Style {
    static let code = Style.colored(.ansi(.cyan))

    /// How a span's marks look.
    init(_ span: Page.Span) {
        self.init()
        if !span.marks.isEmpty {
            if !span.marks.isDisjoint(with: [.strong, .highlighted]) { isBold = true }
            if span.marks.contains(.emphasis) { isItalic = true }
            if span.marks.contains(.code) { color = .ansi(.cyan) }
            if !span.marks.isDisjoint(with: [.inserted, .underlined]) { isUnderlined = true }
            if span.marks.contains(.deleted) { isDim = true }
        }
        if span.link != nil { isUnderlined = true }
    }
}

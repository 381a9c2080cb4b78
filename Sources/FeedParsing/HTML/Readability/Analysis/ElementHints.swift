/// Hints at an element's purpose in the names of its classes, its id and its role.
struct ElementHints: OptionSet, Sendable {
    let rawValue: UInt32

    /// The text of an article.
    static let content = ElementHints(rawValue: 1 << 0)
    /// An article with what belongs to it, or the main part of a page.
    static let article = ElementHints(rawValue: 1 << 1)
    /// Navigation, teasers, advertisements: what many pages of a site share.
    static let furniture = ElementHints(rawValue: 1 << 2)
    /// Comments of readers.
    static let comments = ElementHints(rawValue: 1 << 3)
    /// The author of the article.
    static let author = ElementHints(rawValue: 1 << 4)
    /// Not shown, or shown to screen readers only.
    static let hidden = ElementHints(rawValue: 1 << 5)
    /// Belongs to a picture.
    static let caption = ElementHints(rawValue: 1 << 6)
    /// May be furniture: removed if it is short.
    static let doubtful = ElementHints(rawValue: 1 << 7)
    /// A person's biography or box.
    static let person = ElementHints(rawValue: 1 << 8)
    /// Tags and categories of an article.
    static let topics = ElementHints(rawValue: 1 << 9)
    /// Footnotes, wherever they stand.
    static let notes = ElementHints(rawValue: 1 << 10)
    /// When the article was published.
    static let date = ElementHints(rawValue: 1 << 11)
    /// Several such facts of the article.
    static let facts = ElementHints(rawValue: 1 << 12)
    /// The lead of an article: what it says in short, before its text. Of other articles it is furniture.
    static let lead = ElementHints(rawValue: 1 << 13)
    /// A note or warning of the author's beside a paragraph.
    static let admonition = ElementHints(rawValue: 1 << 14)
    /// Where an element stands, or how it is shown. It is furniture, unless it has a list of the article's.
    static let place = ElementHints(rawValue: 1 << 15)
    static let all = ElementHints(rawValue: .max)

    /// The hints in the words of a name. Words end at signs and before capital letters.
    static func of(_ name: UnsafeBufferPointer<UInt8>) -> ElementHints {
        var hints: ElementHints = []
        // A text of classes is seldom longer; a hostile one is.
        var (start, wordsLeft, isShown, isHidden, isClosed) = (0, 24, false, false, false)
        let end = min(name.count, 512)
        while start < end, wordsLeft > 0 {
            var wordEnd = start
            while wordEnd < end, name[wordEnd] > 0x20 { wordEnd += 1 }
            if wordEnd > start {
                let word = UnsafeBufferPointer(rebasing: name[start..<wordEnd])
                let meaning = self.word(word)
                hints.formUnion(meaning)
                if let display = displayOnScreens(word) {
                    (isShown, isHidden) = (isShown || displays.has(display), isHidden || meaning.contains(.hidden))
                }
                isClosed = isClosed || closed.contains { word.elementsEqual($0.utf8) }
                wordsLeft -= 1
            }
            start = wordEnd + 1
        }
        // A box that is folded, or a round portrait.
        if isClosed, name.end(of: "overflow-hidden", from: 0) != nil { hints.insert(.hidden) }
        return isShown && !isHidden ? hints.subtracting(.hidden) : hints
    }

    /// How a class says that an element is shown on larger screens: `d-none d-md-block`, `hidden md:flex`.
    private static func displayOnScreens(_ name: UnsafeBufferPointer<UInt8>) -> UInt64? {
        let start = name.has("d-", at: 0) ? 2 : 0
        let parts = name[start...].split(maxSplits: 1) { $0 == UInt8(ascii: start == 0 ? ":" : "-") }
        guard parts.count == 2, widths.has(code(of: parts[0])) else { return nil }
        return code(of: parts[1].prefix { ASCII.isLetter($0) })
    }

    /// `empty:hidden`, `group-hover:hidden`, `[&>p]:hidden`
    private static func isOnCondition(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name[0] == UInt8(ascii: "[") || conditions.has(code(of: name.prefix { ASCII.isLetter($0) }))
    }

    private static func word(_ name: UnsafeBufferPointer<UInt8>) -> ElementHints {
        if name.contains(UInt8(ascii: ":")), isOnCondition(name) { return [] }
        var (hints, hintsBefore): (ElementHints, ElementHints) = ([], [])
        var (word, before, whole): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var (isUpper, isTopic, isSetting, isOfPrint, isForScreen) = (true, false, false, false, false)
        // Short words between capitals are chance: `hJpRRP` is made by a program.
        let mayBeChance = name.contains { ASCII.isCapital($0) }
        func look() {
            defer { word = 0 }
            guard word != 0, !mayBeChance || word >> 24 != 0 else { return }
            (isOfPrint, isForScreen) = (isOfPrint || word == print, isForScreen || word == none)
            // A word behind `no` or `has` names what is not there or in the element: `no-ads`, `has-sidebar`. One behind
            // `category` is what an article is about, and one that is invisible for a while is shown.
            let isNamed = !denials.has(before) && (before == 0 || word != invisible)
            let hintsHere = hints
            if isNamed, !isTopic || navigation.has(word), let meaning = words[word] { hints.formUnion(meaning) }
            // `article-body`, `articleBody`
            if before != 0, let meaning = pairs[before &* 31 &+ word] { hints.formUnion(meaning) }
            if before != 0, settings.has(before &* 31 &+ word) { (hints, isSetting) = (hintsBefore, true) }
            hintsBefore = hintsHere
            isTopic = isTopic || before == 0 && topicNames.has(word)
            before = word
        }
        for byte in name {
            let isCapital = ASCII.isCapital(byte)
            if isCapital && !isUpper { look() }
            isUpper = isCapital
            guard ASCII.isLetter(byte) || byte >= 0x80 else {
                look()
                continue
            }
            word = HTMLTag.pack(word, byte)
            whole = HTMLTag.pack(whole, byte)
        }
        look()
        // `d-print-none`
        if isOfPrint, isForScreen { return [] }
        // `commentlist`, `commentThread`, but not a commentary.
        if name.count > 7, name.has("comment", at: 0), !name.has("commentary", at: 0), !isSetting {
            hints.formUnion(.comments)
        }
        if let meaning = words[whole] { hints.formUnion(meaning) }
        return hints
    }

    private static let print = HTMLTag.name("print")
    private static let none = HTMLTag.name("none")
    private static let invisible = HTMLTag.name("invisible")
    private static let denials = codes("no non not has with without")
    private static let topicNames = codes("category tag")
    private static let navigation = codes("nav navigation menu sidebar footer widget")
    /// What a layout or a page is like, and what declares a function.
    private static let settings = codes(
        """
        sidebar-grid sidebar-layout comments-closed comments-open comments-off comments-disabled \
        member-signature method-signature function-signature type-signature \
        overflow-hidden x-hidden y-hidden label-hidden title-hidden caption-hidden border-hidden backface-hidden panel-hidden \
        hidden-xs hidden-sm hidden-phone hidden-mobile hidden-tablet hidden-touch break-print \
        table-sticky sticky-table popup-gallery gallery-popup
        """)
    private static let widths = codes("xs sm md lg xl xxl 2xl l tablet laptop desktop wide")
    private static let closed = ["h-0", "max-h-0", "rounded-full"]
    private static let displays = codes("block flex grid table inline contents")
    /// Conditions that do not hold when a page is first seen on a screen.
    private static let conditions = codes("print empty hover focus active dark group peer max data aria open target")

    private static func codes(_ names: String) -> HTMLCodes {
        HTMLCodes(names.split(separator: " ").map { code(of: $0) })
    }

    /// A word, or two words.
    static func code(of name: Substring) -> UInt64 {
        name.split(separator: "-").reduce(0) { $0 &* 31 &+ code(of: $1.utf8) }
    }

    private static func code(of word: some Sequence<UInt8>) -> UInt64 { word.reduce(0, HTMLTag.pack) }
}

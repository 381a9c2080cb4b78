/// How an element's tags change the open elements around them (HTML, section 13.2.6.4).
struct HTMLElementRules: OptionSet, Sendable {
    let rawValue: UInt32

    /// Without content and end tag.
    static let void = HTMLElementRules(rawValue: 1 << 0)
    /// "Special": an end tag of an unknown or inline element does not close it.
    static let special = HTMLElementRules(rawValue: 1 << 1)
    static let formatting = HTMLElementRules(rawValue: 1 << 2)
    /// Its start tag closes an open paragraph.
    static let closesParagraph = HTMLElementRules(rawValue: 1 << 3)
    /// No end tag inside it closes what is outside it.
    static let scope = HTMLElementRules(rawValue: 1 << 4)
    static let heading = HTMLElementRules(rawValue: 1 << 5)
    /// Its end tag may be missing where its parent ends.
    static let impliedEnd = HTMLElementRules(rawValue: 1 << 6)
    /// In the head of a page until the body begins.
    static let head = HTMLElementRules(rawValue: 1 << 7)
    /// Its content is text, in which only its own end tag counts.
    static let code = HTMLElementRules(rawValue: 1 << 8)
    /// As `code`, with references.
    static let textOnly = HTMLElementRules(rawValue: 1 << 9)
    /// `caption colgroup col tbody thead tfoot tr td th`.
    static let tablePart = HTMLElementRules(rawValue: 1 << 10)
    /// Whatever is directly in it and no part of a table belongs before the table.
    static let tableParent = HTMLElementRules(rawValue: 1 << 11)
    /// `tbody thead tfoot`.
    static let tableSection = HTMLElementRules(rawValue: 1 << 12)
    static let cell = HTMLElementRules(rawValue: 1 << 13)
    static let foreign = HTMLElementRules(rawValue: 1 << 14)
    /// HTML may be in it though it is in SVG or MathML.
    static let integration = HTMLElementRules(rawValue: 1 << 15)
    /// Ends SVG and MathML around it.
    static let breaksOut = HTMLElementRules(rawValue: 1 << 16)
    /// Where it begins, formatting that was left open goes on outside it, as it is a block or invisible.
    static let block = HTMLElementRules(rawValue: 1 << 17)
    /// Stays where it is in a table.
    static let allowedInTable = HTMLElementRules(rawValue: 1 << 18)

    static func of(_ name: UInt64) -> HTMLElementRules { names.place(of: name).map { rules[$0] } ?? [] }

    private static let names = HTMLCodes(Array(known.keys))
    private static let rules = names.codes.map { known[$0] ?? [] }

    private static let known: [UInt64: HTMLElementRules] = {
        let lists: [(HTMLElementRules, String)] = [
            (
                .void,
                "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
            ),
            (
                .special,
                """
                address applet area article aside base basefont bgsound blockquote body br button caption center col \
                colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 \
                h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav \
                noembed noframes noscript object ol p param plaintext pre script search section select source style \
                summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp
                """
            ),
            (.formatting, "a b big code em font i nobr s small strike strong tt u"),
            (
                .closesParagraph,
                """
                address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer \
                header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form table hr \
                plaintext xmp li dd dt
                """
            ),
            (.scope, "applet caption html table td th marquee object template foreignobject"),
            (.heading, "h1 h2 h3 h4 h5 h6"),
            (.impliedEnd, "dd dt li optgroup option p rb rp rt rtc"),
            (.head, "base basefont bgsound link meta title noscript noframes style script template"),
            (.code, "script style xmp iframe noembed noframes"),
            (.textOnly, "title textarea"),
            (.tablePart, "caption colgroup col tbody thead tfoot tr td th"),
            (.tableParent, "table tbody thead tfoot tr"),
            (.tableSection, "tbody thead tfoot"),
            (.cell, "td th caption"),
            (.foreign, "svg math"),
            (.integration, "foreignobject desc annotation-xml mi mo mn ms mtext"),
            (
                .breaksOut,
                """
                b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing \
                menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
                """
            ),
            (.block, "script style template link meta base noscript param source track col"),
            (.allowedInTable, "script style template"),
        ]
        var known: [UInt64: HTMLElementRules] = [:]
        for (rule, names) in lists {
            for name in names.split(separator: " ") {
                known[name.utf8.reduce(0, HTMLTag.pack), default: []].insert(rule)
            }
        }
        return known
    }()
}

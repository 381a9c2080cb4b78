/// Tells the less-than signs of a text from its tags: `if a<b then`, `List<String>`, `Bob <bob@x.example>`,
/// `the <button> element`.
struct LessThanSigns {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: Int
    /// Where the last end tag of each name is, gathered when first needed.
    private var ends: [UInt64: Int]?
    /// The end of the last text that looked like a tag. It has no `=`, so tags that begin in it end there too.
    private var textEnd = 0

    /// - Parameter start: where the text begins.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
        self.bytes = bytes
        self.start = start
    }

    /// The tag at the `<`, if its form is that of one.
    func tag(at found: Int) -> HTMLTag? {
        found < textEnd ? HTMLTag(in: bytes, at: found, knownEnd: textEnd) : HTMLTag(in: bytes, at: found)
    }

    /// Whether the name shows that it is text, not a tag: `Bob <bob@x.example>`, `<https://x.example>`.
    func isNamedAsText(at found: Int) -> Bool {
        guard let (_, isEnd, nameEnd) = HTMLTag.start(in: bytes, at: found), !isEnd else { return false }
        let name = UnsafeBufferPointer(rebasing: bytes[found + 1..<nameEnd])
        return name.contains(UInt8(ascii: "@")) || name.last == UInt8(ascii: ":") && name.count > 4
    }

    /// Whether the `<` at `found` is a less-than sign.
    ///
    /// - Parameter isForeign: whether names other than HTML's are elements here.
    mutating func isText(_ tag: HTMLTag, from found: Int, isForeign: Bool = false) -> Bool {
        guard !tag.isEnd, hasFormOfText(tag, from: found, isForeign: isForeign) else { return false }
        textEnd = tag.end
        return true
    }

    private mutating func hasFormOfText(_ tag: HTMLTag, from found: Int, isForeign: Bool) -> Bool {
        if tag.end == tag.attributesStart + 1, tag.kind != .unknown {
            return !isForeign && LessThanSigns.hiding.place(of: tag.name) != nil && !isEnded(tag.name, after: found)
        }
        let name = UnsafeBufferPointer(rebasing: bytes[found + 1..<tag.attributesStart])
        let rest = bytes[tag.attributesStart..<tag.end]
        guard found < textEnd || !rest.contains(UInt8(ascii: "=")) else { return false }
        // Counted up to three.
        let isCutOff = bytes[tag.end - 1] != UInt8(ascii: ">")
        let words = rest.dropLast(isCutOff ? 0 : 1)
            .split(maxSplits: 2) { $0 <= 0x20 || $0 == UInt8(ascii: "/") }.count
        if isCutOff || rest.contains(UInt8(ascii: "<")) {
            return words > 1 || tag.kind == .unknown && (words > 0 || name.count == 1 || tag.end < bytes.count)
        }
        guard tag.kind == .unknown, rest.count == 1 || words > 1, !isForeign,
            LessThanSigns.rareNames.place(of: tag.name) == nil,
            !name.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") })
        else { return false }
        return !isEnded(tag.name, after: found)
    }

    private mutating func isEnded(_ name: UInt64, after found: Int) -> Bool {
        let ends = ends ?? allEnds()
        self.ends = ends
        if name == LessThanSigns.option, ends[LessThanSigns.select] ?? 0 > found { return true }
        return ends[name] ?? 0 > found
    }

    private func allEnds() -> [UInt64: Int] {
        var ends: [UInt64: Int] = [:]
        var place = start
        while let found = bytes.end(of: "</", from: place) {
            place = found
            if let name = HTMLTag.start(in: bytes, at: found - 2)?.name { ends[name] = found }
        }
        return ends
    }

    /// Elements that hide all text up to their end. Where one has no end, the text names it.
    private static let hiding = HTMLCodes(
        [
            "applet", "button", "canvas", "datalist", "dialog", "frameset", "head", "iframe", "map", "object",
            "optgroup",
            "option", "script", "select", "style", "svg", "template", "textarea", "title", "xmp",
        ].map { $0.utf8.reduce(0, HTMLTag.pack) })

    private static let select = HTMLTag.name("select")
    private static let option = HTMLTag.name("option")

    /// Obsolete or rare elements, whose end tag may be missing.
    private static let rareNames = HTMLCodes(
        [
            "basefont", "bgsound", "command", "image", "isindex", "keygen", "layer", "listing", "menuitem", "meter",
            "nextid", "output", "progress", "rb", "rtc", "slot", "spacer",
        ].map { $0.utf8.reduce(0, HTMLTag.pack) })
}

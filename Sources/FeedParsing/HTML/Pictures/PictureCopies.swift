/// The copies of one picture in a row, of which one is shown: a preview or a text that stands in for it, the picture itself,
/// and once more in a `noscript`, which may come first.
struct PictureCopies {
    /// Where the output has a blurred or tiny copy, and the text of a picture without an address behind it.
    private var preview: Range<Int>?
    private var text: Range<Int>?
    /// The last part of the address of the preview, without its query.
    private var file: Substring?
    /// The address of the last picture, and whether that was in a `noscript`.
    private var last: (address: String, isInNoscript: Bool)?

    mutating func add(preview range: Range<Int>, from source: String) {
        self = PictureCopies()
        (preview, file) = (range, PictureCopies.file(of: source))
    }

    mutating func add(text range: Range<Int>) { (text, last) = (range, nil) }

    /// What the output has in place of the picture that follows, from its end on.
    mutating func takeStandIns(before source: String, isInNoscript: Bool) -> [Range<Int>] {
        let isMeant = isInNoscript || file != nil && file == PictureCopies.file(of: source)
        defer { (preview, text, file) = (nil, nil, nil) }
        return isMeant ? [text, preview].compactMap(\.self) : []
    }

    /// Whether the picture was shown just before, one of both in a `noscript`.
    mutating func repeatsLast(_ source: String, isInNoscript: Bool) -> Bool {
        let repeats = last.map { $0.address == source && $0.isInNoscript != isInNoscript } ?? false
        last = (source, isInNoscript)
        return repeats
    }

    private static func file(of address: String) -> Substring? {
        address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last
    }
}

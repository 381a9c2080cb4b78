/// Recognises a text of HTML that was escaped once too often, so that a reader would show its tags.
///
/// The whole text decides: it begins with an escaped tag, has tags that are closed again, and has none that were not
/// escaped but those that a program put around it. `Use &lt;p&gt;` and code stay.
enum EscapedHTML {
    /// The HTML that was meant; nil for any other text.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var inner: [UInt8] = []
        var index = 0
        while index < text.count {
            let end = text.index(of: UInt8(ascii: "<"), from: index) ?? text.count
            let run = UnsafeBufferPointer(rebasing: text[index..<end])
            if inner.isEmpty, let first = run.firstIndex(where: { $0 > 0x20 }) {
                guard run.has("&lt;", at: first) else { return nil }
                inner = Array(HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: run[first...])).utf8)
            } else if !inner.isEmpty {
                inner += HTMLEntity.decodedOnce(run).utf8
            }
            guard end < text.count else { break }
            guard let next = endOfWrapping(in: text, at: end) else { return nil }
            index = next
        }
        return inner.withUnsafeBufferPointer(isHTML) ? inner : nil
    }

    /// The index behind a comment, or a tag of a division: TypePad escapes what is in it.
    private static func endOfWrapping(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        if text.has("<!--", at: start) { return text.end(of: "-->", from: start + 4) }
        guard HTMLTag.start(in: text, at: start)?.name == division else { return nil }
        return HTMLTag(in: text, at: start)?.end
    }

    private static func isHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        // What comes before the first tag of a document.
        while text.has("<!", at: start) || text.has("<?", at: start) {
            let end = text.has("<!--", at: start) ? text.end(of: "-->", from: start) : text.end(of: ">", from: start)
            guard let end, let next = text[end...].firstIndex(where: { $0 > 0x20 }) else { return false }
            start = next
        }
        guard let tag = HTMLTag(in: text, at: start), tag.kind != .unknown, !tag.isEnd else { return false }
        return HTMLTag.areIn(text)
    }

    private static let division = HTMLTag.name("div")
}

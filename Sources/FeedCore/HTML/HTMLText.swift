/// Gives the plain text of HTML: for excerpts, for the search index, and to see whether an article has changed.
///
/// It runs over every article of every refresh, so it is one pass over the bytes, without libxml2. It drops tags, folds
/// white space, decodes references and begins a new line at each block. The result is text: it is not safe as HTML.
enum HTMLText {
    /// The whole text. Each block ends a line.
    static func plain(_ html: String) -> String {
        String(decoding: plainBytes(.html(html)), as: UTF8.self)
    }

    /// The whole text as UTF-8.
    static func plainBytes(_ text: ArticleText) -> [UInt8] { plain(of: text).bytes }

    /// The whole text as UTF-8, and whether it contains captions of pictures, which an excerpt leaves out.
    static func plain(of text: ArticleText) -> (bytes: [UInt8], hasCaptions: Bool) {
        var bytes: [UInt8] = []
        let hasCaptions = appendText(text, into: &bytes, limit: .max)
        return (bytes, hasCaptions)
    }

    /// The beginning of a text on one line, without the captions of pictures: at most `limit` characters, whole words, and
    /// `…` if more follows.
    static func excerpt(of text: ArticleText, limit: Int = 300) -> String {
        var bytes: [UInt8] = []
        // A character has at most four bytes. A few more show whether text follows.
        appendText(text, into: &bytes, limit: limit * 4 + 8, skippingCaptions: true)
        return excerpt(ofPlain: bytes, limit: limit)
    }

    /// The excerpt of plain text without captions.
    static func excerpt(ofPlain bytes: [UInt8], limit: Int = 300) -> String {
        bytes.withUnsafeBufferPointer { bytes in
            var end = 0
            var count = 0
            var lastSpace = 0
            while end < bytes.count {
                let byte = bytes[end]
                if byte & 0xC0 != 0x80 {
                    if count == limit { break }
                    count += 1
                }
                if byte <= 0x20 { lastSpace = end }
                end += 1
            }
            let isCut = end < bytes.count
            // Cut between words, or between characters in a language without spaces, such as Japanese.
            if isCut, bytes[end] > 0x20, lastSpace > end / 2 { end = lastSpace }
            while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
            var line = Array(bytes[..<end])
            for index in line.indices where line[index] < 0x20 { line[index] = 0x20 }
            if isCut { line += "…".utf8 }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// Appends the text to `plain`, and stops soon after `limit` bytes. Returns whether a caption came before that.
    @discardableResult
    private static func appendText(
        _ text: ArticleText, into plain: inout [UInt8], limit: Int, skippingCaptions: Bool = false
    ) -> Bool {
        switch text {
        case .html(var html):
            html.withUTF8 { bytes in
                plain.reserveCapacity(min(bytes.count, limit))
                var pass = HTMLTextPass(bytes, limit: limit, skippingCaptions: skippingCaptions)
                pass.run(into: &plain)
                return pass.hasCaptions
            }
        case .plain(var text):
            text.withUTF8 { bytes in
                plain.reserveCapacity(min(bytes.count, limit))
                var pass = HTMLTextPass(bytes, limit: limit)
                pass.copyText(upTo: bytes.count, into: &plain, decoding: false)
                return false
            }
        }
    }
}

/// The pass of `HTMLText` over one text.
private struct HTMLTextPass {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limit: Int
    private let skipsCaptions: Bool
    private(set) var hasCaptions = false
    private var index = 0
    /// The white space before the next visible character: 0 nothing, 1 a space, 2 a line feed.
    private var gap: UInt8 = 0
    /// A hidden element had no end. The pass searches for no other end, and so stays linear.
    private var hasUnclosed = false
    private var signs: LessThanSigns
    private var formulas = FormulaCopies()

    init(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int, skippingCaptions: Bool = false) {
        self.bytes = bytes
        self.limit = limit
        skipsCaptions = skippingCaptions
        signs = LessThanSigns(bytes)
    }

    mutating func run(into plain: inout [UInt8]) {
        while index < bytes.count, plain.count < limit {
            copyText(upTo: bytes.index(of: UInt8(ascii: "<"), from: index) ?? bytes.count, into: &plain, decoding: true)
            guard index < bytes.count, plain.count < limit else { break }
            readMarkup(into: &plain)
        }
    }

    /// Appends text without tags: white space folded, control characters dropped, references decoded.
    mutating func copyText(upTo end: Int, into plain: inout [UInt8], decoding: Bool) {
        while index < end {
            let byte = bytes[index]
            if byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "&") || byte > 0xC2 {
                // A run that needs no change.
                let stop = bytes.endOfPlainText(from: index + 1, upTo: end)
                writeGap(to: &plain)
                plain.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<stop]))
                index = stop
                if plain.count >= limit { return }
            } else if byte <= 0x20 {
                if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { gap = max(gap, 1) }
                index += 1
            } else if byte == UInt8(ascii: "&"), decoding, let found = HTMLEntity.reference(in: bytes, at: index) {
                write(found.value, to: &plain)
                index = found.end
            } else if byte == 0xC2, index + 1 < bytes.count {
                // U+0080 to U+00BF: controls of Latin-1 that were letters of Windows-1252, and the no-break space.
                let low = bytes[index + 1]
                write(Windows1252.scalar(of: low).value, to: &plain)
                index += 2
            } else {
                if byte != 0x7F {
                    writeGap(to: &plain)
                    plain.append(byte)
                }
                index += 1
            }
        }
    }

    private mutating func write(_ value: UInt32, to plain: inout [UInt8]) {
        if value <= 0x20 || value == 0xA0 {
            if value == 0xA0 || value == 0x20 || (0x09...0x0D).contains(value) { gap = max(gap, 1) }
        } else if !(0x7F...0x9F).contains(value) {
            writeGap(to: &plain)
            HTMLEntity.append(value, to: &plain)
        }
    }

    private mutating func writeGap(to plain: inout [UInt8]) {
        guard gap != 0 else { return }
        if !plain.isEmpty { plain.append(gap == 2 ? 0x0A : 0x20) }
        gap = 0
    }

    private mutating func readMarkup(into plain: inout [UInt8]) {
        if signs.isNamedAsText(at: index) {
            writeSign(to: &plain)
        } else if let tag = signs.tag(at: index), !signs.isText(tag, from: index) {
            index = tag.end
            switch tag.kind {
            case .inline: break
            case .block, .unknown: gap = 2
            case .hidden: gap = max(gap, 1)
            }
            guard !tag.isEnd, tag.kind == .hidden || isHidden(tag), !HTMLTag.isVoid(tag.name) else { return }
            skipElement(tag, into: &plain)
        } else if bytes.has("<!--", at: index) {
            index = bytes.end(of: "-->", from: index + 4) ?? bytes.count
        } else if bytes.has("<![CDATA[", at: index) {
            index += 9
        } else if bytes.has("<!", at: index) || bytes.has("<?", at: index) || bytes.has("</", at: index) {
            index = bytes.index(of: UInt8(ascii: ">"), from: index).map { $0 + 1 } ?? bytes.count
        } else {
            writeSign(to: &plain)
        }
    }

    /// Writes a `<` that is text.
    private mutating func writeSign(to plain: inout [UInt8]) {
        writeGap(to: &plain)
        plain.append(UInt8(ascii: "<"))
        index += 1
    }

    /// Goes to the end of the element that has just begun, with the text that readers are meant to copy. Of one without end
    /// only the tag is skipped.
    private mutating func skipElement(_ tag: HTMLTag, into plain: inout [UInt8]) {
        guard !hasUnclosed else { return }
        if tag.kind == .hidden {
            let end = HTMLTag.end(ofElement: tag, in: bytes)
            hasUnclosed = end == tag.end
            if let text = tag.copiedText(in: bytes, end: end) {
                gap = 2
                copyText(upTo: text.upperBound, into: &plain, decoding: tag.hasReferences)
                gap = 2
            }
            index = end
            return
        }
        var depth = 1
        var place = index
        while let found = bytes.index(of: UInt8(ascii: "<"), from: place) {
            place = found + 1
            guard let inner = HTMLTag(in: bytes, at: found) else { continue }
            place = inner.end
            guard inner.name == tag.name else { continue }
            depth += inner.isEnd ? -1 : 1
            if depth == 0 {
                index = inner.end
                return
            }
        }
        hasUnclosed = true
    }

    private mutating func isHidden(_ tag: HTMLTag) -> Bool {
        if tag.name == HTMLTextPass.caption, meetCaption() { return true }
        guard bytes[min(tag.attributesStart, bytes.count - 1)] <= 0x20 else { return false }
        var attributes = tag.attributes(in: bytes)
        while let attribute = attributes.next() {
            if attribute.name == HTMLTextPass.hidden { return true }
            if attribute.name == HTMLTextPass.classes,
                formulas.isCopy(classes: UnsafeBufferPointer(rebasing: bytes[attribute.value]))
            {
                return true
            }
            // WordPress wrote captions so before HTML had an element for them.
            if attribute.name == HTMLTextPass.classes, bytes[attribute.value].elementsEqual("wp-caption-text".utf8),
                meetCaption()
            {
                return true
            }
            if attribute.name == HTMLTextPass.style,
                HTMLStyle(UnsafeBufferPointer(rebasing: bytes[attribute.value])).isHidden
            {
                return true
            }
        }
        return false
    }

    /// Returns whether it is left out.
    private mutating func meetCaption() -> Bool {
        hasCaptions = true
        return skipsCaptions
    }

    private static let hidden = HTMLTag.name("hidden")
    private static let style = HTMLTag.name("style")
    private static let classes = HTMLTag.name("class")
    private static let caption = HTMLTag.name("figcaption")
}

/// Parses the small values of feeds in their many forms: people, numbers, durations, texts.
enum FieldText {
    /// Text without white space at its ends; nil if nothing is left.
    static func trimmed(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// Trims the HTML of an article. Unescapes HTML that was escaped twice, unless the feed declares the text as plain
    /// or base64.
    ///
    /// - Parameter isUTF8: whether the bytes are known to be that.
    static func html(_ bytes: [UInt8], mayBeEscaped: Bool = true, isUTF8: Bool = false) -> String? {
        bytes.withUnsafeBufferPointer { html($0, mayBeEscaped: mayBeEscaped, isUTF8: isUTF8) }
    }

    static func html(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { html($0) }
    }

    private static func html(
        _ bytes: UnsafeBufferPointer<UInt8>, mayBeEscaped: Bool = true, isUTF8: Bool = false
    ) -> String? {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        let text = SingleLineText.withoutSections(UnsafeBufferPointer(rebasing: bytes[first...last]))
        if isBlank(text) { return nil }
        if mayBeEscaped, let inner = EscapedHTML.unescaped(text) {
            return inner.withUnsafeBufferPointer { html($0, mayBeEscaped: false) }
        }
        return Windows1252.replacingControls(in: text) ?? String(utf8: text, isValid: isUTF8)
    }

    /// Whether HTML shows a picture and no word.
    static func isPicture(_ html: String) -> Bool {
        var html = html
        return html.withUTF8 { isBlank($0, besidesPictures: true) && $0.end(of: "<img", from: 0) != nil }
    }

    /// Whether it only has paragraphs, line breaks and spaces. Some publishers leave such a content beside the description.
    private static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, besidesPictures: Bool = false) -> Bool {
        var index = 0
        while index < bytes.count {
            if bytes[index] <= 0x20 {
                index += 1
            } else if bytes.has("&nbsp;", at: index) || bytes.has("&#160;", at: index) {
                index += 6
            } else if bytes.has("\u{A0}", at: index) {
                index += 2
            } else if bytes[index] == UInt8(ascii: "<"), let tag = HTMLTag.start(in: bytes, at: index),
                frames.contains(tag.name) || besidesPictures && pictures.contains(tag.name),
                let end = bytes.index(of: UInt8(ascii: ">"), from: tag.nameEnd)
            {
                index = end + 1
            } else {
                return false
            }
        }
        return true
    }

    private static let frames = [PackedName.p, PackedName.div, PackedName.br, PackedName.span]
    private static let pictures = [
        PackedName.img, PackedName.a, PackedName.picture, PackedName.source, PackedName.figure, PackedName.center,
    ]

    /// A text of RSS, which does not say whether it is HTML: several lines without a tag are plain text, and so is one that
    /// only names elements.
    static func text(_ html: String) -> ArticleText {
        var html = html
        let lines = html.withUTF8 { bytes -> String? in
            var (offset, isPlain) = (0, bytes.index(of: 0x0A, from: 0) != nil)
            while let found = bytes.index(of: UInt8(ascii: "<"), from: offset) {
                offset = found + 1
                if bytes.has("!", at: offset) { return nil }
                guard let tag = HTMLTag.start(in: bytes, at: found) else { continue }
                // `List<String>`, `<ann@a.example>`; an element of the page's own has a hyphen.
                if HTMLTag(in: bytes, at: found)?.isOnlyNamed(in: bytes, at: found) == true {
                    isPlain = true
                    continue
                }
                let name = bytes[offset..<tag.nameEnd]
                if tag.isEnd || HTMLTag.isKnown(tag.name) || name.contains(UInt8(ascii: "-")) { return nil }
            }
            return isPlain ? HTMLEntity.decodedOnce(bytes) : nil
        }
        return lines.map { .plain(withoutIndents($0)) } ?? .html(html)
    }

    /// A pretty-printer indents what it wraps.
    private static func withoutIndents(_ lines: String) -> String {
        var lines = lines
        return lines.withUTF8 { bytes in
            var bare: [UInt8] = []
            bare.reserveCapacity(bytes.count)
            var offset = 0
            while offset < bytes.count {
                // With its line feed.
                let end = bytes.index(of: 0x0A, from: offset).map { $0 + 1 } ?? bytes.count
                while offset < end, bytes[offset] <= 0x20, bytes[offset] != 0x0A { offset += 1 }
                bare.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[offset..<end]))
                offset = end
            }
            return bare.withUnsafeBufferPointer { String(utf8: $0) }
        }
    }

    /// `joe@example.org (Joe)`, `Joe <joe@example.org>`, `joe@example.org`, `Joe`.
    static func person(_ bytes: [UInt8]) -> Author? {
        if let named = parts(of: bytes) { return named }
        guard let text = SingleLineText.title(withoutElements(bytes)) else { return nil }
        guard text.utf8.contains(UInt8(ascii: "@")) else {
            return Author(name: text)
        }
        for (open, close) in [("(", ")"), ("<", ">"), ("[", "]")] as [(Character, Character)] {
            guard text.last == close, let start = FieldText.start(of: open, close, in: text) else { continue }
            let inside = SingleLineText.clean(String(text[text.index(after: start)...].dropLast()))
            let before = SingleLineText.clean(String(text[..<start]))
            let (name, email) = isAddress(inside) ? (before, inside) : (inside, before)
            // `joe@example.org (Joe), amy@example.org (Amy)`
            guard email == nil || isAddress(email) else { return Author(name: text) }
            return Author(name: name == email ? nil : name.map(withoutQuotes), email: email.map(withoutScheme))
        }
        if isAddress(text) { return Author(email: withoutScheme(text)) }
        if let space = text.firstIndex(of: " "), isAddress(String(text[..<space])) {
            return Author(
                name: SingleLineText.clean(String(text[space...])), email: withoutScheme(String(text[..<space])))
        }
        return Author(name: text)
    }

    /// The index of the bracket that the last character closes; of the first one if they do not fit.
    private static func start(of open: Character, _ close: Character, in text: String) -> String.Index? {
        var depth = 0
        let start = text.lastIndex { character in
            if character == close { depth += 1 }
            if character == open { depth -= 1 }
            return depth == 0
        }
        return start ?? text.firstIndex(of: open)
    }

    /// `"Doe, Joe"` is a name in quotes (RFC 5322, section 3.2.4).
    private static func withoutQuotes(_ name: String) -> String {
        let inner = name.dropFirst().dropLast()
        return !inner.isEmpty && name.first == "\"" && name.last == "\"" && !inner.contains("\"") ? String(inner) : name
    }

    /// Removes elements of XML from a value that should be text: the text outside of them counts, else the text inside.
    /// Tags of HTML stay.
    static func withoutElements(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.has(UInt8(ascii: "<")) else { return bytes }
        return bytes.withUnsafeBufferPointer { bytes in
            let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(SingleLineText.maxLength * 4))
            let lastEnds = HTMLTag.lastEnds(in: bytes)
            var outside: [UInt8] = []
            var inside: [UInt8] = []
            var depth = 0
            var index = 0
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "<"),
                    let tag = HTMLTag(
                        in: UnsafeBufferPointer(rebasing: bytes.prefix(index + HTMLTag.longestInLine)), at: index),
                    !HTMLTag.isKnown(tag.name) || HTMLElement.of(tag.name).contains(.unseen)
                {
                    if tag.isEnd || lastEnds[tag.name] ?? 0 >= tag.end {
                        depth = tag.isEnd ? max(0, depth - 1) : depth + 1
                        index = tag.end
                        continue
                    }
                }
                if depth == 0 { outside.append(bytes[index]) } else { inside.append(bytes[index]) }
                index += 1
            }
            return outside.contains { $0 > 0x20 } ? outside : inside
        }
    }

    /// Words separated by commas; a list that is too long is cut.
    static func keywords(_ bytes: [UInt8]) -> [String] {
        bytes.prefix(SingleLineText.maxLength * 4).split(separator: UInt8(ascii: ",")).compactMap {
            SingleLineText.title(Array($0))
        }
    }

    /// The URL of an image: `<image><url>…</url></image>`, or the URL itself.
    static func imageAddress(_ bytes: [UInt8]) -> String? {
        let address = bytes.withUnsafeBufferPointer { bytes -> String? in
            guard let begin = bytes.end(of: "<url>", from: 0) ?? bytes.end(of: "<URL>", from: 0) else { return nil }
            let end = bytes.index(of: UInt8(ascii: "<"), from: begin) ?? bytes.count
            return HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: bytes[begin..<end]))
        }
        if let address { return address }
        return bytes.has(UInt8(ascii: "<")) ? nil : trimmed(bytes)
    }

    /// The address in a link that is text. An element inside, such as a thumbnail, is not part of it.
    /// Nil for HTML.
    static func address(_ bytes: [UInt8]) -> String? {
        trimmed(withoutElements(bytes)).flatMap { $0.utf8.first == UInt8(ascii: "<") ? nil : $0 }
    }

    /// The address that the first element in a text has as its attribute `url`.
    static func innerAddress(_ bytes: [UInt8]) -> String? {
        guard bytes.has(UInt8(ascii: "<")) else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.index(of: UInt8(ascii: "<"), from: 0), let tag = HTMLTag(in: bytes, at: start)
            else { return nil }
            var attributes = tag.attributes(in: bytes)
            while let attribute = attributes.next() {
                guard attribute.name == urlName else { continue }
                return HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: bytes[attribute.value]))
            }
            return nil
        }
    }

    private static let urlName: UInt64 = 0x75726C  // url

    /// An RSS author that has Atom's `<name>` inside.
    static func parts(of bytes: [UInt8]) -> Author? {
        bytes.withUnsafeBufferPointer { bytes in
            func part(_ start: StaticString) -> String? {
                guard let begin = bytes.end(of: start, from: 0),
                    let end = bytes.index(of: UInt8(ascii: "<"), from: begin)
                else { return nil }
                return SingleLineText.title(Array(bytes[begin..<end]))
            }
            guard let name = part("<name>") else { return nil }
            return Author(name: name, email: part("<email>"))
        }
    }

    private static func isAddress(_ text: String?) -> Bool {
        guard let text else { return false }
        return text.utf8.contains(UInt8(ascii: "@")) && !text.utf8.contains(UInt8(ascii: " "))
    }

    private static func withoutScheme(_ address: String) -> String {
        address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    }
}

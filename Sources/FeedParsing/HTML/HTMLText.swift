/// The visible part of a text: its plain text and its first picture. Used for excerpts, for the search index, and to
/// see whether an article has changed.
///
/// It is made of every article of every refresh, in one walk through the tree. Markup is dropped, white space is folded,
/// references are decoded, and each block begins a new line. The result is text: it is not safe as HTML.
struct HTMLText {
    /// The plain text in UTF-8. Each block ends a line.
    var bytes: [UInt8] = []
    /// The ranges of the pictures' captions in it, which an excerpt leaves out.
    private var captions: [Range<Int>] = []
    /// The caption that has not ended yet.
    private var caption: (node: HTMLTree.Index, start: Int)?
    private var picture = ArticlePicture()
    /// The `source` elements of the open `picture`.
    private var sources: [[HTMLAttribute]] = []
    private var poster: String?
    /// The white space before the next visible character: 0 nothing, 1 a space, 2 a line feed.
    var gap: UInt8 = 0
    private var formulas = FormulaCopies()

    init(_ tree: HTMLTree) { read(tree) }

    init(_ text: ArticleText) {
        switch text {
        case .html(let html) where HTMLText.hasMarkup(html): self.init(HTMLTree(html))
        case .html(let text): self.init(text, decoding: true)
        case .plain(let text): self.init(text, decoding: false)
        }
    }

    private init(_ text: consuming String, decoding: Bool) {
        text.withUTF8 { append($0, decoding: decoding) }
    }

    /// Whether HTML has anything but text and references.
    static func hasMarkup(_ html: String) -> Bool { html.hasBytes("<") }

    /// The address of the picture that represents the article, as written.
    var image: String? { representative.address }

    /// The picture that represents the article; else a video's poster.
    var representative: ArticlePicture { picture.address == nil ? ArticlePicture(address: poster) : picture }

    /// The beginning of the text on one line, without the captions of pictures: at most `limit` characters, whole words,
    /// and `…` if more follows.
    func excerpt(limit: Int = 300) -> String {
        var shown: [UInt8] = []
        var start = 0
        // A character has at most four bytes. A few more show whether text follows.
        let size = limit * 4 + 8
        for caption in captions where shown.count < size {
            shown += bytes[start..<caption.lowerBound].prefix(size)
            start = caption.upperBound
        }
        shown += bytes[start...].prefix(size)
        return HTMLText.excerpt(ofPlain: shown.drop { $0 <= 0x20 }, limit: limit)
    }

    /// The excerpt of plain text without captions.
    static func excerpt(ofPlain bytes: ArraySlice<UInt8>, limit: Int = 300) -> String {
        bytes.withUnsafeBufferPointer { bytes in
            var end = HTMLText.end(ofCharacters: limit, in: bytes)
            let isCut = end < bytes.count
            // Cut between words, or between characters in a language without spaces, such as Japanese.
            if isCut, bytes[end] > 0x20,
                let space = bytes[(end / 2 + 1)..<max(end, end / 2 + 1)].lastIndex(where: { $0 <= 0x20 })
            {
                end = space
            }
            while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
            let text = UnsafeBufferPointer(rebasing: bytes[..<end])
            var line = Array(text)
            var index = text.endBeforeControl(from: 0)
            while index < end {
                line[index] = 0x20
                index = text.endBeforeControl(from: index + 1)
            }
            if isCut { line += "…".utf8 }
            return line.withUnsafeBufferPointer { String(utf8: $0) }
        }
    }

    /// The offset after so many characters, counted eight bytes at a time.
    private static func end(ofCharacters limit: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var (end, count) = (0, 0)
        let raw = UnsafeRawBufferPointer(bytes)
        while end + 8 <= bytes.count {
            let word = raw.loadUnaligned(fromByteOffset: end, as: UInt64.self)
            // The bytes that go on with a character have the bits 10 in front.
            let continuations = (word >> 7 & ~word >> 6 & 0x0101_0101_0101_0101).nonzeroBitCount
            guard count + 8 - continuations <= limit else { break }
            count += 8 - continuations
            end += 8
        }
        while end < bytes.count {
            if bytes[end] & 0xC0 != 0x80 {
                if count == limit { break }
                count += 1
            }
            end += 1
        }
        return end
    }

    // MARK: Elements

    private mutating func read(_ tree: HTMLTree) {
        bytes.reserveCapacity(tree.source.count / 2)
        var walk = HTMLWalk(tree)
        while let step = walk.next() {
            switch step {
            case .start(let node):
                guard !start(node, in: tree) else { continue }
                walk.skip()
                if caption?.node == node { caption = nil }
            case .end(let node):
                if tree.nodes[node].element.isLine { gap = 2 }
                if let caption, caption.node == node { endCaption(from: caption.start) }
            case .text(let node):
                tree.source.withUnsafeBufferPointer { source in
                    let text = UnsafeBufferPointer(rebasing: source[tree.nodes[node].range])
                    append(text, decoding: tree.nodes[node].kind == .text)
                }
            }
        }
        if let caption { endCaption(from: caption.start) }
    }

    /// Returns whether the reader sees the element.
    private mutating func start(_ node: HTMLTree.Index, in tree: HTMLTree) -> Bool {
        let (name, element) = (tree.nodes[node].name, tree.nodes[node].element)
        if element.contains(.unseen) {
            guard tree.isUndrawnFormula(node) else {
                gap = max(gap, 1)
                return false
            }
            var formula = tree.formula(of: node)
            formula.withUTF8 { append($0, decoding: false) }
            return false
        }
        if element.isLine { gap = 2 }
        if !element.isDisjoint(with: [.hiding, .hidingInline]), isControl(node, in: tree) { return false }
        switch name {
        case PackedName.picture: sources = []
        case PackedName.source: if picture.isOpen { sources.append(tree.attributes(of: node)) }
        case PackedName.img, PackedName.ampImg:
            if picture.isOpen { picture.offer(HTMLPicture(tree.attributes(of: node), sources: sources)) }
            sources = []
        case PackedName.figcaption: beginCaption(node)
        case PackedName.math: if appendFormula(node, in: tree) { return false }
        default: break
        }
        var isSeen = true
        tree.forEachAttribute(of: node) { attribute, source in
            let value = UnsafeBufferPointer(rebasing: source[attribute.value])
            switch attribute.name {
            case PackedName.hidden: isSeen = false
            case PackedName.style: if HTMLStyle(value).isHidden { isSeen = false }
            case PackedName.classes:
                if formulas.isCopy(classes: value) || value.areClassesHidden { isSeen = false }
                // Blogger and WordPress wrote captions so before HTML had an element for them.
                if value.endsInCaption { beginCaption(node) }
                if name == PackedName.img, value.count >= 5 { appendCharacter(node, in: tree) }
            default: break
            }
            return isSeen
        }
        return isSeen
    }

    /// Whether the element is a control of a form, or has only the text for browsers that cannot play it.
    private mutating func isControl(_ node: HTMLTree.Index, in tree: HTMLTree) -> Bool {
        switch tree.htmlName(of: node) {
        case "video":
            poster = poster ?? ArticlePicture.poster(tree.attributes(of: node))
            return true
        case "button":
            return !sequence(first: node, next: tree.parent(of:)).contains {
                HTMLVisibility.keepsButtons(tree.htmlName(of: $0))
            }
        case "audio", "canvas", "datalist", "dialog", "optgroup", "option", "select": return true
        default: return false
        }
    }

    /// Appends the character that a picture replaces.
    private mutating func appendCharacter(_ image: HTMLTree.Index, in tree: HTMLTree) {
        let attributes = tree.attributes(of: image)
        guard var alt = attributes["alt"], HTMLPicture(attributes).isCharacter else { return }
        alt.withUTF8 { append($0, decoding: false) }
    }

    private mutating func appendFormula(_ node: HTMLTree.Index, in tree: HTMLTree) -> Bool {
        guard let formula = FormulaLine(node, in: tree) else { return false }
        for case .text(var words) in formula.events { words.withUTF8 { append($0, decoding: false) } }
        return true
    }

    private mutating func beginCaption(_ node: HTMLTree.Index) {
        if caption == nil { caption = (node, bytes.count) }
    }

    private mutating func endCaption(from start: Int) {
        captions.append(start..<bytes.count)
        caption = nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the last of an element's classes calls it a caption: `tr-caption`, `wp-caption-text`.
    fileprivate var endsInCaption: Bool {
        (count >= 7 && has("caption", at: count - 7)) || (count >= 12 && has("caption-text", at: count - 12))
    }
}

extension ArticleText {
    /// The text without markup.
    public var plain: String { String(decoding: plainBytes, as: UTF8.self) }
    /// The same as UTF-8.
    public var plainBytes: [UInt8] { HTMLText(self).bytes }
    /// The beginning of the text on one line, as lists show it.
    package var excerpt: String { HTMLText(self).excerpt() }
}

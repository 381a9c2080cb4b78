/// Writes the harmless part of the events of one text.
struct SafeHTMLWriter {
    var bytes: [UInt8] = []
    private let anchors: String
    private let imagesAreLazy: Bool
    /// The page to which links within the text lead.
    var page: String?
    /// The same page, if links to it lead to the anchors that the text has.
    var ownPage: OwnPage?
    /// The text, if links to its own anchors stay.
    var tree: HTMLTree?
    private lazy var ownAnchors = tree.map { HTMLAnchors($0) }
    /// The open elements; nil for one that was not written.
    private var open: [HTMLName?] = []
    /// The depth inside an element that is left out with its content.
    private var hiddenDepth = 0
    /// The number of open elements outside one whose text stays, but which the reader does not see.
    private var unseenFrom = Int.max
    private var tables = 0
    private var players = 0
    var preformatted = 0
    private var visibility = HTMLVisibility()
    /// The `source` elements of the open `picture`.
    private var sources: [[HTMLAttribute]] = []
    /// Nothing was written since the last picture but white space, and no `figure` has begun: a `noscript` behind it repeats
    /// it.
    var isAfterImage = false
    /// The number of open elements outside a `noscript` behind a picture.
    private var copyFrom = Int.max
    /// The number of open elements outside a `noscript`.
    private var noscriptFrom = Int.max
    private var copies = PictureCopies()
    /// Where the link in place of the last frame ends: words beside it are other words.
    private var frameEnd = -1

    init(anchors: String, imagesAreLazy: Bool) {
        self.anchors = anchors
        self.imagesAreLazy = imagesAreLazy
    }

    mutating func write(_ event: HTMLEvent) {
        switch event {
        case .start(let name, let attributes):
            if hiddenDepth > 0 { hiddenDepth += 1 } else { start(name, attributes) }
        case .end:
            if hiddenDepth > 0 { hiddenDepth -= 1 } else if let name = open.popLast() { end(name) }
            if open.count <= unseenFrom { unseenFrom = .max }
            if open.count <= copyFrom { copyFrom = .max }
            if open.count <= noscriptFrom { noscriptFrom = .max }
        case .text(let text):
            if hiddenDepth == 0 { write(text: text) }
        }
    }

    // MARK: Elements

    mutating func start(_ name: HTMLName, _ attributes: [HTMLAttribute]) {
        let name = SanitizerRule.written(name)
        let isText = name == "button" && open.contains { $0.map(HTMLVisibility.keepsButtons) == true }
        let fate = visibility.fate(of: name, attributes, isText: isText)
        let element = fate == .hidden ? .hidden : SanitizerRule.named(name)
        let isHidden = fate == .hiddenByAuthor
        if fate == .hidden || (isHidden && element != .plain && element != .table) {
            hiddenDepth = 1
            return
        }
        if name == "noscript" {
            if isAfterImage, copyFrom == .max { copyFrom = open.count }
            if noscriptFrom == .max { noscriptFrom = open.count }
        }
        if name == "figure" { isAfterImage = false }
        if name == "picture" { sources = [] }
        if name == "source", players == 0 { sources.append(attributes) }
        switch element {
        case .image where isUnseen || copyFrom != .max, .void(isPlayer: true) where isUnseen: open.append(nil)
        case .player where isUnseen, .frame where isUnseen: hiddenDepth = 1
        case .frame:
            writeFrame(attributes)
            hiddenDepth = 1
        case .image:
            writeImage(attributes)
            open.append(nil)
        case .checkbox:
            writeCheckbox(attributes)
            open.append(nil)
        case .void(let isPlayer):
            if !isPlayer || players > 0 { write(name, attributes) }
            open.append(nil)
        case .partOfTable where tables == 0, .unwrapped, .hidden, nil: open.append(nil)
        case .plain, .partOfTable, .table, .player:
            if element == .table { tables += 1 }
            if element == .player { players += 1 }
            if name == "pre" { preformatted += 1 }
            if isHidden, !isUnseen { unseenFrom = open.count }
            write(name, attributes, isHidden: isHidden)
            open.append(name)
        }
    }

    /// Nothing is loaded for what the reader does not see: it would only track the reader.
    private var isUnseen: Bool { unseenFrom != .max }

    private mutating func end(_ name: HTMLName?) {
        guard let name else { return }
        if name == "pre" { preformatted -= 1 }
        switch SanitizerRule.named(name) {
        case .table: tables -= 1
        case .player: players -= 1
        default: break
        }
        append("</")
        append(name.text)
        append(">")
    }

    /// - Parameter isHidden: the element stays, hidden as in the feed.
    private mutating func write(_ name: HTMLName, _ attributes: [HTMLAttribute], isHidden: Bool = false) {
        append("<")
        append(name.text)
        if isHidden { append(" hidden=\"\"") }
        let rule = SanitizerRule.named(name)
        let isPlayed = rule == .player || rule == .void(isPlayer: true)
        for attribute in isPlayed ? attributes.withSource : attributes {
            let attribute = withinText(attribute)
            let page = leadsToPage(attribute) ? page : nil
            if let value = SafeAttribute.value(of: attribute, on: name.text, anchors: anchors, page: page) {
                write(attribute: attribute.name, value)
            }
        }
        if rule == .player { append(" controls=\"\" preload=\"none\"") }
        append(">")
    }

    /// A link to an anchor of the text, without the address of the page.
    private mutating func withinText(_ attribute: HTMLAttribute) -> HTMLAttribute {
        guard let ownPage, attribute.name == "href", let anchor = ownPage.fragment(of: attribute.value),
            !anchor.isEmpty, ownAnchors?.contains(anchor) == true
        else { return attribute }
        return HTMLAttribute(name: "href", value: "#" + anchor)
    }

    private mutating func leadsToPage(_ attribute: HTMLAttribute) -> Bool {
        guard page != nil, attribute.name == "href", attribute.value.hasPrefix("#") else { return false }
        return ownAnchors?.contains(attribute.value.dropFirst()) != true
    }

    /// Writes a link instead of a frame, which would run what it holds.
    private mutating func writeFrame(_ attributes: [HTMLAttribute]) {
        guard let address = attributes.sources.lazy.compactMap(SafeAddress.source).first,
            let host = WebAddress(address)?.host
        else { return }
        let title = attributes["title"].flatMap(SingleLineText.clean) ?? ""
        let before = String(decoding: bytes.suffix(4), as: UTF8.self).unicodeScalars.last
        append(preformatted == 0 && (before?.isSpacedLetter == true || bytes.count == frameEnd) ? " <a" : "<a")
        write(attribute: "href", address)
        append(">")
        write(text: title.isEmpty ? host : title)
        append("</a>")
        frameEnd = bytes.count
    }

    private mutating func writeImage(_ attributes: [HTMLAttribute]) {
        let image = SafeImage(attributes, sources: sources)
        sources = []
        let start = bytes.count
        guard let source = image.source, !image.isCharacter else {
            isAfterImage = false
            if image.isCharacter { return write(text: image.alt) }
            bytes.appendSafe(image.alt, as: preformatted > 0 ? .preformatted : .text)
            return copies.add(text: start..<bytes.count)
        }
        guard !image.isTrackingPixel else { return }
        let isInNoscript = noscriptFrom != .max
        guard !copies.repeatsLast(source, isInNoscript: isInNoscript) else {
            isAfterImage = true
            return
        }
        if image.isPreview, !isInNoscript {
            write(image, from: source, attributes)
            isAfterImage = false
            return copies.add(preview: start..<bytes.count, from: source)
        }
        for range in copies.takeStandIns(before: source, isInNoscript: isInNoscript) { bytes.removeSubrange(range) }
        isAfterImage = true
        write(image, from: source, attributes)
    }

    private mutating func write(_ image: SafeImage, from source: String, _ attributes: [HTMLAttribute]) {
        append("<img")
        write(attribute: "src", source)
        if let set = image.set { write(attribute: "srcset", set) }
        write(attribute: "alt", image.alt)
        for attribute in attributes where ["width", "height", "title"].contains(attribute.name) {
            guard attribute.name == "title" || !PictureSize.isPixel(attribute.value) else { continue }
            if let value = SafeAttribute.value(of: attribute, on: "img", anchors: anchors) {
                write(attribute: attribute.name, value)
            }
        }
        if attributes.showFormula { write(attribute: "class", "latex") }
        if imagesAreLazy { write(attribute: "loading", "lazy") }
        append(">")
    }

    /// Keeps the checkboxes of task lists.
    private mutating func writeCheckbox(_ attributes: [HTMLAttribute]) {
        guard attributes["type"]?.lowercased() == "checkbox" else { return }
        append(attributes["checked"] == nil ? "☐ " : "☑ ")
    }

    // MARK: Bytes

    private mutating func write(text: String) {
        if bytes.count == frameEnd, preformatted == 0, text.unicodeScalars.first?.isSpacedLetter == true { append(" ") }
        if text.utf8.contains(where: { $0 > 0x20 }) {
            isAfterImage = false
            copies = PictureCopies()
        }
        bytes.appendSafe(text, as: preformatted > 0 ? .preformatted : .text)
    }

    private mutating func write(attribute name: String, _ value: String) {
        append(" ")
        append(name)
        append("=\"")
        bytes.appendSafe(value, as: .attribute)
        append("\"")
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension Unicode.Scalar {
    /// Whether it is a letter or a digit of a script that has spaces between its words.
    fileprivate var isSpacedLetter: Bool {
        value < 0x2E80 && (properties.isAlphabetic || properties.numericType != nil)
    }
}

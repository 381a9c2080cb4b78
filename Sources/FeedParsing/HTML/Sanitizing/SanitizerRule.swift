/// The treatment of an element by `Sanitizer`. An element that is not listed is left out, and its content stays.
enum SanitizerRule: Equatable {
    case plain
    case table
    /// Kept within a table only.
    case partOfTable
    /// A video or a sound. It never starts by itself.
    case player
    /// Without content and end tag; with `isPlayer`, kept within a player only.
    case void(isPlayer: Bool)
    case image
    /// It shows another page, and becomes a link.
    case frame
    /// A control of a form. Only a checkbox says something to the reader.
    case checkbox
    /// Left out; its content stays.
    case unwrapped
    /// Left out with its content.
    case hidden

    static func named(_ name: HTMLName) -> SanitizerRule? { names.index(of: name).map { elements[$0] } }

    /// The element that is written instead of one that browsers do not know, or that belongs to a form.
    static func written(_ name: HTMLName) -> HTMLName { replaced.index(of: name).map { replacements[$0] } ?? name }

    private static let names = HTMLNames(known.map(\.key))
    private static let elements = known.map(\.value)
    private static let replaced = HTMLNames(others.map(\.key))
    private static let replacements = others.map { HTMLName($0.value) }

    private static let others = [
        "amp-video": "video", "amp-audio": "audio", "amp-iframe": "iframe", "amp-youtube": "iframe",
        "lite-youtube": "iframe", "fieldset": "div", "legend": "div",
    ]

    private static let known: [String: SanitizerRule] = {
        var known: [String: SanitizerRule] = [
            "table": .table, "audio": .player, "video": .player, "br": .void(isPlayer: false),
            "hr": .void(isPlayer: false), "wbr": .void(isPlayer: false), "source": .void(isPlayer: true),
            "img": .image, "amp-img": .image, "iframe": .frame, "embed": .frame, "object": .frame, "input": .checkbox,
            "form": .unwrapped,
        ]
        let plain = """
            a abbr acronym address article aside b bdi bdo big blockquote center cite code data dd del details dfn dir \
            div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup i ins kbd li main mark menu nav ol p \
            pre q rp rt ruby s samp section small span strike strong sub summary sup time tt u ul var
            """
        let hidden = """
            annotation annotation-xml applet base basefont button canvas datalist dialog frame frameset head \
            link map meta noembed noframes optgroup option param plaintext script select style svg template \
            textarea title track xmp
            """
        for name in plain.split(separator: " ") { known[String(name)] = .plain }
        for name in "caption col colgroup tbody td tfoot th thead tr".split(separator: " ") {
            known[String(name)] = .partOfTable
        }
        known["col"] = .void(isPlayer: false)
        for name in hidden.split(separator: " ") { known[String(name)] = .hidden }
        return known
    }()
}

/// Decides which attributes `Sanitizer` keeps.
enum SafeAttribute {
    /// The value to write, not yet escaped; nil if the element may not have this attribute with this value.
    ///
    /// - Parameter page: where a link within the text leads; else to its own anchors.
    static func value(
        of attribute: HTMLAttribute, on element: String, anchors: String, page: String? = nil
    ) -> String? {
        let value = attribute.value
        switch (element, attribute.name) {
        case (_, "title"): return value
        case (_, "lang"): return isWord(value) ? value : nil
        case (_, "dir"): return choice(value, "ltr", "rtl", "auto")
        case (_, "id"), ("a", "name"): return anchor(value, anchors)
        case ("a", "href"):
            guard value.utf8.first == UInt8(ascii: "#") else { return SafeAddress.link(value) }
            guard let page else { return anchor(value.dropFirst(), anchors).map { "#" + $0 } }
            let name = value.dropFirst()
            return SafeAddress.link(page + "#" + (name.hasPrefix(anchors) ? name.dropFirst(anchors.count) : name))
        case ("blockquote", "cite"), ("q", "cite"), ("del", "cite"), ("ins", "cite"): return SafeAddress.link(value)
        case ("audio", "src"), ("video", "src"), ("source", "src"), ("video", "poster"):
            return SafeAddress.source(value)
        case ("source", "type"): return value
        case ("img", "width"), ("img", "height"), ("video", "width"), ("video", "height"), ("td", "colspan"),
            ("td", "rowspan"), ("th", "colspan"), ("th", "rowspan"), ("col", "span"), ("colgroup", "span"):
            return isNumber(value) ? value : nil
        case ("th", "scope"): return choice(value, "row", "col", "rowgroup", "colgroup")
        case ("ol", "start"), ("li", "value"): return isNumber(value, mayBeNegative: true) ? value : nil
        case ("ol", "reversed"), ("details", "open"): return ""
        case ("ol", "type"): return ["1", "a", "A", "i", "I"].contains(value) ? value : nil
        case ("time", "datetime"), ("del", "datetime"), ("ins", "datetime"), ("data", "value"): return value
        // Syntax highlighting finds the language by it.
        case ("code", "class"), ("pre", "class"):
            return value.split(separator: " ").map(String.init).first { $0.hasPrefix("language-") && isWord($0) }
        default: return nil
        }
    }

    private static func choice(_ value: String, _ choices: String...) -> String? {
        let value = value.lowercased()
        return choices.contains(value) ? value : nil
    }

    /// The name of an anchor with the prefix, if it has no spaces. The prefix is there already in the feed of a program
    /// that has sanitised the text before.
    private static func anchor(_ name: some StringProtocol, _ prefix: String) -> String? {
        let isName = !name.isEmpty && name.utf8.count <= 200 && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        return isName ? (name.hasPrefix(prefix) ? "" : prefix) + name : nil
    }

    private static func isNumber(_ value: String, mayBeNegative: Bool = false) -> Bool {
        let digits = mayBeNegative && value.hasPrefix("-") ? value.dropFirst() : value[...]
        return (1...5).contains(digits.utf8.count) && digits.utf8.allSatisfy(ASCII.isDigit)
    }

    private static func isWord(_ value: String) -> Bool {
        (1...40).contains(value.utf8.count)
            && value.utf8.allSatisfy { ASCII.isLetterOrDigit($0) || "-_+#.".utf8.contains($0) }
    }
}

/// Decides where links may lead and what may be loaded.
enum SafeAddress {
    static let linkSchemes: Set<String> = [
        "http", "https", "mailto", "tel", "xmpp", "irc", "ircs", "ftp", "gemini", "gopher", "magnet",
    ]
    private static let sourceSchemes: Set<String> = ["http", "https"]
    private static let byteLimit = 65_536

    static func link(_ address: String) -> String? { checked(address, linkSchemes) }

    static func source(_ address: String) -> String? { checked(address, sourceSchemes) }

    /// Whether the address has a scheme, and no characters that browsers would drop.
    fileprivate static func isAbsoluteSource(_ address: String) -> Bool {
        source(address) == address && LinkResolver.isAbsolute(address)
    }

    /// The address, without the control characters that browsers drop before they read the scheme; nil if its scheme is
    /// not listed. Relative addresses are allowed.
    private static func checked(_ address: String, _ schemes: Set<String>) -> String? {
        guard address.utf8.count <= byteLimit else { return nil }
        let bytes = address.utf8.filter { $0 >= 0x20 && $0 != 0x7F }
        let address = String(decoding: bytes, as: UTF8.self).drop { $0 == " " }
        guard !address.isEmpty else { return nil }
        let separator = address.utf8.firstIndex { ":/?#\\".utf8.contains($0) } ?? address.endIndex
        if separator < address.endIndex, address.utf8[separator] == UInt8(ascii: ":") {
            guard schemes.contains(address[..<separator].lowercased()) else { return nil }
        }
        return String(address)
    }
}

/// The parts of an `img` element that may be shown.
struct SafeImage {
    let alt: String
    /// Nil if nothing may be loaded.
    let source: String?
    /// The `srcset`, if all its addresses may be loaded.
    let set: String?
    /// Whether it is a blurred or tiny copy of the picture.
    let isPreview: Bool
    /// It is a tracking pixel.
    let isTrackingPixel: Bool
    /// It replaces the character in its `alt`.
    let isCharacter: Bool

    init(_ attributes: [HTMLAttribute], sources: [[HTMLAttribute]]) {
        alt = attributes["alt"] ?? ""
        let picture = HTMLPicture(attributes, sources: sources)
        source = picture.address.flatMap(SafeAddress.source)
        let set = picture.set
        let areSafe = !set.isEmpty && set.allSatisfy { SafeAddress.isAbsoluteSource($0.address) }
        self.set = areSafe ? set.map(\.written).joined(separator: ", ") : nil
        isPreview = source.map { PicturePlaceholder($0) == .preview } ?? false
        isTrackingPixel = picture.isPixel
        isCharacter = !alt.isEmpty && alt.utf8.count <= 32 && picture.isCharacter
    }
}

/// The elements that `Sanitizer` lets through, and what becomes of the others: one that is not here is left out, and
/// what is in it stays.
enum SanitizerRules: Equatable {
    case plain
    case table
    /// Of use within a table only.
    case partOfTable
    /// A video or a sound, which the reader starts.
    case player
    /// Without content or end; `isPlayer`: of use within a player only.
    case void(isPlayer: Bool)
    case image
    /// It shows another page: a link takes its place.
    case frame
    /// A control of a form, of which only a box that is ticked or not says something.
    case checkbox
    /// The element goes, its content stays.
    case unwrapped
    /// The element goes with all that is in it.
    case hidden

    static func named(_ name: HTMLName) -> SanitizerRules? { names.place(of: name).map { elements[$0] } }

    private static let names = HTMLNames(known.map(\.key))
    private static let elements = known.map(\.value)

    private static let known: [String: SanitizerRules] = {
        var known: [String: SanitizerRules] = [
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
            annotation annotation-xml applet base basefont bgsound button canvas datalist dialog frame frameset head \
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

/// The attributes that `Sanitizer` lets through.
enum SafeAttribute {
    /// The value as it is written, not yet escaped; nil where the element has no such attribute, or not with that value.
    static func value(of attribute: HTMLAttribute, on element: String, anchors: String) -> String? {
        let value = attribute.value
        switch (element, attribute.name) {
        case (_, "title"): return value
        case (_, "lang"): return isWord(value) ? value : nil
        case (_, "dir"): return choice(value, "ltr", "rtl", "auto")
        case (_, "id"), ("a", "name"): return anchor(value).map { anchors + $0 }
        case ("a", "href"):
            if value.utf8.first == UInt8(ascii: "#") { return anchor(value.dropFirst()).map { "#" + anchors + $0 } }
            return SafeAddress.link(value)
        case ("blockquote", "cite"), ("q", "cite"), ("del", "cite"), ("ins", "cite"): return SafeAddress.link(value)
        case ("audio", "src"), ("video", "src"), ("source", "src"), ("video", "poster"):
            return SafeAddress.source(value)
        case ("source", "type"): return value
        case ("img", "width"), ("img", "height"), ("video", "width"), ("video", "height"), ("td", "colspan"),
            ("td", "rowspan"), ("th", "colspan"), ("th", "rowspan"), ("col", "span"), ("colgroup", "span"):
            return isNumber(value) ? value : nil
        case ("th", "scope"): return choice(value, "row", "col", "rowgroup", "colgroup")
        case ("ol", "start"), ("li", "value"): return isNumber(value, maySink: true) ? value : nil
        case ("ol", "reversed"), ("details", "open"): return ""
        case ("ol", "type"): return ["1", "a", "A", "i", "I"].contains(value) ? value : nil
        case ("time", "datetime"), ("del", "datetime"), ("ins", "datetime"), ("data", "value"): return value
        // What colors code knows the language by it.
        case ("code", "class"), ("pre", "class"):
            return value.split(separator: " ").map(String.init).first { $0.hasPrefix("language-") && isWord($0) }
        default: return nil
        }
    }

    private static func choice(_ value: String, _ choices: String...) -> String? {
        let value = value.lowercased()
        return choices.contains(value) ? value : nil
    }

    /// The name of a place in the text, without blanks.
    private static func anchor(_ name: some StringProtocol) -> String? {
        let isName = !name.isEmpty && name.utf8.count <= 200 && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        return isName ? String(name) : nil
    }

    private static func isNumber(_ value: String, maySink: Bool = false) -> Bool {
        let digits = maySink && value.hasPrefix("-") ? value.dropFirst() : value[...]
        return (1...5).contains(digits.utf8.count) && digits.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    private static func isWord(_ value: String) -> Bool {
        (1...40).contains(value.utf8.count)
            && value.utf8.allSatisfy {
                ASCII.isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || "-_+#.".utf8.contains($0)
            }
    }
}

/// Where links may lead and what may be loaded.
enum SafeAddress {
    static let linkSchemes: Set<String> = [
        "http", "https", "mailto", "tel", "xmpp", "irc", "ircs", "ftp", "gemini", "gopher", "magnet",
    ]
    private static let sourceSchemes: Set<String> = ["http", "https"]
    private static let longest = 65_536

    static func link(_ address: String) -> String? { checked(address, linkSchemes) }

    static func source(_ address: String) -> String? { checked(address, sourceSchemes) }

    /// One that names its scheme, and has nothing in it that browsers would drop.
    static func isAbsoluteSource(_ address: String) -> Bool {
        source(address) == address && LinkResolver.isAbsolute(address)
    }

    /// Browsers drop control characters from addresses before they look at the scheme, so they are dropped here too.
    /// What has no scheme leads to where the text stands.
    private static func checked(_ address: String, _ schemes: Set<String>) -> String? {
        guard address.utf8.count <= longest else { return nil }
        let bytes = address.utf8.filter { $0 >= 0x20 && $0 != 0x7F }
        let address = String(decoding: bytes, as: UTF8.self).drop { $0 == " " }
        guard !address.isEmpty else { return nil }
        let mark = address.utf8.firstIndex { ":/?#\\".utf8.contains($0) } ?? address.endIndex
        if mark < address.endIndex, address.utf8[mark] == UInt8(ascii: ":") {
            guard schemes.contains(address[..<mark].lowercased()) else { return nil }
        }
        return String(address)
    }
}

/// An `img` element, as far as it may be shown.
struct SafeImage {
    let alt: String
    /// Nil where there is nothing that may be loaded.
    let source: String?
    /// `srcset`, where all that it names may be loaded.
    let set: String?
    /// It counts readers and shows nothing.
    let isCounter: Bool
    /// It stands for a character that its text has, as the emoji of WordPress do.
    let isCharacter: Bool

    init(_ attributes: [HTMLAttribute]) {
        alt = attributes["alt"] ?? ""
        // Pages that load images late have the address in another attribute, and a drawing in its place.
        let places = ["src", "data-src", "data-lazy-src", "data-original", "data-orig-file"]
        let own = places.lazy.compactMap { attributes[$0] }.compactMap(SafeAddress.source).first
        let set = attributes["srcset"] ?? attributes["data-srcset"]
        let addresses = set.map(SafeImage.addresses) ?? []
        let areSafe = !addresses.isEmpty && addresses.allSatisfy(SafeAddress.isAbsoluteSource)
        source = own ?? (areSafe ? addresses.first : nil)
        self.set = areSafe ? set : nil
        isCounter = ["width", "height"].contains { name in attributes[name].flatMap { Int($0) }.map { $0 <= 1 } ?? false
        }
        let classes = attributes["class"] ?? ""
        isCharacter = !alt.isEmpty && alt.utf8.count <= 32 && ["emoji", "smiley"].contains { classes.contains($0) }
    }

    private static func addresses(of set: String) -> [String] {
        var set = set
        return set.withUTF8 { bytes in
            SourceSet.addresses(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }
}

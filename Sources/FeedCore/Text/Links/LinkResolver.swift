/// Makes links absolute (RFC 3986), and leaves those that are as they stand.
///
/// What feeds write is seldom a URI to the letter: blanks, letters that are not ASCII and marks that no URI may hold
/// are escaped, the line breaks of a pretty-printer are taken out, and an ampersand that was escaped twice is one.
enum LinkResolver {
    /// Longer ones are none: they are data, and a part of an address leads nowhere.
    private static let longest = 65_536

    /// The reference as an absolute address where the base allows it; nil where there is none.
    static func resolve(_ reference: String, base: String?) -> String? {
        guard let link = cleaned(reference) else { return nil }
        guard !isAbsolute(link), let base = base.flatMap(LinkBase.init) else { return link }
        return Reference(link).joined(to: base)
    }

    /// The same with a base that serves many references.
    static func resolve(_ reference: String, against base: LinkBase?) -> String? {
        guard let link = cleaned(reference) else { return nil }
        guard !isAbsolute(link), let base else { return link }
        return Reference(link).joined(to: base)
    }

    /// The link of a feed or an article: the same, but code and data are no places to go to, and `www.example.org` is
    /// a host, whatever a URI would make of it.
    static func page(_ reference: String, base: String?) -> String? {
        guard let link = resolve(reference.hasPrefix("www.") ? "http://" + reference : reference, base: base) else {
            return nil
        }
        let isOther = link.utf8.first.map { $0 | 0x20 != UInt8(ascii: "h") } ?? true
        return isOther && leadsNowhere(link) ? nil : link
    }

    /// Makes a link absolute that has been cleaned before; one that is absolute is not looked at again.
    static func complete(_ link: inout String?, base: String?) {
        guard let written = link, !isAbsolute(written) else { return }
        link = resolve(written, base: base)
    }

    /// It begins with a scheme.
    static func isAbsolute(_ reference: String) -> Bool {
        var count = 0
        for byte in reference.utf8 {
            switch byte {
            case UInt8(ascii: ":"): return count > 1
            case _ where HTMLTag.isLetter(byte): break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if count == 0 { return false }
            default: return false
            }
            count += 1
        }
        return false
    }

    private static func leadsNowhere(_ link: String) -> Bool {
        let start = String(decoding: link.utf8.prefix(11), as: UTF8.self).lowercased()
        return ["javascript:", "vbscript:", "data:", "about:", "blob:"].contains { start.hasPrefix($0) }
    }

    // MARK: What is written

    /// The reference as a URI may be written; nil where nothing is left. Most need nothing done.
    fileprivate static func cleaned(_ reference: String) -> String? {
        var reference = reference
        if reference.withUTF8({ !$0.isEmpty && $0.count <= longest && !needsCare($0) }) { return reference }
        guard reference.utf8.count <= longest else { return nil }
        let oneLine = withoutLineBreaks(Array(reference.utf8))
        guard let line = SingleLineText.clean(oneLine) else { return nil }
        return escaped(withoutEscapedAmpersands(line))
    }

    private static func needsCare(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in bytes.indices {
            switch bytes[index] {
            case let byte where (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "-") < 14: break
            case UInt8(ascii: "&"): if bytes.has("&amp;", at: index) || bytes.has("&#", at: index) { return true }
            case let byte: if byte <= 0x20 || byte >= 0x7F || isUnwise(byte) { return true }
            }
        }
        return false
    }

    /// A line break inside an address is the work of whoever wrote the document, and so are the blanks around it.
    private static func withoutLineBreaks(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return bytes }
        return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
            .flatMap { $0.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed() }
    }

    /// An ampersand that was escaped any number of times is one: `&amp;amp;` is `&`.
    private static func withoutEscapedAmpersands(_ link: String) -> String {
        guard link.utf8.contains(UInt8(ascii: "&")) else { return link }
        var link = link
        return link.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count)
            var index = 0
            while index < bytes.count {
                let isAmpersand = bytes[index] == UInt8(ascii: "&")
                result.append(bytes[index])
                index += 1
                guard isAmpersand else { continue }
                while let escape = escapes.first(where: { bytes.has($0, at: index) }) {
                    index += escape.utf8CodeUnitCount
                }
            }
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// What stands behind the `&` of an escaped ampersand.
    private static let escapes: [StaticString] = ["amp;", "#38;", "#038;", "#x26;"]

    /// Blanks and what is not ASCII as `%XX`, except in the name of the host: that is for whoever fetches it.
    private static func escaped(_ reference: String) -> String {
        let host = hostRange(of: reference)
        var result: [UInt8] = []
        result.reserveCapacity(reference.utf8.count + 16)
        for (offset, byte) in reference.utf8.enumerated() {
            if (byte <= 0x20 || byte >= 0x7F || isUnwise(byte)) && !host.contains(offset) {
                result.append(UInt8(ascii: "%"))
                result.append(hexDigits[Int(byte >> 4)])
                result.append(hexDigits[Int(byte & 15)])
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Where the authority stands in `scheme://host/path` or `//host/path`, as offsets into its bytes.
    private static func hostRange(of reference: String) -> Range<Int> {
        let bytes = Array(reference.utf8)
        var start = 0
        if isAbsolute(reference), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) { start = colon + 1 }
        guard bytes.dropFirst(start).starts(with: "//".utf8) else { return 0..<0 }
        start += 2
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        return start..<end
    }

    private static func isUnwise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

/// What relative references are relative to, made ready once.
struct LinkBase {
    fileprivate let reference: Reference
    /// The path up to its last slash, without dots.
    fileprivate let folder: String

    /// A base whose path is longer is not used: every short link would become as long.
    private static let longest = 8_192

    /// Nil where the text is no base.
    init?(_ text: String) {
        guard let cleaned = LinkResolver.cleaned(text) else { return nil }
        reference = Reference(cleaned)
        folder = String(Reference.withoutDots(reference.folder))
        guard reference.lengthOfPlace <= LinkBase.longest else { return nil }
    }
}

/// A reference taken apart (RFC 3986, appendix B), and put together with a base (5.2).
///
/// libxml2 and curl refuse a reference with any character that no URI may hold, such as `[`; feeds are full of them.
private struct Reference {
    private var scheme: Substring?
    private var authority: Substring?
    private var path: Substring
    private var query: Substring?
    private var fragment: Substring?

    init(_ text: String) {
        path = text[...]
        if let mark = path.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = path[path.index(after: mark)...]
            path = path[..<mark]
        }
        if let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = path[path.index(after: mark)...]
            path = path[..<mark]
        }
        if Reference.hasScheme(path), let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")) {
            scheme = path[..<colon]
            path = path[path.index(after: colon)...]
        }
        if path.hasPrefix("//") {
            let rest = path.dropFirst(2)
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            path = rest[end...]
        }
    }

    private static func hasScheme(_ text: Substring) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first else { return false }
        return HTMLTag.isLetter(first)
            && text[..<colon].utf8.allSatisfy {
                HTMLTag.isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || "+-.".utf8.contains($0)
            }
    }

    /// How long the scheme, the authority and the path are, in bytes.
    var lengthOfPlace: Int { (scheme?.utf8.count ?? 0) + (authority?.utf8.count ?? 0) + path.utf8.count }

    func joined(to base: LinkBase) -> String {
        var whole = self
        if scheme == nil {
            whole.scheme = base.reference.scheme
            if authority == nil {
                whole.authority = base.reference.authority
                if path.isEmpty {
                    whole.path = base.reference.path
                    whole.query = query ?? base.reference.query
                } else if !path.hasPrefix("/") {
                    whole.path = base.folder + path
                }
            }
        }
        whole.path = Reference.withoutDots(whole.path)
        return whole.text
    }

    /// The path up to its last slash.
    var folder: Substring {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return authority == nil ? "" : "/" }
        return path[...slash]
    }

    /// `a/./b/../c` is `a/c` (RFC 3986, 5.2.4).
    static func withoutDots(_ path: Substring) -> Substring {
        guard path.contains("./") || path.hasSuffix(".") else { return path }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            switch segment {
            case ".": break
            case "..": if kept.count > 1 { kept.removeLast() }
            default:
                kept.append(segment)
                continue
            }
            // What ends in dots is a folder.
            if index == segments.count - 1 { kept.append("") }
        }
        return kept.joined(separator: "/")[...]
    }

    private var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}

/// Makes links absolute (RFC 3986).
///
/// Few links in feeds are valid URIs. Spaces, bytes beyond ASCII and characters that no URI holds are percent-encoded,
/// line breaks of a pretty-printer are dropped, and an ampersand that was escaped twice becomes one.
package enum LinkResolver {
    /// A longer reference is data, not an address.
    private static let maxLength = 65_536

    /// The absolute address, or the reference itself where the base cannot complete it; nil if the reference is empty.
    package static func resolve(_ reference: String, base: String?) -> String? {
        guard let link = cleaned(reference) else { return nil }
        guard !isAbsolute(link), let base = base.flatMap(LinkBase.init) else { return link }
        return Reference(link).joined(to: base)
    }

    /// Resolves one of many references with the same base.
    static func resolve(_ reference: String, against base: LinkBase?) -> String? {
        guard let link = cleaned(reference) else { return nil }
        guard !isAbsolute(link), let base else { return link }
        return Reference(link).joined(to: base)
    }

    /// Resolves the link of a feed or an article. Code and data are refused, and `www.example.org` is read as a host.
    package static func page(_ reference: String, base: String?) -> String? {
        guard let link = resolve(reference.begins(with: "www.") ? "http://" + reference : reference, base: base) else {
            return nil
        }
        let isOther = link.utf8.first.map { $0 | 0x20 != UInt8(ascii: "h") } ?? true
        return isOther && leadsNowhere(link) ? nil : link
    }

    /// Makes a link absolute that `resolve` has cleaned before.
    package static func complete(_ link: inout String?, base: String?) {
        guard let written = link, !isAbsolute(written) else { return }
        link = resolve(written, base: base)
    }

    /// Whether the reference begins with a scheme.
    package static func isAbsolute(_ reference: String) -> Bool {
        // One letter is the drive of a Windows path.
        (URISyntax.schemeLength(in: reference.utf8) ?? 0) > 1
    }

    private static func leadsNowhere(_ link: String) -> Bool {
        let start = String(decoding: link.utf8.prefix(11), as: UTF8.self).lowercased()
        return ["javascript:", "vbscript:", "data:", "about:", "blob:"].contains { start.hasPrefix($0) }
    }

    // MARK: Cleaning

    /// The reference as a valid URI; nil if nothing is left. Most references need no change.
    fileprivate static func cleaned(_ reference: String) -> String? {
        var reference = reference
        if reference.withUTF8({ !$0.isEmpty && $0.count <= maxLength && !needsCleaning($0) }) { return reference }
        guard reference.utf8.count <= maxLength else { return nil }
        let oneLine = withoutLineBreaks(Array(reference.utf8))
        guard let line = SingleLineText.clean(oneLine) else { return nil }
        return escaped(withSlashes(withoutEscapedAmpersands(line)))
    }

    private static func needsCleaning(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while true {
            index = bytes.endOfPlainURI(from: index)
            guard index < bytes.count else { return false }
            let isAmpersand = bytes[index] == UInt8(ascii: "&")
            guard isAmpersand, !bytes.has("&amp;", at: index), !bytes.has("&#", at: index) else { return true }
            index += 1
        }
    }

    /// Drops line breaks and tabs, and the spaces around them: a pretty-printer wrote them.
    private static func withoutLineBreaks(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return bytes }
        return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
            .flatMap { $0.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed() }
    }

    /// Reads an ampersand that was escaped any number of times as one: `&amp;amp;` is `&`.
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

    /// The characters after the `&` of an escaped ampersand.
    private static let escapes: [StaticString] = ["amp;", "#38;", "#038;", "#x26;"]

    /// The reference with `/` for each backslash before its query, as browsers read it (URL Standard, 4.4). The path of a
    /// file of Windows and addresses of other schemes stay.
    private static func withSlashes(_ link: String) -> String {
        guard link.utf8.contains(UInt8(ascii: "\\")) else { return link }
        if let length = URISyntax.schemeLength(in: link.utf8),
            !["http", "https"].contains(link.prefix(length).lowercased())
        {
            return link
        }
        let path = link.prefix { $0 != "?" && $0 != "#" }
        return String(path).replacing("\\", with: "/") + link[path.endIndex...]
    }

    /// The reference with `%XX` for spaces, bytes beyond ASCII and characters that no URI holds, except in the host name,
    /// which the fetcher reads.
    private static func escaped(_ reference: String) -> String {
        let host = hostRange(in: reference)
        return URISyntax.percentEncoded(reference[..<host.lowerBound], where: isUnwise) + reference[host]
            + URISyntax.percentEncoded(reference[host.upperBound...], where: isUnwise)
    }

    /// The authority in `scheme://host/path` or `//host/path`; empty if the link has none.
    private static func hostRange(in reference: String) -> Range<String.Index> {
        let length = isAbsolute(reference) ? URISyntax.schemeLength(in: reference.utf8).map { $0 + 1 } ?? 0 : 0
        let rest = reference.utf8.dropFirst(length)
        guard rest.starts(with: "//".utf8) else { return reference.startIndex..<reference.startIndex }
        let host = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        return host.startIndex..<host.endIndex
    }

    private static func isUnwise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }
}

/// The base that relative references are resolved against, parsed once.
struct LinkBase {
    fileprivate let reference: Reference
    /// The path up to its last slash, without dots.
    fileprivate let folder: String

    /// Each short link becomes as long as the path of its base, so a longer base is not used.
    private static let maxLength = 8_192

    /// Nil if the text cannot be a base.
    init?(_ text: String) {
        guard let cleaned = LinkResolver.cleaned(text) else { return nil }
        reference = Reference(cleaned)
        folder = String(Reference.withoutDots(reference.folder))
        guard reference.lengthBeforeQuery <= LinkBase.maxLength else { return nil }
    }
}

/// The parts of a reference (RFC 3986, appendix B), and how they are combined with a base (section 5.2).
///
/// libxml2 and curl refuse references with characters that no URI holds, such as `[`, and feeds have many of those.
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
        if let length = URISyntax.schemeLength(in: path.utf8) {
            scheme = Substring(path.utf8.prefix(length))
            path = Substring(path.utf8.dropFirst(length + 1))
        }
        if path.begins(with: "//") {
            let rest = Substring(path.utf8.dropFirst(2))
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            path = rest[end...]
        }
    }

    /// The length of scheme, authority and path in bytes.
    var lengthBeforeQuery: Int { (scheme?.utf8.count ?? 0) + (authority?.utf8.count ?? 0) + path.utf8.count }

    func joined(to base: LinkBase) -> String {
        var whole = self
        if scheme == nil {
            whole.scheme = base.reference.scheme
            if authority == nil {
                whole.authority = base.reference.authority
                if path.isEmpty {
                    whole.path = base.reference.path
                    whole.query = query ?? base.reference.query
                } else if !path.begins(with: "/") {
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

    /// `a/./b/../c` is `a/c` (section 5.2.4).
    static func withoutDots(_ path: Substring) -> Substring {
        guard path.utf8.last == UInt8(ascii: ".") || path.hasBytes("./") else { return path }
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
            // A path that ends in dots is a folder.
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

internal import CLibXML2

/// Makes links absolute (RFC 3986), and leaves those that are as they stand.
enum LinkResolver {
    /// The reference as an absolute address where the base allows it; nil where there is none.
    static func resolve(_ reference: String, base: String?) -> String? {
        guard let reference = PlainLine.clean(reference) else { return nil }
        let escaped = self.escaped(reference)
        if isAbsolute(escaped) { return escaped }
        guard let base, case .success(let library) = XMLLibrary.shared,
            let joined = library.functions.xmlBuildURI(escaped, self.escaped(base))
        else { return escaped }
        defer { library.functions.free_function.pointee?(joined) }
        return String(xml: joined)
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

    /// Blanks and what is not ASCII as `%XX`, except in the name of the host: that is for whoever fetches it.
    static func escaped(_ reference: String) -> String {
        var reference = reference
        let needsEscape = reference.withUTF8 { bytes in
            bytes.contains { $0 <= 0x20 || $0 >= 0x7F || isUnwise($0) }
        }
        guard needsEscape else { return reference }
        let host = hostRange(of: reference)
        var result: [UInt8] = []
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

/// Encodings that write everything in bytes below 128 and switch between alphabets.
///
/// They are brought to the encoding of eight bits with the same characters first, so that a broken character spoils
/// nothing behind it.
enum ISO2022Encoding: Hashable {
    /// RFC 1468: escape sequences switch.
    case iso2022JP
    /// RFC 1843: `~{` and `~}` switch.
    case hz

    var name: String { self == .iso2022JP ? "ISO-2022-JP" : "HZ-GB-2312" }

    /// One of those that only iconv reads.
    static func isSwitching(_ name: String) -> Bool {
        name.hasPrefix("ISO-2022-")
    }

    /// The document switches to characters of two bytes somewhere.
    func isIn(_ body: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .iso2022JP:
            body.index(of: 0x1B, from: 0) != nil
                && (body.end(of: "\u{1B}$B", from: 0) ?? body.end(of: "\u{1B}$@", from: 0)
                    ?? body.end(of: "\u{1B}$(", from: 0) ?? body.end(of: "\u{1B}(I", from: 0)) != nil
        case .hz: body.end(of: "~{", from: 0) != nil
        }
    }

    func decoded(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let wide = self == .iso2022JP ? ISO2022Encoding.eucJP(body) : ISO2022Encoding.eucCN(body)
        return wide.withUnsafeBufferPointer {
            IconvText.decoded($0, from: self == .iso2022JP ? "EUC-JP-MS" : "GB18030")
        }
    }

    private static func eucJP(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        enum Alphabet { case ascii, kana, kanji, supplement }
        var text: [UInt8] = []
        text.reserveCapacity(body.count + body.count / 8)
        var alphabet = Alphabet.ascii
        var place = 0
        while place < body.count {
            let byte = body[place]
            if byte == 0x1B, let (next, length) = escape(body, place) {
                alphabet = next
                place += length
                continue
            }
            // A line always ends in ASCII; whoever forgot to switch back did not mean the markup.
            if byte <= 0x20 || byte >= 0x7F {
                text.append(byte)
                place += 1
                if byte == 0x0A || byte == 0x0D { alphabet = .ascii }
                continue
            }
            switch alphabet {
            case .ascii: text.append(byte)
            case .kana: text += [0x8E, byte | 0x80]
            case .kanji, .supplement:
                guard place + 1 < body.count, (0x21...0x7E).contains(body[place + 1]) else {
                    text.append(scalar: "?")
                    break
                }
                if alphabet == .supplement { text.append(0x8F) }
                text += [byte | 0x80, body[place + 1] | 0x80]
                place += 1
            }
            place += 1
        }
        return text

        func escape(_ body: UnsafeBufferPointer<UInt8>, _ place: Int) -> (Alphabet, Int)? {
            if body.has("\u{1B}$B", at: place) || body.has("\u{1B}$@", at: place) { return (.kanji, 3) }
            if body.has("\u{1B}$(D", at: place) { return (.supplement, 4) }
            if body.has("\u{1B}$(", at: place) { return (.kanji, 4) }
            if body.has("\u{1B}(I", at: place) { return (.kana, 3) }
            if body.has("\u{1B}(", at: place) { return (.ascii, 3) }
            return nil
        }
    }

    private static func eucCN(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(body.count)
        var isWide = false
        var place = 0
        while place < body.count {
            let byte = body[place]
            if byte == UInt8(ascii: "~"), place + 1 < body.count {
                let next = body[place + 1]
                place += 2
                switch next {
                case UInt8(ascii: "{"): isWide = true
                case UInt8(ascii: "}"): isWide = false
                case UInt8(ascii: "~"): text.append(byte)
                case 0x0A: break
                default: text += [byte, next]
                }
                continue
            }
            if byte == 0x0A { isWide = false }
            let isPair = isWide && byte > 0x20 && place + 1 < body.count && body[place + 1] > 0x20
            text += isPair ? [byte | 0x80, body[place + 1] | 0x80] : [byte]
            place += isPair ? 2 : 1
        }
        return text
    }
}

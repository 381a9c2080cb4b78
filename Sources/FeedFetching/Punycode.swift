extension WebAddress {
    /// The host in ASCII; nil if it cannot be encoded.
    public var asciiHost: String? { Punycode.host(host) }
}

/// Encodes international host names: `bücher.example` is `xn--bcher-kva.example` (RFC 3492, 5891).
///
/// libcurl can do it only in a UTF-8 locale, and cron sets none.
enum Punycode {
    /// Bytes of a name. DNS allows 253 in ASCII, for which a name in another script may have a few times as many.
    private static let maxLength = 2048

    /// The name in ASCII and lower case; nil if a label cannot be encoded.
    static func host(_ name: String) -> String? {
        guard name.utf8.count <= maxLength else { return nil }
        var labels: [String] = []
        for label in CanonicalForm.composed(mapped(name)).split(separator: ".", omittingEmptySubsequences: false) {
            guard let encoded = encode(Array(label)), encoded.utf8.count <= 63 else { return nil }
            labels.append(encoded)
        }
        return labels.joined(separator: ".")
    }

    /// Maps characters as UTS 46, section 4, step 1 does, as far as people type them: capitals, the wide and narrow forms
    /// of East Asia, and invisible characters. ß, the final sigma and the joiners stay, as in IDNA 2008.
    private static func mapped(_ name: String) -> String {
        var mapped = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x3002, 0xFF0E, 0xFF61: mapped.append(".")
            case 0xFF01...0xFF5E: append(lowercased: scalar.value - 0xFEE0, to: &mapped)
            case 0xFF66...0xFF9F: mapped.append(wideKana[Int(scalar.value - 0xFF66)])
            case 0x00AD, 0x034F, 0x200B, 0x2060, 0xFE00...0xFE0F, 0xFEFF: break
            default: append(lowercased: scalar.value, to: &mapped)
            }
        }
        return String(mapped)
    }

    private static func append(lowercased value: UInt32, to mapped: inout String.UnicodeScalarView) {
        guard let scalar = Unicode.Scalar(value) else { return }
        mapped.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }

    /// The wide forms of the narrow kana from U+FF66 on; the last two are the voicing marks.
    private static let wideKana = Array(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
            .unicodeScalars)

    /// RFC 3492, section 6.3, with the parameters of section 5.
    private static func encode(_ label: [Unicode.Scalar]) -> String? {
        if label.allSatisfy(\.isASCII) { return label.reduce(into: "") { $0.unicodeScalars.append($1) } }
        guard label.count <= 63 else { return nil }
        var output = label.filter(\.isASCII).reduce(into: "") { $0.unicodeScalars.append($1) }
        let basic = output.utf8.count
        var handled = basic
        if basic > 0 { output += "-" }
        var code: UInt32 = 128
        var delta: UInt32 = 0
        var bias: UInt32 = 72
        while handled < label.count {
            guard let next = label.lazy.map(\.value).filter({ $0 >= code }).min() else { return nil }
            let (step, tooFar) = (next - code).multipliedReportingOverflow(by: UInt32(handled + 1))
            guard !tooFar else { return nil }
            delta &+= step
            code = next
            for scalar in label {
                if scalar.value < code { delta &+= 1 }
                guard scalar.value == code else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: UInt32(handled + 1), isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta &+= 1
            code += 1
        }
        return "xn--" + output
    }

    /// Appends a number of variable length in base 36.
    private static func append(_ number: UInt32, bias: UInt32, to output: inout String) {
        var rest = number
        var k: UInt32 = 36
        while true {
            let threshold = k <= bias ? 1 : min(k - bias, 26)
            guard rest >= threshold else { break }
            output.unicodeScalars.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            k += 36
        }
        output.unicodeScalars.append(digit(rest))
    }

    private static func digit(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48))
    }

    private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > 455 {
            delta /= 35
            k += 36
        }
        return k + 36 * delta / (delta + 38)
    }
}

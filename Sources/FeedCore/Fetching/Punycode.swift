/// Host names in other alphabets as they are asked for: `bücher.example` is `xn--bcher-kva.example` (RFC 3492, 5891).
///
/// libcurl could do it, but only in a UTF-8 locale, and a cron line has none.
enum Punycode {
    /// The name in ASCII and in lower case; nil where a label cannot be written so.
    static func host(_ name: String) -> String? {
        // UTS 46, section 2.3: three more characters are dots between labels.
        let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        var labels: [String] = []
        for label in name.lowercased().unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: dots.contains)
        {
            guard let encoded = encode(Array(label)), encoded.utf8.count <= 63 else { return nil }
            labels.append(encoded)
        }
        return labels.joined(separator: ".")
    }

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

    /// A number of variable length, in digits of base 36.
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

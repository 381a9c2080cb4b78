internal import FeedModel

/// The texts of the APIs: form fields, JSON strings, dates.
public enum StandInText {
    /// The fields of `application/x-www-form-urlencoded`, in their order.
    static func fields(of text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&", omittingEmptySubsequences: true).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? byte)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A string of JSON with its quotation marks.
    static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 0x20: result += "\\u" + hexadecimal(UInt64(scalar.value), digits: 4)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// A date as Miniflux writes it (RFC 3339), in the zone of its user.
    static func zonedDate(_ seconds: Int64) -> String {
        Timestamp(seconds: seconds + 3600).rfc3339.dropLast() + "+01:00"
    }

    /// The text of a member of an object, without quotation marks; nil where it is missing.
    static func member(_ name: String, of json: [UInt8]) -> String? {
        let text = String(decoding: json, as: UTF8.self)
        guard let start = text.ranges(of: "\"\(name)\":").first?.upperBound else { return nil }
        let rest = text[start...]
        if rest.first == "[" { return rest.dropFirst().prefix { $0 != "]" }.description }
        guard rest.first == "\"" else { return rest.prefix { !",}".contains($0) }.description }
        var (value, isEscaped) = ("", false)
        for character in rest.dropFirst() {
            if isEscaped || character != "\"" && character != "\\" {
                value.append(character)
                isEscaped = false
            } else if character == "\"" {
                return value
            } else {
                isEscaped = true
            }
        }
        return nil
    }

    /// A date as HTTP writes it (RFC 9110, section 5.6.7).
    public static func httpDate(_ seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        let (day, month) = (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
        return "\(day), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(clock) GMT"
    }

    /// Seconds since 1970 by the clock of this machine.
    static var now: Int64 { Int64(time(nil)) }
}

/// The classes and ranges of other regular expressions, which POSIX does not have.
extension QueryPattern {
    /// So many bytes are enough for all Chinese and Korean letters.
    private static let maxBytes = 100_000

    /// Writes `\d` and `\D` out. The C library knows `\s`, `\w`, `\b` and their opposites, but not in brackets.
    static func inWordsOfPOSIX(_ expression: String) throws(Refusal) -> String {
        var rest = Array(expression.unicodeScalars)[...]
        var written = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\\", let next = rest.popFirst() {
                let meaning = next == "d" ? "[0-9]" : next == "D" ? "[^0-9]" : "\\\(next)"
                written.append(contentsOf: meaning.unicodeScalars)
            } else {
                written.append(scalar)
                if scalar == "[" { try writeBracket(&rest, to: &written) }
            }
        }
        return String(written)
    }

    /// Writes what follows a `[`, up to its `]`. A `]` that comes first is a character.
    private static func writeBracket(
        _ rest: inout ArraySlice<Unicode.Scalar>, to written: inout String.UnicodeScalarView
    ) throws(Refusal) {
        for first: Unicode.Scalar in ["^", "]"] where rest.first == first { written.append(rest.removeFirst()) }
        while let scalar = rest.popFirst() {
            if scalar == "]" { return written.append(scalar) }
            if scalar == "\\", let next = rest.first, let meaning = try meaning(of: next) {
                rest.removeFirst()
                written.append(contentsOf: meaning.unicodeScalars)
            } else if scalar == "[", let kind = rest.first, ":.=".unicodeScalars.contains(kind) {
                // `[:alpha:]`, `[.a.]` and `[=a=]` have a `]` of their own.
                let end = rest.indices.dropFirst(2).first { rest[$0] == "]" && rest[$0 - 1] == kind }
                written.append(scalar)
                written.append(contentsOf: rest[...(end ?? rest.startIndex)])
                rest = rest[((end ?? rest.startIndex) + 1)...]
            } else if rest.first == "-", let last = rest.dropFirst().first, last != "]",
                !scalar.isASCII || !last.isASCII
            {
                rest = rest.dropFirst(2)
                try writeRange(scalar, last, to: &written)
            } else {
                written.append(scalar)
            }
        }
    }

    /// The meaning of a letter or a sign behind `\` in brackets; nil if the `\` is a character of its own.
    private static func meaning(of scalar: Unicode.Scalar) throws(Refusal) -> String? {
        switch scalar {
        case "d": return "[:digit:]"
        case "s": return "[:space:]"
        case "w": return "_[:alnum:]"
        case "D", "S", "W": throw Refusal("\\\(scalar) cannot stand in the brackets of a regular expression")
        default:
            let isSign = scalar.isASCII && !Character(scalar).isLetter && !Character(scalar).isNumber
            return isSign ? "[.\(scalar).]" : nil
        }
    }

    /// Writes all characters of a range beyond ASCII, by code point: the C library has ranges only of ASCII.
    private static func writeRange(
        _ first: Unicode.Scalar, _ last: Unicode.Scalar, to written: inout String.UnicodeScalarView
    ) throws(Refusal) {
        guard first <= last else { throw Refusal("a range of a regular expression ends before it begins") }
        if first.isASCII { written.append(contentsOf: [first, "-", "~"]) }
        guard Int(last.value - first.value) * 3 + String(written).utf8.count < maxBytes else {
            throw Refusal("the ranges of a regular expression have too many characters")
        }
        for value in max(0x80, first.value)...last.value { Unicode.Scalar(value).map { written.append($0) } }
    }
}

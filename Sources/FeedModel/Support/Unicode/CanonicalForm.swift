/// The canonical forms of text (Unicode Standard Annex 15): NFC composes a letter and its marks to one character, NFD
/// decomposes them. The standard library uses both but has no public API for them.
package enum CanonicalForm {
    /// The text in NFC.
    package static func composed(_ text: String) -> String.UnicodeScalarView {
        // The characters below the first combining mark do not change.
        guard text.unicodeScalars.contains(where: { $0.value >= 0x300 }) else { return text.unicodeScalars }
        var composed = String.UnicodeScalarView()
        composed.append(contentsOf: compose(decomposed(text.unicodeScalars)))
        return composed
    }

    /// The text in NFD.
    static func decomposed(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var isOrdered = true
        var last: UInt8 = 0
        for scalar in scalars {
            decompose(scalar) { part in
                let markClass = combiningClass(of: part)
                if markClass != 0, markClass < last { isOrdered = false }
                last = markClass
                result.append(part)
            }
        }
        if !isOrdered { orderMarks(in: &result) }
        return result
    }

    /// Calls `body` with each part of the character's NFD.
    static func decompose(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
        // Chinese characters, and characters below the first letter with a mark, have no parts.
        guard scalar.value >= 0xC0, !(0x3100...0xABFF).contains(scalar.value) else { return body(scalar) }
        if hangul.contains(scalar.value) {
            let index = scalar.value - hangul.lowerBound
            body(.init(checked: firstLeading + index / (vowels * trailings)))
            body(.init(checked: firstVowel + index % (vowels * trailings) / trailings))
            if index % trailings > 0 { body(.init(checked: lastBeforeTrailing + index % trailings)) }
        } else if let pair = parts[scalar.value] {
            // Only the first part can have parts itself.
            decompose(pair.first, body)
            if let second = pair.second { decompose(second, body) }
        } else {
            body(scalar)
        }
    }

    private static func combiningClass(of scalar: Unicode.Scalar) -> UInt8 {
        scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
    }

    /// Sorts the marks behind each letter by class, and keeps the order within a class.
    private static func orderMarks(in scalars: inout [Unicode.Scalar]) {
        var start = 0
        while start < scalars.count {
            let end: Int = scalars[start...].firstIndex { combiningClass(of: $0) == 0 } ?? scalars.count
            if end - start > 1 {
                let marks = scalars[start..<end].map { (combiningClass(of: $0), $0) }.enumerated()
                let ordered = marks.sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
                scalars.replaceSubrange(start..<end, with: ordered.map(\.element.1))
            }
            start = end + 1
        }
    }

    // MARK: Composing

    /// Composes each letter with its marks, unless another mark of the same class is between them.
    private static func compose(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count)
        var starter: Int?
        var last: UInt8 = 0
        for scalar in scalars {
            let markClass = combiningClass(of: scalar)
            if let starter {
                let isAdjacent = result.count == starter + 1
                if isAdjacent || last < markClass, let whole = composition(of: result[starter], scalar) {
                    result[starter] = whole
                    continue
                }
            }
            if markClass == 0 { starter = result.count }
            last = markClass
            result.append(scalar)
        }
        return result
    }

    private static func composition(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        guard second.value >= 0x300 else { return nil }
        if second.value >= firstVowel, second.value < firstVowel + vowels, first.value >= firstLeading,
            first.value < firstLeading + leadings
        {
            let index = (first.value - firstLeading) * vowels + second.value - firstVowel
            return .init(checked: hangul.lowerBound + index * trailings)
        }
        if second.value > lastBeforeTrailing, second.value < lastBeforeTrailing + trailings,
            hangul.contains(first.value), (first.value - hangul.lowerBound) % trailings == 0
        {
            return .init(checked: first.value + second.value - lastBeforeTrailing)
        }
        return wholes[Parts(first: first, second: second)]
    }

    // MARK: Tables

    // Hangul syllables are numbered by their letters (The Unicode Standard, section 3.12).
    private static let hangul: ClosedRange<UInt32> = 0xAC00...0xD7A3
    private static let firstLeading: UInt32 = 0x1100
    private static let firstVowel: UInt32 = 0x1161
    private static let lastBeforeTrailing: UInt32 = 0x11A7
    private static let leadings: UInt32 = 19
    private static let vowels: UInt32 = 21
    private static let trailings: UInt32 = 28

    private struct Parts: Hashable {
        let first: Unicode.Scalar
        let second: Unicode.Scalar?
    }

    private static let parts: [UInt32: Parts] = {
        var parts: [UInt32: Parts] = [:]
        parts.reserveCapacity(1500)
        forEachComposition { parts[$1.value] = $0 }
        var numbers: [UInt32] = [0]
        for scalar in (CanonicalTable.decompositionsOnly + ",").unicodeScalars {
            switch scalar {
            case " ": numbers.append(0)
            case ",":
                let letters = numbers.map(Unicode.Scalar.init(checked:))
                parts[letters[0].value] = Parts(first: letters[1], second: letters.count > 2 ? letters[2] : nil)
                numbers = []
            default: numbers[numbers.count - 1].append(digit: scalar)
            }
        }
        return parts
    }()

    private static let wholes: [Parts: Unicode.Scalar] = {
        var wholes: [Parts: Unicode.Scalar] = [:]
        forEachComposition { wholes[$0] = $1 }
        return wholes
    }()

    private static func forEachComposition(_ body: (Parts, _ whole: Unicode.Scalar) -> Void) {
        var mark: UInt32 = 0
        var isMark = true
        var letter: Unicode.Scalar?
        for scalar in CanonicalTable.compositions.unicodeScalars {
            switch scalar {
            case " ": (mark, isMark) = (0, true)
            case ":": isMark = false
            case _ where isMark: mark.append(digit: scalar)
            default:
                guard let first = letter.take() else {
                    letter = scalar
                    continue
                }
                body(Parts(first: first, second: .init(checked: mark)), scalar)
            }
        }
    }
}

extension UInt32 {
    /// Appends a hexadecimal digit.
    fileprivate mutating func append(digit: Unicode.Scalar) {
        self = self << 4 | UInt32(ASCII.hexValue(UInt8(ascii: digit)) ?? 0)
    }
}

extension Unicode.Scalar {
    /// A scalar from a number that is known to be valid.
    fileprivate init(checked value: UInt32) { self = Unicode.Scalar(value) ?? "\u{FFFD}" }
}

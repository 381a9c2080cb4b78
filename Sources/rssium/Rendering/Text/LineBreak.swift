internal import FeedCore

/// The places at which a line of Chinese or Japanese may end: not before closing or after opening punctuation (JIS X
/// 4051).
enum LineBreak {
    static func isAllowed(between last: UInt32, and next: UInt32) -> Bool {
        if kind(of: last) & opening != 0 || kind(of: next) & closing != 0 { return false }
        // Two dashes or two ellipses form one dash or ellipsis.
        if last == next, last == 0x2014 || last == 0x2015 || last == 0x2026 { return false }
        return !(isHangul(last) && isWordPart(next) || isWordPart(last) && isHangul(next))
    }

    /// Korean has spaces between its words, so lines end only there.
    private static func isHangul(_ scalar: UInt32) -> Bool { (0xAC00...0xD7A3).contains(scalar) }

    private static func isWordPart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: isHangul(scalar)
        }
    }

    private static func kind(of scalar: UInt32) -> UInt8 {
        scalar < 0x1_0000 ? kinds[Int(scalar)] : 0
    }

    private static let opening: UInt8 = 1
    private static let closing: UInt8 = 2

    /// Whether each scalar opens or closes. A no-break space does both.
    private static let kinds: [UInt8] = {
        var kinds = [UInt8](repeating: 0, count: 0x1_0000)
        for scalar in "（「『［【〈《〔｛〖〘“‘([{«¥￥＄$£€#@＠＃\u{A0}\u{202F}\u{2060}".unicodeScalars {
            kinds[Int(scalar.value)] |= opening
        }
        let closers =
            "、。，．：；！？）」』］】〉》〕｝〗〙”’)]}»…‥ー々ゝゞヽヾ・%％°℃,.:;!?―—～〜\u{3000}\u{A0}\u{202F}\u{2060}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
        for scalar in closers.unicodeScalars { kinds[Int(scalar.value)] |= closing }
        return kinds
    }()
}

/// Splits a word into the units that a line may end between: characters, each with what is attached to it.
struct WordUnits {
    private let bytes: ArraySlice<UInt8>
    /// The parts that are one unit each, in order.
    private let attached: [Range<Int>]
    private var nextAttached = 0
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>, _ attached: [Range<Int>]) {
        (self.bytes, self.attached, index) = (bytes, attached, bytes.startIndex)
    }

    mutating func next() -> (end: Int, cells: Int)? {
        guard index < bytes.endIndex else { return nil }
        var counter = CellCounter(joinsEmoji: false)
        while index < bytes.endIndex {
            if nextAttached < attached.count, attached[nextAttached].lowerBound == index {
                let range = attached[nextAttached]
                nextAttached += 1
                for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars { counter.add(scalar.value) }
                index = range.upperBound
                continue
            }
            let end = bytes.endOfCharacter(at: index)
            var ahead = counter
            ahead.add(bytes[index..<end].character)
            if ahead.isAtCharacter, counter.cells > 0 { break }
            counter = ahead
            index = end
        }
        return (index, counter.cells)
    }
}

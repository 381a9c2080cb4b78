/// The text of a date in the few characters that `DateParser` knows: letters without their accents and in lower case,
/// European digits, blanks, and marks for the characters that Japanese, Korean and Chinese dates put behind numbers.
enum DateNormalizer {
    /// What stands for a character that says what the number before it is.
    enum Mark {
        static let year: UInt8 = 1
        static let month: UInt8 = 2
        static let day: UInt8 = 3
        static let hour: UInt8 = 4
        static let minute: UInt8 = 5
        static let second: UInt8 = 6
        static let morning: UInt8 = 14
        static let afternoon: UInt8 = 15
        /// The first of the marks of `eras`.
        static let era: UInt8 = 16
        static let all: ClosedRange<UInt8> = 1...31
    }

    /// What is added to the years of Reiwa, Heisei, Shōwa, Taishō, Meiji and of the Republic of China.
    static let eras = [2018, 1988, 1925, 1911, 1867, 1911]

    /// Whether a text has only the characters that are read as they are.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) && $0 != 0x0B && $0 != 0x0C }
    }

    static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count + 16)
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            if let (mark, length) = DateNormalizer.word(at: index, of: scalars) {
                plain.append(mark)
                index += length
            } else if let number = DateNormalizer.number(at: index, of: scalars) {
                plain.append(contentsOf: String(number.value).utf8)
                index += number.length
            } else {
                append(scalars[index], to: &plain)
                index += 1
            }
        }
        return plain
    }

    private static func append(_ scalar: Unicode.Scalar, to plain: inout [UInt8]) {
        switch scalar.value {
        // So that the marks stand for themselves only, and are blanks where they are not meant.
        case 0..<0x20, 0x7F: plain.append(UInt8(ascii: " "))
        case 0x20..<0x7F: plain.append(UInt8(scalar.value))
        // Full-width forms of ASCII.
        case 0xFF01...0xFF5E: plain.append(UInt8(scalar.value - 0xFEE0))
        case 0x2010...0x2015, 0x2212: plain.append(UInt8(ascii: "-"))
        case 0x0660...0x0669: plain.append(UInt8(scalar.value - 0x0660) + UInt8(ascii: "0"))
        case 0x06F0...0x06F9: plain.append(UInt8(scalar.value - 0x06F0) + UInt8(ascii: "0"))
        // Accents that follow their letter, the sign of an ordinal, and what only steers the direction or a line's end.
        case 0x0300...0x036F, 0x00AA, 0x00AD, 0x00BA, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: break
        default:
            if let unit = units[scalar] {
                plain.append(unit)
            } else if scalar.properties.isWhitespace || isEastAsian(scalar) || !scalar.properties.isAlphabetic {
                plain.append(UInt8(ascii: " "))
            } else {
                CaseFolding.append(scalar, to: &plain)
            }
        }
    }

    /// Words of Chinese, Japanese and Korean that are not names of months: there are no blanks around them.
    private static func word(at index: Int, of scalars: [Unicode.Scalar]) -> (mark: UInt8, length: Int)? {
        guard index + 1 < scalars.count, isEastAsian(scalars[index]) else { return nil }
        switch (scalars[index], scalars[index + 1]) {
        case ("午", "前"), ("上", "午"), ("오", "전"), ("凌", "晨"), ("早", "上"): return (Mark.morning, 2)
        case ("午", "後"), ("午", "后"), ("下", "午"), ("오", "후"), ("晚", "上"), ("中", "午"): return (Mark.afternoon, 2)
        case ("令", "和"): return (Mark.era, 2)
        case ("平", "成"): return (Mark.era + 1, 2)
        case ("昭", "和"): return (Mark.era + 2, 2)
        case ("大", "正"): return (Mark.era + 3, 2)
        case ("明", "治"): return (Mark.era + 4, 2)
        case ("民", "國"), ("民", "国"): return (Mark.era + 5, 2)
        default: return nil
        }
    }

    /// A number in Chinese characters: 二〇二六, 十一, 二十; 元 is the first year of an era. 五 of a weekday is none.
    private static func number(at index: Int, of scalars: [Unicode.Scalar]) -> (value: Int, length: Int)? {
        if scalars[index] == "元" { return (1, 1) }
        guard numerals[scalars[index]] != nil else { return nil }
        if index > 0, ["期", "周", "週", "拜"].contains(scalars[index - 1]) { return nil }
        let digits = scalars[index...].prefix(8).prefix { numerals[$0] != nil }.compactMap { numerals[$0] }
        guard digits.contains(10) else { return (digits.reduce(0) { $0 * 10 + $1 }, digits.count) }
        var value = 0
        for digit in digits {
            if digit == 10 { value = max(value, 1) * 10 } else { value += digit }
        }
        return (value, digits.count)
    }

    private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3001...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }

    private static let units: [Unicode.Scalar: UInt8] = [
        "年": Mark.year, "년": Mark.year, "月": Mark.month, "월": Mark.month, "日": Mark.day, "일": Mark.day,
        "号": Mark.day, "號": Mark.day, "時": Mark.hour, "时": Mark.hour, "시": Mark.hour, "点": Mark.hour,
        "點": Mark.hour, "分": Mark.minute, "분": Mark.minute, "秒": Mark.second, "초": Mark.second,
    ]

    private static let numerals: [Unicode.Scalar: Int] = [
        "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    ]

    /// A name as it stands in a plain text.
    static func plain(_ name: String) -> [UInt8] {
        var name = name
        return name.withUTF8 { plain($0) }
    }
}

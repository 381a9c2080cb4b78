/// The parts of the text of a date.
struct DateTokens {
    let bytes: [UInt8]
    private let tokens: [DateToken]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens = DateToken.split(bytes)
    }

    var count: Int { tokens.count }

    subscript(position: Int) -> DateToken { tokens[position] }

    func letters(at position: Int) -> ArraySlice<UInt8> { bytes[tokens[position].range] }

    func punctuation(at position: Int) -> UInt8? {
        guard position < tokens.count, case .punctuation(let byte) = tokens[position].kind else { return nil }
        return byte
    }

    func number(at position: Int) -> DateToken? {
        position < tokens.count && tokens[position].kind == .number ? tokens[position] : nil
    }

    /// The number at a position or behind signs and words such as `of`.
    func number(from position: Int, by step: Int) -> DateToken? {
        var position = position
        for _ in 0..<4 where position >= 0 && position < tokens.count {
            switch tokens[position].kind {
            case .number: return tokens[position]
            case .word:
                guard case .filler? = DateWord(ASCII.lowercased(letters(at: position))) else { return nil }
            case .punctuation: break
            }
            position += step
        }
        return nil
    }

    /// Whether the word at a position, or behind a period and words such as `of`, is a month.
    func isMonth(behind position: Int) -> Bool {
        let position = punctuation(at: position) == UInt8(ascii: ".") ? position + 1 : position
        guard position < count, tokens[position].kind == .word,
            case .month? = DateWord(ASCII.lowercased(letters(at: position)))
        else { return false }
        return true
    }

    /// Whether a number is a weekday: `026, 26 Mar 2023`, and `T4, 12 Th3 2025`, as Vietnamese counts them.
    func isWeekday(_ token: DateToken, before index: Int) -> Bool {
        let isFirst = index == 1 && token.count == 3 || index == 2 && token.isAttached && isWord("t", at: 0)
        return isFirst && punctuation(at: index) == UInt8(ascii: ",")
    }

    /// Whether a number begins a date of digits, which needs no word: `Theresa May, 22. 10. 2019`.
    func isDate(_ first: DateToken, before index: Int) -> Bool {
        guard let separator = punctuation(at: index), "-/.".utf8.contains(separator), number(at: index + 1) != nil,
            punctuation(at: index + 2) == separator, let third = number(at: index + 3)
        else { return false }
        return first.count == 4 || third.count == 4
    }

    /// Reads `h05`, `h` and ` h 05` behind an hour, as French writes times, and says how many tokens that takes.
    func minuteOfHour(at index: Int) -> (minute: Int, length: Int)? {
        guard isWord("h", at: index) else { return nil }
        let isSpaced = tokens[index].isSpaced
        if let minute = number(at: index + 1), minute.count == 2, minute.isSpaced == isSpaced {
            return (minute.value, 2)
        }
        return isSpaced ? nil : (0, 1)
    }

    /// Reads `am`, `PM`, `a.m.` and `p. m.` at a position, and says how many tokens that takes.
    func dayHalf(at position: Int) -> (isAfternoon: Bool, length: Int)? {
        let isAfternoon = isWord("p", at: position) || isWord("pm", at: position)
        if isWord("am", at: position) || isWord("pm", at: position) { return (isAfternoon, 1) }
        guard isAfternoon || isWord("a", at: position), punctuation(at: position + 1) == UInt8(ascii: "."),
            isWord("m", at: position + 2)
        else { return nil }
        return (isAfternoon, 3)
    }

    private func isWord(_ letters: StaticString, at position: Int) -> Bool {
        guard position < tokens.count, tokens[position].kind == .word,
            tokens[position].count == letters.utf8CodeUnitCount
        else { return false }
        return bytes.withUnsafeBufferPointer { $0.hasLetters(letters, at: tokens[position].range.lowerBound) }
    }
}

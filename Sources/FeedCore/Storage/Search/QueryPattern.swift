/// A POSIX extended regular expression within limits that keep the C library's matcher from hanging or filling the
/// memory: at most 200 characters, no back-references, repeat counts to 100 and not within each other, and written out
/// in full (`(ab){3}` is `ababab`, `(ab)+` is `ab(ab)*`) at most 2,000 places.
struct QueryPattern: Hashable, Sendable {
    let expression: String
    /// How many places it has when its repetitions are written out.
    let size: Int

    struct Refusal: Error {
        let message: String
    }

    /// Whether the matcher cannot be in more states than fit into some ten megabytes: it is in one for each set of
    /// places, or, of a plain text, for each place.
    var hasFewStates: Bool {
        size <= 12 || !expression.contains { ".[({*+?|\\".contains($0) }
    }

    static let longest = 200
    static let mostRepeats = 100
    static let largest = 2000

    init(_ expression: String) throws(Refusal) {
        guard !expression.isEmpty else { throw Refusal(message: "an empty regular expression") }
        guard expression.count <= QueryPattern.longest else {
            throw Refusal(message: "the regular expression has more than \(QueryPattern.longest) characters")
        }
        var check = PatternCheck(expression)
        size = try check.run()
        self.expression = expression
        _ = try RegularExpression(self)
    }
}

/// Measures an expression without compiling it: the C library writes repetitions out, each within each.
private struct PatternCheck {
    private let characters: [Character]
    private var index = 0

    init(_ expression: String) { characters = Array(expression) }

    mutating func run() throws(QueryPattern.Refusal) -> Int {
        var isCounted = false
        let size = try sequence(&isCounted)
        // The matcher would take it for a character; within the parentheses that it is put in it is none.
        guard index >= characters.count else { throw refusal("no regular expression: a ) without its (") }
        return size
    }

    /// Up to the end of the group, alternatives and all.
    private mutating func sequence(_ isCounted: inout Bool) throws(QueryPattern.Refusal) -> Int {
        var size = 0
        while index < characters.count, characters[index] != ")" {
            var atomIsCounted = false
            var atom = try atom(&atomIsCounted)
            while let factor = try takeRepeat(atomIsCounted) {
                if factor.isCount { atomIsCounted = true }
                atom = try checked(atom * factor.times)
            }
            isCounted = isCounted || atomIsCounted
            size = try checked(size + atom)
        }
        return size
    }

    private mutating func atom(_ isCounted: inout Bool) throws(QueryPattern.Refusal) -> Int {
        let character = characters[index]
        index += 1
        switch character {
        case "(":
            let size = try sequence(&isCounted)
            index += 1
            return size + 1
        case "[":
            skipBracket()
            return 1
        case "\\":
            if index < characters.count, characters[index].isNumber {
                throw refusal("a regular expression has no back-references here")
            }
            index += 1
            return 1
        default: return 1
        }
    }

    private mutating func skipBracket() {
        if index < characters.count, characters[index] == "^" { index += 1 }
        if index < characters.count, characters[index] == "]" { index += 1 }
        while index < characters.count, characters[index] != "]" {
            // `[:alpha:]`, `[.a.]` and `[=a=]` have a ] of their own.
            if characters[index] == "[", index + 1 < characters.count, ":.=".contains(characters[index + 1]) {
                let mark = characters[index + 1]
                index += 2
                while index + 1 < characters.count, characters[index] != mark || characters[index + 1] != "]" {
                    index += 1
                }
                index += 1
            }
            index += 1
        }
        index += 1
    }

    /// What stands after an atom; nil where nothing does.
    private mutating func takeRepeat(
        _ isCounted: Bool
    ) throws(QueryPattern.Refusal) -> (times: Int, isCount: Bool)? {
        guard index < characters.count else { return nil }
        switch characters[index] {
        case "*", "?":
            index += 1
            return (1, false)
        case "+":
            index += 1
            return (2, false)
        case "{":
            guard let end = characters[index...].firstIndex(of: "}") else { return nil }
            let bounds = characters[(index + 1)..<end].split(separator: ",", omittingEmptySubsequences: false)
                .map { String($0) }
            let numbers = bounds.compactMap(Int.init)
            // Too large for a number is too large.
            let isTooLarge = bounds.contains { $0.count > 3 } || numbers.contains { $0 > QueryPattern.mostRepeats }
            guard !isTooLarge else {
                throw refusal("a repeat count of a regular expression is at most \(QueryPattern.mostRepeats)")
            }
            guard !isCounted else { throw refusal("repeat counts of a regular expression cannot stand within others") }
            index = end + 1
            return (max(1, numbers.max() ?? 1) + (bounds.count > numbers.count ? 1 : 0), true)
        default: return nil
        }
    }

    private func checked(_ size: Int) throws(QueryPattern.Refusal) -> Int {
        guard size <= QueryPattern.largest else {
            throw refusal("the regular expression repeats too much")
        }
        return size
    }

    private func refusal(_ message: String) -> QueryPattern.Refusal { QueryPattern.Refusal(message: message) }
}

/// A compiled expression.
final class RegularExpression {
    private let matcher: Matcher
    /// The same for texts of ASCII alone, which the C library then goes through byte by byte, in a third of the time; nil
    /// where the expression has other characters.
    private let plainMatcher: Matcher?

    /// Characters of a value that are looked at.
    static let reach = 2000

    init(_ pattern: QueryPattern) throws(QueryPattern.Refusal) {
        matcher = try Matcher(pattern, locales: ["C.UTF-8", "en_US.UTF-8"])
        let isPlain = pattern.expression.utf8.allSatisfy { $0 < 0x80 }
        plainMatcher = isPlain ? try Matcher(pattern, locales: ["C"]) : nil
    }

    func fits(_ text: String) -> Bool {
        let start = text.utf8.count > RegularExpression.reach ? String(text.prefix(RegularExpression.reach)) : text
        if let plainMatcher, start.utf8.allSatisfy({ $0 < 0x80 }) { return plainMatcher.fits(start) }
        return matcher.fits(start)
    }
}

/// An expression compiled for the characters of one locale. A class, because the C library keeps what it points to.
private final class Matcher {
    private let pattern: QueryPattern
    private let locale: locale_t?
    private var compiled = regex_t()
    /// Characters that were looked at since it was compiled: the library remembers every state that it has been in.
    private var looked = 0

    /// Compiled anew after so many, so that what it remembers stays within some ten megabytes.
    private static let memory = 4000

    /// - Parameter locales: the first that there is counts; the process itself stays in the plain one. In another than
    ///   one of UTF-8, a character that is not ASCII is several.
    init(_ pattern: QueryPattern, locales: [String]) throws(QueryPattern.Refusal) {
        self.pattern = pattern
        var found: locale_t?
        for name in locales where found == nil { found = newlocale(Int32(LC_CTYPE_MASK), name, nil) }
        locale = found
        let code = compile()
        guard code == 0 else {
            var message = [UInt8](repeating: 0, count: 200)
            let length = message.withUnsafeMutableBytes { buffer in
                regerror(code, &compiled, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
            }
            let why = String(decoding: message.prefix(max(0, min(length, 200) - 1)), as: UTF8.self)
            throw QueryPattern.Refusal(message: "no regular expression: \(why)")
        }
    }

    deinit {
        regfree(&compiled)
        if let locale { freelocale(locale) }
    }

    func fits(_ text: String) -> Bool {
        if !pattern.hasFewStates { looked += text.utf8.count }
        if looked > Matcher.memory {
            regfree(&compiled)
            // It compiled before.
            guard compile() == 0 else { return false }
            looked = text.utf8.count
        }
        return inLocale { regexec(&compiled, text, 0, nil, 0) == 0 }
    }

    /// Sought from the start on only, behind anything: the matcher would begin anew at every character, and take the
    /// square of the time.
    private func compile() -> Int32 {
        inLocale { regcomp(&compiled, "^.*(\(pattern.expression))", REG_EXTENDED | REG_ICASE | REG_NOSUB) }
    }

    private func inLocale<Result>(_ body: () -> Result) -> Result {
        guard let locale else { return body() }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return body()
    }
}

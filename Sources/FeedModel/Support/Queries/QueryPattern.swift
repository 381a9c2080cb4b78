/// A POSIX extended regular expression of a query, within limits: the C library would fill the memory with some that are
/// a line long, because it writes repetitions out (`(ab){3}` becomes `ababab`, `(ab)+` becomes `ab(ab)*`).
package struct QueryPattern: Hashable, Sendable {
    /// As the C library takes it.
    let expression: String

    package struct Refusal: Error {
        package let message: String

        init(_ message: String) { self.message = message }
    }

    static let maxLength = 200
    private static let maxRepeats = 100
    /// Of the expression with its repetitions written out, in atoms.
    private static let maxSize = 2000

    init(_ expression: String) throws(Refusal) {
        guard !expression.isEmpty else { throw Refusal("an empty regular expression") }
        guard expression.count <= QueryPattern.maxLength else {
            throw Refusal("the regular expression has more than \(QueryPattern.maxLength) characters")
        }
        self.expression = try QueryPattern.inWordsOfPOSIX(expression)
        try QueryPattern.check(Array(self.expression))
        _ = try RegularExpression(self)
    }

    /// An atom or a group: the number of its atoms with repetitions written out, and whether it contains a repetition.
    private struct Piece {
        var size = 1
        var isCounted = false

        mutating func add(_ other: Piece) {
            size += other.size
            isCounted = isCounted || other.isCounted
        }
    }

    private static func check(_ expression: [Character]) throws(Refusal) {
        // The groups that are open, the outermost first, each up to its last atom.
        var groups = [Piece()]
        var last = Piece(size: 0)
        var index = 0
        while index < expression.count {
            let character = expression[index]
            index += 1
            switch character {
            case "(":
                groups[groups.count - 1].add(last)
                groups.append(Piece())
                last = Piece(size: 0)
            case ")":
                // Within the parentheses that `RegularExpression` adds, it would end those.
                guard groups.count > 1, var group = groups.popLast() else {
                    throw Refusal("not a regular expression: a ) without a (")
                }
                group.add(last)
                last = group
            case "*", "?": break
            case "+": last.size *= 2
            case "{":
                guard let end = expression[index...].firstIndex(of: "}") else { break }
                guard !last.isCounted else {
                    throw Refusal("repeat counts of a regular expression cannot stand within others")
                }
                last.size *= try repeats(expression[index..<end])
                last.isCounted = true
                index = end + 1
            default:
                index = try endOfAtom(character, in: expression, from: index)
                groups[groups.count - 1].add(last)
                last = Piece()
            }
            guard last.size + groups[groups.count - 1].size <= maxSize else {
                throw Refusal("the regular expression repeats too much")
            }
        }
    }

    /// The index behind an atom, whose first character is before `index`.
    private static func endOfAtom(
        _ first: Character, in expression: [Character], from index: Int
    ) throws(Refusal) -> Int {
        switch first {
        case "\\":
            if index < expression.count, expression[index].isNumber {
                throw Refusal("a regular expression has no back-references here")
            }
            return index + 1
        case "[": return endOfBracket(expression, from: index)
        default: return index
        }
    }

    /// The higher one of the counts `3`, `3,` or `3,5`.
    private static func repeats(_ bounds: ArraySlice<Character>) throws(Refusal) -> Int {
        var highest = 1
        for bound in bounds.split(separator: ",") {
            let count = Int(String(bound)) ?? (bound.count > 3 ? .max : 1)
            guard count <= maxRepeats else {
                throw Refusal("a repeat count of a regular expression is at most \(maxRepeats)")
            }
            highest = max(highest, count)
        }
        return highest
    }

    /// Behind the `]` that ends `[…]`. One that comes first is a character, and `[:alpha:]`, `[.a.]` and `[=a=]` have
    /// one of their own.
    private static func endOfBracket(_ expression: [Character], from start: Int) -> Int {
        var index = start
        if index < expression.count, expression[index] == "^" { index += 1 }
        if index < expression.count, expression[index] == "]" { index += 1 }
        while index < expression.count, expression[index] != "]" {
            if expression[index] == "[", index + 1 < expression.count, ":.=".contains(expression[index + 1]) {
                let end = [expression[index + 1], "]"]
                index += 2
                while index + 1 < expression.count, expression[index...(index + 1)] != end[...] { index += 1 }
                index += 1
            }
            index += 1
        }
        return index + 1
    }
}

/// A compiled expression. A class, because the C library keeps what it points to.
package final class RegularExpression {
    private let locale: locale_t?
    private var compiled = regex_t()

    /// Characters of a value that are searched.
    private static let reach = 2000

    /// Compiled for the characters of UTF-8, while the process stays in the plain locale.
    package init(_ pattern: QueryPattern) throws(QueryPattern.Refusal) {
        locale =
            newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil) ?? newlocale(Int32(LC_CTYPE_MASK), "en_US.UTF-8", nil)
        // `^.*`: else the matcher would begin anew at each character, and take the square of the time.
        let code = inLocale { regcomp(&compiled, "^.*(\(pattern.expression))", REG_EXTENDED | REG_ICASE | REG_NOSUB) }
        guard code == 0 else {
            var message = [UInt8](repeating: 0, count: 200)
            let length = message.withUnsafeMutableBytes { buffer in
                regerror(code, &compiled, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
            }
            let why = String(decoding: message.prefix(max(0, min(length, 200) - 1)), as: UTF8.self)
            throw QueryPattern.Refusal("not a regular expression: \(why)")
        }
    }

    deinit {
        regfree(&compiled)
        if let locale { freelocale(locale) }
    }

    package func matches(_ text: String) -> Bool {
        let start = text.utf8.count > RegularExpression.reach ? String(text.prefix(RegularExpression.reach)) : text
        return inLocale { regexec(&compiled, start, 0, nil, 0) == 0 }
    }

    private func inLocale<Result>(_ body: () -> Result) -> Result {
        guard let locale else { return body() }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return body()
    }
}

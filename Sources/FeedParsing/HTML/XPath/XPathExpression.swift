/// An expression of XPath 1.0 that can be parsed, without variables and with the functions of XPath 1.0 alone.
struct XPathExpression: Hashable, Sendable {
    let text: String
    /// Else it gives a string, a number or a truth value.
    let givesNodes: Bool

    /// In bytes. So no expression is deeper than the stack.
    private static let lengthLimit = 4096

    init(_ text: String) throws(XPathError) {
        self.text = text
        guard text.utf8.count <= XPathExpression.lengthLimit else {
            throw XPathError(reason: "more than \(XPathExpression.lengthLimit) bytes", offset: 0)
        }
        let page = try XPathExpression.emptyPage()
        if let (reason, position) = XPathExpression.unknownName(in: Array(text.utf8), { page.knowsFunction($0) }) {
            throw XPathError(reason, in: text, atByte: position)
        }
        // Without variables, the type of a value does not depend on the page.
        if case .nodes = try page.value(of: text) { givesNodes = true } else { givesNodes = false }
    }

    private static func emptyPage() throws(XPathError) -> XPathPage {
        do throws(ParseError) { return try XPathPage(HTMLTree([])) } catch {
            throw XPathError(reason: error.message, offset: 0)
        }
    }

    /// Finds a variable or a function that there is not: libxml2 notices it only where it evaluates it.
    private static func unknownName(in text: [UInt8], _ isKnown: (String) -> Bool) -> (reason: String, position: Int)? {
        var index = 0
        while index < text.count {
            let start = index
            index += 1
            switch text[start] {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                index = (text[index...].firstIndex(of: text[start]) ?? text.count) + 1
            case UInt8(ascii: "$"): return ("there are no variables", start)
            case let byte where isNameByte(byte) && !isInnerByte(byte):
                while index < text.count, isNameByte(text[index]) || isPrefix(text, upTo: index) { index += 1 }
                let name = String(decoding: text[start..<index], as: UTF8.self)
                let isCalled = text[index...].first { $0 > 0x20 } == UInt8(ascii: "(")
                if isCalled, !words.contains(name), !isKnown(name) {
                    return ("an unknown function: \(name)()", start)
                }
            default: break
            }
        }
        return nil
    }

    /// Tests of nodes, and operators.
    private static let words: Set = ["node", "text", "comment", "processing-instruction", "and", "or", "div", "mod"]

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80 || isInnerByte(byte)
    }

    /// Whether a name does not begin with the byte.
    private static func isInnerByte(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Whether a colon ends a prefix, and not an axis.
    private static func isPrefix(_ text: [UInt8], upTo index: Int) -> Bool {
        text[index] == UInt8(ascii: ":") && index + 1 < text.count && isNameByte(text[index + 1])
            && text[index - 1] != UInt8(ascii: ":")
    }
}

/// Why an expression cannot be parsed or evaluated, and where.
struct XPathError: Error, Hashable {
    let reason: String
    /// In characters from the start of the expression.
    let offset: Int
}

extension XPathError {
    init(_ reason: String, in expression: String, atByte position: Int) {
        self.init(reason: reason, offset: String(decoding: expression.utf8.prefix(position), as: UTF8.self).count)
    }
}

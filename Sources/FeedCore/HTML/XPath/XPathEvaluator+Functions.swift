/// The functions and conversions (XPath 1.0, section 4).
extension XPathEvaluator {
    func call(_ function: XPathFunction, _ arguments: [Term], _ context: Context) throws(Failure) -> Value {
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .yes: return .boolean(true)
        case .no: return .boolean(false)
        case .boolean: return .boolean(try isTrue(arguments[0], context))
        case .not: return .boolean(!(try isTrue(arguments[0], context)))
        case .count: return .number(Double(try nodes(of: arguments[0], context).count))
        case .sum:
            var sum = 0.0
            for node in try nodes(of: arguments[0], context) { sum += XPathNumber.value(of: try text(of: node)) }
            return .number(sum)
        case .id: return .nodes(try identified(value(of: arguments[0], context)))
        case .name, .localName:
            let node =
                try arguments.first.map { term throws(Failure) in try nodes(of: term, context).first }
                ?? context.node
            return .string(node.map { document.name(of: $0) } ?? "")
        case .namespaceURI: return .string("")
        case .lang: return .boolean(try hasLanguage(string(arguments[0], context), context.node))
        case .number: return .number(try number(valueOrNode(arguments, context)))
        case .floor: return .number(try number(value(of: arguments[0], context)).rounded(.down))
        case .ceiling: return .number(try number(value(of: arguments[0], context)).rounded(.up))
        case .round: return .number((try number(value(of: arguments[0], context)) + 0.5).rounded(.down))
        default: return try callWithText(function, arguments, context)
        }
    }

    private func callWithText(
        _ function: XPathFunction, _ arguments: [Term], _ context: Context
    ) throws(Failure) -> Value {
        let first = arguments.isEmpty ? try text(of: context.node) : try string(arguments[0], context)
        let second = arguments.count > 1 && function != .substring ? try string(arguments[1], context) : ""
        switch function {
        case .string: return .string(first)
        case .stringLength: return .number(Double(first.unicodeScalars.count))
        case .normalizeSpace:
            let words = first.unicodeScalars.split { [" ", "\t", "\n", "\r"].contains($0) }
            return .string(words.map(String.init).joined(separator: " "))
        case .concat:
            var text = first + second
            for argument in arguments.dropFirst(2) { text = try checked(text + string(argument, context)) }
            return .string(try checked(text))
        case .startsWith: return .boolean(first.utf8.starts(with: second.utf8))
        case .contains: return .boolean(try place(of: second, in: first) != nil)
        case .substringBefore:
            guard let place = try place(of: second, in: first) else { return .string("") }
            return .string(String(decoding: first.utf8.prefix(place), as: UTF8.self))
        case .substringAfter:
            guard let place = try place(of: second, in: first) else { return .string("") }
            return .string(String(decoding: first.utf8.dropFirst(place + second.utf8.count), as: UTF8.self))
        case .substring:
            let start = try number(value(of: arguments[1], context))
            let length = arguments.count > 2 ? try number(value(of: arguments[2], context)) : .infinity
            return .string(XPathEvaluator.part(of: first, from: start, length))
        case .translate:
            return .string(XPathEvaluator.translated(first, second, try string(arguments[2], context)))
        default: return .string("")
        }
    }

    /// Where one text begins in another, in bytes.
    private func place(of part: String, in text: String) throws(Failure) -> Int? {
        if part.isEmpty { return 0 }
        try count(text.utf8.count >> 4)
        // Quadratic only for texts that repeat themselves: each of them is from the user or one page.
        let (part, text) = (Array(part.utf8), Array(text.utf8))
        guard text.count >= part.count else { return nil }
        var table = [Int](repeating: 0, count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[index] != part[length] { length = table[length - 1] }
            if part[index] == part[length] { length += 1 }
            table[index] = length
        }
        length = 0
        for index in text.indices {
            while length > 0, text[index] != part[length] { length = table[length - 1] }
            if text[index] == part[length] { length += 1 }
            if length == part.count { return index + 1 - length }
        }
        return nil
    }

    private static func part(of text: String, from start: Double, _ length: Double) -> String {
        let first = (start + 0.5).rounded(.down)
        let end = first + (length + 0.5).rounded(.down)
        var part = String.UnicodeScalarView()
        var place = 0.0
        for scalar in text.unicodeScalars {
            place += 1
            if place >= first, place < end { part.append(scalar) }
        }
        return String(part)
    }

    private static func translated(_ text: String, _ from: String, _ to: String) -> String {
        var changes: [Unicode.Scalar: Unicode.Scalar?] = [:]
        let targets = Array(to.unicodeScalars)
        for (index, scalar) in from.unicodeScalars.enumerated() where changes[scalar] == nil {
            changes.updateValue(index < targets.count ? targets[index] : nil, forKey: scalar)
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let change = changes[scalar] {
                if let change { result.append(change) }
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private func identified(_ value: Value) throws(Failure) -> [Node] {
        var texts: [String] = []
        if case .nodes(let nodes) = value {
            for node in nodes { texts.append(try text(of: node)) }
        } else {
            texts.append(try string(value))
        }
        let words = texts.flatMap { $0.split { $0 == " " || $0.isNewline || $0 == "\t" } }
        try count(words.count)
        return Array(Set(words.compactMap { identifiers[String($0)] })).sorted()
    }

    private func hasLanguage(_ language: String, _ node: Node) throws(Failure) -> Bool {
        var next: Int? = node.place
        while let place = next {
            try count()
            if let value = document.tree.attribute(HTMLTag.name("lang"), of: Int(document.nodes[place])) {
                let (value, language) = (value.lowercased(), language.lowercased())
                return value == language || value.hasPrefix(language + "-")
            }
            next = document.parent(place)
        }
        return false
    }

    // MARK: Conversions

    private func valueOrNode(_ arguments: [Term], _ context: Context) throws(Failure) -> Value {
        arguments.isEmpty ? .nodes([context.node]) : try value(of: arguments[0], context)
    }

    private func string(_ term: Term, _ context: Context) throws(Failure) -> String {
        try string(value(of: term, context))
    }

    func string(_ value: Value) throws(Failure) -> String {
        switch value {
        case .string(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .number(let number): XPathNumber.text(of: number)
        case .nodes(let nodes): if let first = nodes.first { try text(of: first) } else { "" }
        }
    }

    func number(_ value: Value) throws(Failure) -> Double {
        switch value {
        case .number(let number): number
        case .boolean(let value): value ? 1 : 0
        case .string, .nodes: XPathNumber.value(of: try string(value))
        }
    }

    func boolean(_ value: Value) -> Bool {
        switch value {
        case .boolean(let value): value
        case .nodes(let nodes): !nodes.isEmpty
        case .number(let number): number != 0 && !number.isNaN
        case .string(let text): !text.isEmpty
        }
    }
}

/// Numbers as XPath writes and reads them (section 4.4).
enum XPathNumber {
    /// An optional minus sign, digits and a point; NaN for another text.
    static func value(of text: String) -> Double {
        let bytes = Array(text.utf8.drop { $0 <= 0x20 })
        let trimmed = bytes[..<(bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0)]
        let digits = trimmed.first == UInt8(ascii: "-") ? trimmed.dropFirst() : trimmed
        guard digits.count <= 400, digits.contains(where: ASCII.isDigit),
            digits.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }),
            digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1
        else { return .nan }
        let isNegative = digits.count < trimmed.count
        let number = Double(
            "0" + String(decoding: digits, as: UTF8.self) + (digits.contains(UInt8(ascii: ".")) ? "0" : ""))
        return number.map { isNegative ? -$0 : $0 } ?? .nan
    }

    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return abs(number) < 1e15 && number == number.rounded() ? String(Int64(number)) : String(number)
    }
}

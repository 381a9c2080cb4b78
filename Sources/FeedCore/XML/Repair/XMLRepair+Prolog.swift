extension XMLRepair {
    /// How much may precede the root.
    private static let prologLimit = 1_000_000

    /// Goes to the root of the feed, past whatever precedes it: blank lines, warnings of a server's script, headers.
    /// False where there is none.
    mutating func skipToRoot() -> Bool {
        // What is no markup of XML's prolog: behind it only what nothing else begins with is a feed.
        var hasJunk = false
        var documentTypes = 0
        while !isStopped(), let less = input.index(of: UInt8(ascii: "<"), from: position),
            less < XMLRepair.prologLimit
        {
            hasJunk = hasJunk || input[position..<less].contains { $0 > 0x20 && $0 < 0x80 }
            position = less
            switch token(at: less) {
            case .comment: position = commentEnd(at: less)
            case .instruction: position = instructionEnd(at: less)
            case .declaration:
                documentTypes += 1
                guard documentTypes <= 3, skipDocumentType() else { return false }
            case .section, .end, .text:
                hasJunk = true
                position += 1
            case .start:
                let tag = scanTag(at: less)
                switch role(of: tag.name) {
                case .root: return true
                case .channel, .article: return !hasJunk
                default: break
                }
                // A warning in HTML can precede a feed, or whatever is whole in itself; a page cannot.
                guard let end = endOfJunk(tag, at: less) else { return false }
                hasJunk = true
                position = end
            }
        }
        return false
    }

    /// The index behind what precedes a feed and begins with this tag; nil for what has a feed in it, or a page.
    private mutating func endOfJunk(_ tag: Tag, at start: Int) -> Int? {
        guard !XMLRepair.pageNames.contains(tag.name.key) else { return nil }
        if XMLRepair.codeNames.contains(tag.name.key) {
            return endTag(of: tag.name, from: tag.end).map { scanTag(at: $0).end } ?? tag.end
        }
        return tag.name.isHTML || XMLRepair.preformattedNames.contains(tag.name.key)
            ? tag.end : balanced(tag, at: start)?.end
    }

    private static let pageNames = Set(
        ["html", "head", "body", "title"].map { HTMLTag.name($0 as StaticString) })
    private static let codeNames = Set(["script", "style"].map { HTMLTag.name($0 as StaticString) })
    /// Of an old HTML.
    private static let preformattedNames = Set(
        ["xmp", "plaintext", "listing"].map { HTMLTag.name($0 as StaticString) })

    /// The end of a document tells whether it was cut off: only comments and blanks may follow its root.
    func endsWithRoot(_ root: Name) -> Bool {
        var end = input.count
        while true {
            while end > 0, input[end - 1] <= 0x20 { end -= 1 }
            guard end > 3, input[end - 1] == UInt8(ascii: ">") else { return false }
            var start = end - 1
            let isComment = input.has("-->", at: end - 3)
            while start > 0, end - start < 4096 {
                start -= 1
                if input[start] == UInt8(ascii: "<"), !isComment || input.has("<!--", at: start) { break }
            }
            if isComment, input.has("<!--", at: start) {
                end = start
                continue
            }
            return input.has("</", at: start)
                && isSame(name(nameRange(from: tagName(at: start).start)), root)
        }
    }

    // MARK: The document type

    /// Goes past the `<!DOCTYPE` at `position` and notes the entities in it. False for a page's.
    private mutating func skipDocumentType() -> Bool {
        let start = position
        let kind = nameRange(from: start + 2).upperBound
        var word = kind
        while word < input.count, input[word] <= 0x20 { word += 1 }
        let isPage = name(nameRange(from: word)).isNamed("html")
        position =
            documentTypeEnd(from: start) ?? input.index(of: UInt8(ascii: ">"), from: start).map { $0 + 1 }
            ?? input.count
        if !isPage { declarations.append(contentsOf: entityDeclarations(in: start..<position)) }
        for declaration in declarations { entities.insert(text(declaration.name)) }
        return !isPage
    }

    private func documentTypeEnd(from start: Int) -> Int? {
        var index = start + 2
        var isInside = false
        while index < input.count, index - start < XMLRepair.prologLimit {
            switch input[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = input.index(of: input[index], from: index + 1) else { return nil }
                index = end
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: "<") where input.has("<!--", at: index):
                guard let end = input.end(of: "-->", from: index + 4) else { return nil }
                index = end - 1
            case UInt8(ascii: "<") where !isInside: return nil
            case UInt8(ascii: ">") where !isInside: return index + 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// A general entity with its text in the document itself. Others are never loaded.
    struct EntityDeclaration {
        let name: Range<Int>
        let value: Range<Int>
    }

    private func entityDeclarations(in range: Range<Int>) -> [EntityDeclaration] {
        var found: [EntityDeclaration] = []
        var place = range.lowerBound
        while let start = input.end(of: "<!ENTITY", from: place), start < range.upperBound,
            found.count < 1000
        {
            place = start
            func skipBlanks() { while place < range.upperBound, input[place] <= 0x20 { place += 1 } }
            skipBlanks()
            let name = nameRange(from: place)
            place = name.upperBound
            skipBlanks()
            guard !name.isEmpty, XMLRepair.beginsName(input[name.lowerBound]), place < range.upperBound,
                input[place] == UInt8(ascii: "\"") || input[place] == UInt8(ascii: "'"),
                let end = input.index(of: input[place], from: place + 1), end < range.upperBound
            else { continue }
            found.append(EntityDeclaration(name: name, value: place + 1..<end))
            place = end
        }
        return found
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: input[range], as: UTF8.self) }

    /// Writes the document's own entities, as text: markup in them is HTML.
    mutating func writeEntities() {
        guard !declarations.isEmpty else { return }
        put("<!DOCTYPE feed [")
        for declaration in declarations {
            put("<!ENTITY ")
            write(declaration.name)
            put(" \"")
            writeEntityValue(declaration.value)
            put("\">")
        }
        put("]>")
    }

    /// A reference to a character is read twice: where the entity is declared and where it is used (XML 1.0, 4.4).
    private mutating func writeEntityValue(_ range: Range<Int>) {
        let text = UnsafeBufferPointer(rebasing: input[..<range.upperBound])
        var index = range.lowerBound
        while index < range.upperBound {
            switch input[index] {
            case UInt8(ascii: "&"):
                let name = nameRange(from: index + 1)
                if name.upperBound < range.upperBound, input[name.upperBound] == UInt8(ascii: ";"),
                    isDeclared(name)
                {
                    write(index..<name.upperBound + 1)
                    index = name.upperBound + 1
                } else if let found = HTMLEntity.reference(in: text, at: index),
                    XMLRepair.isAllowed(found.value)
                {
                    // An ampersand may be the first half of a reference that is read when the entity is used.
                    let isHalf = found.value == 0x26 && isRestOfReference(found.end..<range.upperBound)
                    output.append(contentsOf: isHalf ? "&#38;".utf8 : "&#38;#\(found.value);".utf8)
                    index = found.end
                } else {
                    put("&#38;#38;")
                    index += 1
                }
            case UInt8(ascii: "<"):
                put("&#38;#60;")
                index += 1
            case UInt8(ascii: "%"), UInt8(ascii: "\""):
                output.append(contentsOf: "&#\(input[index]);".utf8)
                index += 1
            default:
                let forbidden = forbiddenLength(at: index)
                if forbidden == 0 { output.append(input[index]) }
                index += max(1, forbidden)
            }
        }
    }

    /// `#60;`, `lt;`.
    private func isRestOfReference(_ range: Range<Int>) -> Bool {
        guard let first = input[range].first else { return false }
        let start = range.lowerBound + (first == UInt8(ascii: "#") ? 1 : 0)
        let name = nameRange(from: start)
        guard !name.isEmpty, name.upperBound < range.upperBound,
            input[name.upperBound] == UInt8(ascii: ";")
        else {
            return false
        }
        if start == range.lowerBound { return isDeclared(name) }
        return input[name].allSatisfy { $0 &- UInt8(ascii: "0") < 10 } && name.count < 6
    }
}

extension XMLRepair {
    /// How much may precede the root.
    private static let prologLimit = 1_000_000
    /// The most bytes that the text of an entity may have.
    private static let entityLimit = 65_536

    /// Skips what precedes the root: spaces, HTTP headers, the warnings of a script. Returns the root's tag; nil for a web
    /// page and for other documents without a feed.
    mutating func skipToRoot() throws(ParseError) -> Token? {
        var hasJunk = false
        var hasDocumentType = false
        var place = 0
        while let token = try scanner.next(), token.start < Self.prologLimit {
            hasJunk = hasJunk || input[place..<token.start].contains { $0 > 0x20 && $0 < 0x80 }
            switch token.kind {
            case .dropped:
                if token.isTidy || hasDocumentType { break }
                hasDocumentType = true
                guard try readDocumentType(at: token.start) else { return nil }
            case .section, .end: hasJunk = true
            case .start:
                switch token.role {
                case .root: return token.isTerminated ? token : nil
                // Behind junk, only a root tag shows that a feed begins.
                case .channel, .article: return hasJunk || !token.isTerminated ? nil : token
                default: break
                }
                // PHP writes its warnings as HTML, without the tags of a page.
                guard token.name.isHTML, !Self.pageNames.contains(token.name.local) else { return nil }
                hasJunk = true
            }
            place = scanner.position
        }
        return nil
    }

    private static let pageNames = Set(Token.Name.packed("html head body title"))

    // MARK: The document type

    /// Reads the entities of the document type at `start` and skips it. False for the document type of a web page.
    private mutating func readDocumentType(at start: Int) throws(ParseError) -> Bool {
        guard let end = documentTypeEnd(from: start) else { return true }
        scanner.position = end
        var word = scanner.nameRange(from: start + 2).upperBound
        while word < end, input[word] <= 0x20 { word += 1 }
        if scanner.name(scanner.nameRange(from: word)).isNamed("html") { return false }
        try readEntities(in: start..<end)
        return true
    }

    /// The index after the document type; nil if it has no end.
    private func documentTypeEnd(from start: Int) -> Int? {
        var index = start + 2
        var isInside = false
        while index < input.count, index - start < Self.prologLimit {
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

    /// Reads the entities whose text is in the document itself. Others are never loaded.
    private mutating func readEntities(in range: Range<Int>) throws(ParseError) {
        var place = range.lowerBound
        func skipSpaces() { while place < range.upperBound, input[place] <= 0x20 { place += 1 } }
        while let start = input.end(of: "<!ENTITY", from: place), start < range.upperBound {
            guard !Task.isCancelled else { throw .cancelled }
            place = start
            skipSpaces()
            let name = scanner.nameRange(from: place)
            place = name.upperBound
            skipSpaces()
            guard !name.isEmpty, XMLRepairScanner.beginsName(input[name.lowerBound]), place < range.upperBound,
                input[place] == UInt8(ascii: "\"") || input[place] == UInt8(ascii: "'"),
                let end = input.index(of: input[place], from: place + 1), end < range.upperBound
            else { continue }
            let text = try entityText(place + 1..<end)
            place = end
            guard !isPredefined(name) else { continue }
            entities[String(decoding: input[name], as: UTF8.self)] = text
            guard entities.count <= XMLReader.entityLimit else {
                throw .limit("more than \(XMLReader.entityLimit) entities")
            }
        }
    }

    /// The text of an entity, with the entities in it that were declared before.
    private func entityText(_ range: Range<Int>) throws(ParseError) -> [UInt8] {
        var text: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if input[index] == UInt8(ascii: "&"), let reference = reference(at: index, before: range.upperBound) {
                switch reference.meaning {
                case .character(let value): HTMLEntity.append(value, to: &text)
                case .text(let inner): text += inner
                }
                index = reference.end
            } else {
                text.append(input[index])
                index += 1
            }
            guard text.count <= Self.entityLimit else { throw .limit("entities that never end") }
        }
        return text
    }
}

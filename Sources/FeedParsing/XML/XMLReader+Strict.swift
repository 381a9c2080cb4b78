internal import CLibXML2

/// Reads well-formed documents with libxml2.
extension XMLReader {
    /// Reads the whole document as UTF-8, whatever its XML declaration says. Called once.
    func read() throws(ParseError) {
        // libxml2 would print errors outside of a parser, mostly of encodings, to standard error. Set for each thread.
        xml.xmlSetStructuredErrorFunc(nil) { _, _ in }
        var callbacks = Self.callbacks
        let reader = Unmanaged.passUnretained(self).toOpaque()
        guard let context = xml.xmlCreatePushParserCtxt(&callbacks, reader, nil, 0, nil) else { throw .limit("memory") }
        self.context = context
        defer { free(context) }
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue)
        bytes.withUnsafeBytes { buffer in
            if DocumentType.isTooLarge(in: buffer.bindMemory(to: UInt8.self)) {
                stop(.limit("the DTD is too large"))
            } else if buffer.prefix(4).contains(0) {
                pull(buffer, context, options)
            } else {
                let document = buffer.bindMemory(to: UInt8.self)
                longTexts = LongTexts(in: document)
                push(document, context, options)
            }
        }
        // libxml2 reports every fault that makes a document not well-formed.
        if let failure { throw failure }
        if let longTexts, !longTexts.areComplete { throw .misplacedText }
    }

    private func free(_ context: xmlParserCtxtPtr) {
        self.context = nil
        // Frees the document with the declared entities, too.
        xml.xmlCtxtReset(context)
        xml.xmlFreeParserCtxt(context)
        if let entitiesOfHTML { xml.xmlFreeDoc(entitiesOfHTML) }
        entitiesOfHTML = nil
    }

    /// The push parser of libxml2 copies only a piece at a time. It understands neither a byte order mark nor UTF-16
    /// without one.
    private func push(_ document: UnsafeBufferPointer<UInt8>, _ context: xmlParserCtxtPtr, _ options: Int32) {
        _ = xml.xmlCtxtUseOptions(context, options)
        var start = document.markLength
        // Templates leave empty lines before the declaration.
        let spaces = document[start...].prefix { $0 <= 0x20 }
        if document.has("<?xml", at: spaces.endIndex) { start = spaces.endIndex }
        (longTexts ?? LongTexts()).forEachPiece(of: document, from: start, upTo: pieceSize) { piece, isLast in
            _ = piece.withMemoryRebound(to: CChar.self) {
                xml.xmlParseChunk(context, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
            }
            if Task.isCancelled { stop(.cancelled) }
            return failure == nil
        }
    }

    private func pull(_ buffer: UnsafeRawBufferPointer, _ context: xmlParserCtxtPtr, _ options: Int32) {
        let characters = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        let document = xml.xmlCtxtReadMemory(context, characters, Int32(clamping: buffer.count), nil, nil, options)
        if let document { xml.xmlFreeDoc(document) }
    }

    /// Calls the reader that a callback is for. The reader lives as long as its parser.
    @inline(__always) private static func with<Result>(
        _ reader: UnsafeMutableRawPointer?, _ event: (XMLReader) -> Result?
    ) -> Result? {
        guard let reader else { return nil }
        return Unmanaged<XMLReader>.fromOpaque(reader)._withUnsafeGuaranteedRef(event)
    }
}

// MARK: - Events

extension XMLReader {
    /// The functions that libxml2 calls, each with the reader. The tree of the document is not built; libxml2 keeps
    /// only its entities.
    private static var callbacks: xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { reader, name, prefix, uri, spaces, declared, count, _, values in
            XMLReader.with(reader) {
                if spaces > 0, let declared { $0.declare(declared, Int(spaces)) }
                $0.startElement(name, prefix, uri, XMLAttributes(values, Int(count)))
            }
        }
        sax.endElementNs = { reader, name, _, _ in XMLReader.with(reader) { $0.endElement(name) } }
        sax.characters = { reader, text, count in XMLReader.with(reader) { $0.characters(text, Int(count)) } }
        sax.ignorableWhitespace = sax.characters
        sax.cdataBlock = { reader, text, count in XMLReader.with(reader) { $0.section(text, Int(count)) } }
        sax.reference = { reader, name in XMLReader.with(reader) { $0.reference(name) } }
        sax.serror = { reader, error in
            guard let error, error.pointee.level == XML_ERR_FATAL else { return }
            XMLReader.with(reader) { reader in
                reader.stop(ParseError(error, skippedLines: reader.longTexts?.lineCount(in: reader.bytes) ?? 0))
            }
        }
        setDeclarations(in: &sax)
        return sax
    }

    private static func setDeclarations(in sax: inout xmlSAXHandler) {
        sax.startDocument = { reader in XMLReader.with(reader) { $0.xml.xmlSAX2StartDocument($0.context) } }
        sax.internalSubset = { reader, name, publicID, systemID in
            XMLReader.with(reader) { $0.xml.xmlSAX2InternalSubset($0.context, name, publicID, systemID) }
        }
        // libxml2 would add the default values to every element, in time that grows with the cube of the document's length.
        // The lenient parser ignores such declarations.
        sax.attributeDecl = { reader, _, _, _, _, _, _ in
            XMLReader.with(reader) { $0.stop(.malformed(reason: "it declares attributes", line: nil)) }
        }
        sax.entityDecl = { reader, name, type, publicID, systemID, content in
            XMLReader.with(reader) { reader -> Void? in
                guard reader.countEntity() else { return nil }
                return reader.xml.xmlSAX2EntityDecl(reader.context, name, type, publicID, systemID, content)
            }
        }
        sax.getEntity = { reader, name in XMLReader.with(reader) { $0.entity(name) } }
        sax.getParameterEntity = { reader, name in
            XMLReader.with(reader) { $0.xml.xmlSAX2GetParameterEntity($0.context, name) }
        }
    }

    /// Declares the namespaces of the element that begins, each a prefix and a URI.
    private func declare(_ spaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>, _ count: Int) {
        for index in 0..<count {
            if let uri = spaces[2 * index + 1] { declare(spaces[2 * index], uri) }
        }
    }

    private func countEntity() -> Bool {
        entities += 1
        if entities > XMLReader.entityLimit { stop(.limit("more than \(XMLReader.entityLimit) entities")) }
        return entities <= XMLReader.entityLimit
    }

    /// The entity that the document declares, else HTML's: many feeds use those without a DTD.
    private func entity(_ name: UnsafePointer<xmlChar>?) -> xmlEntityPtr? {
        guard let name else { return nil }
        if let entity = xml.xmlSAX2GetEntity(context, name) { return entity }
        let bytes = UnsafeBufferPointer(start: name, count: name.textLength)
        guard let value = HTMLEntity.value(named: bytes) else { return nil }
        if entitiesOfHTML == nil {
            entitiesOfHTML = xml.xmlNewDoc("1.0")
            _ = xml.xmlCreateIntSubset(entitiesOfHTML, "feed", nil, nil)
        }
        return xml.xmlGetDocEntity(entitiesOfHTML, name)
            ?? xml.xmlAddDocEntity(
                entitiesOfHTML, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, "&#\(value);")
    }

    /// Keeps the text of a reference to an unknown entity, such as one of a DTD that is not loaded.
    private func reference(_ name: UnsafePointer<xmlChar>?) {
        guard gathersText, let name, entity(name) == nil else { return }
        let written = Array("&".utf8) + UnsafeBufferPointer(start: name, count: name.textLength) + Array(";".utf8)
        written.withUnsafeBufferPointer { characters($0.baseAddress, $0.count) }
    }

    /// Takes a section, or the text of the document in whose place libxml2 has read one.
    private func section(_ run: UnsafePointer<UInt8>?, _ count: Int) {
        let run = UnsafeBufferPointer(start: run, count: count)
        guard longTexts != nil else {
            // libxml2 does not normalize line ends here.
            guard let lines = XMLText.normalizeLineEnds(of: run) else { return characters(run.baseAddress, count) }
            return lines.withUnsafeBufferPointer { characters($0.baseAddress, $0.count) }
        }
        let isExpected = bytes.withUnsafeBufferPointer { document in
            longTexts?.next(insteadOf: run, in: document, isWanted: gathersText) {
                characters($0.baseAddress, $0.count, areUTF8: true)
            }
        }
        if isExpected != true { stop(.misplacedText) }
    }
}

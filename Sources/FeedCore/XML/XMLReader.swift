internal import CLibXML2

/// Reads a document with libxml2's SAX2 parser and gives its handler only what the handler asks for.
///
/// What the handler skips costs no String: names are known by the pointers of libxml2's dictionary, text is gathered in
/// one buffer. External entities and DTDs are never loaded. Nesting and growth by entities are limited.
final class XMLReader {
    /// How many bytes libxml2 gets at once: nearly every feed fits. It keeps a copy of them.
    static let defaultPieceSize = 512 << 10

    private let xml: rssium_xml
    /// libxml2's parser, while `read` runs.
    private var context: xmlParserCtxtPtr?
    private let bytes: [UInt8]
    private let pieceSize: Int
    private let documentBase: String?
    /// Whether an article that has a title needs its text too.
    let keepsTexts: Bool
    private let choose: (ElementName, String) throws(ParseError) -> any XMLHandler
    private var handler: (any XMLHandler)?
    private var failure: ParseError?

    /// An element whose text or markup is gathered, and how deep inside it the parser is.
    struct Gathered {
        let name: ElementName
        let isMarkup: Bool
        var depth = 0
    }

    /// The base and the language that an element gives to what is inside it.
    private struct Scope {
        let depth: Int
        let base: String?
        let language: String?
    }

    // Unchecked, because every event touches these, on one thread, in callbacks that never nest. Checked, they would
    // cost up to a tenth of the time of a document.
    @exclusivity(unchecked) private var names: ElementNames
    @exclusivity(unchecked) private var open: [ElementName] = []
    @exclusivity(unchecked) private var depth = 0
    /// How deep inside a skipped element the parser is.
    @exclusivity(unchecked) private var skipped = 0
    @exclusivity(unchecked) var gathered: Gathered?
    @exclusivity(unchecked) private var gathersText = false
    @exclusivity(unchecked) var escapesText = false
    @exclusivity(unchecked) var text: [UInt8] = []
    @exclusivity(unchecked) private var textTotal = 0
    @exclusivity(unchecked) private var scopes: [Scope] = []
    /// The URIs of the namespaces in force, in libxml2's dictionary, with the depth of the elements that declare them.
    @exclusivity(unchecked) private var namespaces: [(depth: Int, uri: UnsafePointer<xmlChar>?)] = []
    @exclusivity(unchecked) private var sections = CDATASection()

    /// A CDATA section contains the start of another one, so the first may lack its end.
    var hasNestedSection: Bool { sections.hasNested }
    private var entities = 0
    /// The entities of HTML that the document uses without declaring them.
    private var entitiesOfHTML: xmlDocPtr?
    @exclusivity(unchecked) private var events: UInt32 = 0

    /// A reader of a document that came from `base`.
    ///
    /// - Parameter choose: returns the handler for a root element, or throws if no feed format has that root.
    init(
        _ bytes: [UInt8], base: String?, keepsTexts: Bool = true, pieceSize: Int = defaultPieceSize,
        choose: @escaping (ElementName, String) throws(ParseError) -> any XMLHandler
    ) throws(ParseError) {
        xml = try XMLLibrary.shared.get().functions
        self.bytes = bytes
        self.pieceSize = pieceSize
        documentBase = base
        self.keepsTexts = keepsTexts
        self.choose = choose
        names = ElementNames()
        text.reserveCapacity(16_384)
    }

    /// The address that `xml:base` sets here, resolved against the document's.
    var base: String? { scopes.last?.base }

    /// The language that `xml:lang` sets here.
    var language: String? { scopes.last?.language }

    /// Whether a namespace is declared for the element that has just begun.
    func declares(_ namespace: XMLNamespace) -> Bool {
        namespaces.contains { $0.uri.map { XMLNamespace(uri: String(xml: $0)) == namespace } ?? false }
    }

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
                push(buffer, context, options)
            }
        }
        // libxml2 reports every fault that makes a document not well-formed.
        if let failure { throw failure }
    }

    private func free(_ context: xmlParserCtxtPtr) {
        self.context = nil
        // Frees the document with the declared entities, too.
        xml.xmlCtxtReset(context)
        xml.xmlFreeParserCtxt(context)
        if let entitiesOfHTML { xml.xmlFreeDoc(entitiesOfHTML) }
        entitiesOfHTML = nil
    }

    /// The push parser of libxml2 hands out CDATA sections, of which most feeds consist, without copying them character
    /// by character as its pull parser does. It understands neither a byte order mark nor UTF-16 without one.
    private func push(_ buffer: UnsafeRawBufferPointer, _ context: xmlParserCtxtPtr, _ options: Int32) {
        _ = xml.xmlCtxtUseOptions(context, options)
        var rest = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? buffer.dropFirst(3) : buffer[...]
        repeat {
            let size = rest.count < 2 * pieceSize ? rest.count : pieceSize
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
            rest = rest.dropFirst(piece.count)
            let characters = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = xml.xmlParseChunk(context, characters, Int32(piece.count), rest.isEmpty ? 1 : 0)
            if Task.isCancelled { stop(.cancelled) }
        } while !rest.isEmpty && failure == nil
    }

    private func pull(_ buffer: UnsafeRawBufferPointer, _ context: xmlParserCtxtPtr, _ options: Int32) {
        let characters = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        let document = xml.xmlCtxtReadMemory(
            context, characters, Int32(clamping: buffer.count), nil, nil, options)
        if let document { xml.xmlFreeDoc(document) }
    }

    /// Calls the reader that a callback is for. The reader lives as long as its parser.
    @inline(__always)
    private static func with<Result>(
        _ reader: UnsafeMutableRawPointer?, _ event: (XMLReader) -> Result?
    ) -> Result? {
        guard let reader else { return nil }
        return Unmanaged<XMLReader>.fromOpaque(reader)._withUnsafeGuaranteedRef(event)
    }

    func stop(_ error: ParseError) {
        if failure == nil { failure = error }
        handler = nil
        gathersText = false
        skipped = .max / 2
        if let context { xml.xmlStopParser(context) }
    }
}

// MARK: - Events

extension XMLReader {
    /// What libxml2 calls, each with the reader. The tree of the document is not built; libxml2 keeps only its entities.
    private static var callbacks: xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { reader, name, prefix, uri, spaces, declared, count, _, values in
            XMLReader.with(reader) {
                if spaces > 0, let declared { $0.declareNamespaces(declared, Int(spaces)) }
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
            XMLReader.with(reader) { $0.stop(ParseError(error)) }
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
        // A repaired document has no declarations.
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

    /// Stops the parser if the task was cancelled: a large document takes seconds.
    private func countEvent(textLength: Int = 0) {
        events &+= 1 + UInt32(clamping: textLength >> 5)
        guard events >= 0x1000 else { return }
        events = 0
        if Task.isCancelled { stop(.cancelled) }
    }

    private func startElement(
        _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
        _ attributes: XMLAttributes
    ) {
        guard let name else { return }
        countEvent()
        depth += 1
        guard depth <= XMLReader.nestingLimit else {
            return stop(.nesting)
        }
        if skipped > 0 {
            skipped += 1
            return
        }
        if attributes.count > 0 { openScope(attributes) }
        if gathersText { return writeStart(name, attributes) }
        let element = names.element(name, prefix, uri)
        guard let handler else { return chooseHandler(element, name, uri, attributes) }
        begin(element, use: handler.start(element, attributes, in: self))
    }

    /// Takes the namespaces of the element that begins, each a prefix and a URI. libxml2 searches all that are in force
    /// for each element.
    private func declareNamespaces(_ declared: UnsafeMutablePointer<UnsafePointer<xmlChar>?>, _ count: Int) {
        for index in 0..<count { namespaces.append((depth + 1, declared[2 * index + 1])) }
        if namespaces.count > XMLReader.namespaceLimit {
            stop(.limit("more than \(XMLReader.namespaceLimit) namespaces"))
        }
    }

    private func begin(_ element: ElementName, use: ElementUse) {
        switch use {
        case .skip:
            skipped = 1
        case .enter:
            open.append(element)
        case .text, .markup:
            text.removeAll(keepingCapacity: true)
            gathered = Gathered(name: element, isMarkup: use == .markup)
            gathersText = true
            escapesText = use == .markup
        }
    }

    private func chooseHandler(
        _ element: ElementName, _ name: UnsafePointer<xmlChar>, _ uri: UnsafePointer<xmlChar>?,
        _ attributes: XMLAttributes
    ) {
        do throws(ParseError) {
            let handler = try choose(element, String(xml: name))
            names.setHome(element.tag == .feed || element.tag == .entry ? .atom : .rss, root: uri)
            self.handler = handler
            let root = names.element(name, nil, uri)
            begin(root, use: handler.start(root, attributes, in: self))
        } catch {
            stop(error)
        }
    }

    private func endElement(_ name: UnsafePointer<xmlChar>?) {
        defer {
            depth -= 1
            if let scope = scopes.last, scope.depth > depth { scopes.removeLast() }
            while let space = namespaces.last, space.depth > depth { namespaces.removeLast() }
        }
        if skipped > 0 {
            skipped -= 1
        } else if gathersText {
            endGathered(name)
        } else if let element = open.popLast() {
            handler?.end(element, in: self)
        }
    }

    private func endGathered(_ name: UnsafePointer<xmlChar>?) {
        guard let gathered else { return }
        if gathered.depth > 0 {
            if let name { writeEnd(name) }
            return
        }
        gathersText = false
        self.gathered = nil
        countEvent(textLength: text.count)
        handler?.end(gathered.name, text: text, in: self)
    }

    private func characters(_ characters: UnsafePointer<xmlChar>?, _ count: Int) {
        countEvent()
        // Once the parser has stopped, `characters` is no longer valid.
        guard gathersText, let characters, count > 0 else { return }
        textTotal += count
        guard textTotal <= bytes.count * XMLReader.growthLimit + 4096 else {
            return stop(.limit("entities that grow without end"))
        }
        let run = UnsafeBufferPointer(start: characters, count: count)
        if escapesText {
            for byte in run { text.appendEscaped(byte) }
        } else {
            text.append(contentsOf: run)
        }
    }

    private func section(_ characters: UnsafePointer<UInt8>?, _ count: Int) {
        guard gathersText, let characters, count > 0 else { return }
        let run = UnsafeBufferPointer(start: characters, count: count)
        if let lines = sections.normalizeLineEnds(of: run) {
            lines.withUnsafeBufferPointer { self.characters($0.baseAddress, $0.count) }
        } else {
            self.characters(characters, count)
        }
    }

    private func openScope(_ attributes: XMLAttributes) {
        guard let found = attributes.scope else { return }
        var base = self.base
        if let written = found.base, written.utf8.count <= XMLReader.baseLimit {
            let resolved = LinkResolver.resolve(written, base: base ?? documentBase)
            base = LinkScheme.kept(resolved, isLocal: LinkScheme.isLocal(documentBase)) ?? base
        }
        scopes.append(Scope(depth: depth, base: base, language: LanguageTag.parse(found.language) ?? language))
    }
}

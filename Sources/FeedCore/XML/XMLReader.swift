internal import CLibXML2

/// Reads a document with libxml2's SAX2 parser and gives its handler only what the handler asks for.
///
/// What the handler skips costs no String: names are known by the pointers of libxml2's dictionary, text is gathered in
/// one buffer. External entities and DTDs are never loaded. Nesting and growth by entities are limited.
final class XMLReader {
    /// How many bytes libxml2 gets at once: nearly every feed fits. It keeps a copy of them.
    static let defaultPieceSize = 512 << 10

    private let xml: rssium_xml
    private let context: xmlParserCtxtPtr
    private let bytes: [UInt8]
    private let pieceSize: Int
    private let documentBase: String?
    /// Whether an article that has a title needs its text too.
    let keepsTexts: Bool
    private let choose: (ElementName, String) throws(ParseError) -> any XMLHandler
    private var handler: (any XMLHandler)?
    private var failure: ParseError?

    /// An element whose text or markup is gathered, and how deep inside it the parser is.
    private struct Gathered {
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
    @exclusivity(unchecked) private var gathered: Gathered?
    @exclusivity(unchecked) private var gathersText = false
    @exclusivity(unchecked) private var escapesText = false
    @exclusivity(unchecked) private var text: [UInt8] = []
    @exclusivity(unchecked) private var textTotal = 0
    @exclusivity(unchecked) private var scopes: [Scope] = []
    @exclusivity(unchecked) private var sections = CDATASection()

    /// A CDATA section contains the start of another one, so the first may lack its end.
    var hasNestedSection: Bool { sections.hasNested }
    private var entities = 0
    @exclusivity(unchecked) private var events: UInt32 = 0
    private var declareEntity: entityDeclSAXFunc?

    /// A reader of a document that came from `base`.
    ///
    /// - Parameter choose: returns the handler for a root element, or throws if no feed format has that root.
    init(
        _ bytes: [UInt8], base: String?, keepsTexts: Bool = true, pieceSize: Int = defaultPieceSize,
        choose: @escaping (ElementName, String) throws(ParseError) -> any XMLHandler
    ) throws(ParseError) {
        xml = try XMLLibrary.shared.get().functions
        guard let context = xml.xmlNewParserCtxt() else { throw .limit("memory") }
        self.context = context
        self.bytes = bytes
        self.pieceSize = pieceSize
        documentBase = base
        self.keepsTexts = keepsTexts
        self.choose = choose
        names = ElementNames()
        text.reserveCapacity(16_384)
    }

    deinit {
        if let document = context.pointee.myDoc { xml.xmlFreeDoc(document) }
        context.pointee.myDoc = nil
        xml.xmlFreeParserCtxt(context)
    }

    /// The address that `xml:base` sets here, resolved against the document's.
    var base: String? { scopes.last?.base }

    /// The language that `xml:lang` sets here.
    var language: String? { scopes.last?.language }

    /// Whether a namespace is declared for the element that has just begun.
    func declares(_ namespace: XMLNamespace) -> Bool {
        // Each is a prefix and a URI.
        stride(from: 1, to: Int(context.pointee.nsNr), by: 2).contains { index in
            context.pointee.nsTab[index].map { XMLNamespace(uri: String(xml: $0)) == namespace } ?? false
        }
    }

    /// Reads the whole document as UTF-8, whatever its XML declaration says.
    func read() throws(ParseError) {
        // libxml2 would print errors outside of a parser, mostly of encodings, to standard error. Set for each thread.
        xml.xmlSetStructuredErrorFunc(nil) { _, _ in }
        context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
        setCallbacks()
        let options = Int32(
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
                | XML_PARSE_IGNORE_ENC.rawValue)
        bytes.withUnsafeBytes { buffer in
            if DocumentType.isTooLarge(in: buffer.bindMemory(to: UInt8.self)) {
                stop(.limit("the DTD is too large"))
            } else if buffer.prefix(4).contains(0) {
                pull(buffer, options)
            } else {
                push(buffer, options)
            }
        }
        if let failure { throw failure }
        guard context.pointee.wellFormed == 1 else { throw ParseError(xml.xmlCtxtGetLastError(context)) }
    }

    /// The push parser of libxml2 hands out CDATA sections, of which most feeds consist, without copying them character
    /// by character as its pull parser does. It understands neither a byte order mark nor UTF-16 without one.
    private func push(_ buffer: UnsafeRawBufferPointer, _ options: Int32) {
        guard xml.xmlCtxtResetPush(context, nil, 0, nil, nil) == 0 else { return stop(.limit("memory")) }
        _ = xml.xmlCtxtUseOptions(context, options)
        var rest = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? buffer.dropFirst(3) : buffer[...]
        repeat {
            let size = rest.count < 2 * pieceSize ? rest.count : pieceSize
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
            rest = rest.dropFirst(piece.count)
            let characters = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = xml.xmlParseChunk(context, characters, Int32(piece.count), rest.isEmpty ? 1 : 0)
            if Task.isCancelled { stop(.cancelled) }
        } while !rest.isEmpty && failure == nil && context.pointee.wellFormed == 1
    }

    private func pull(_ buffer: UnsafeRawBufferPointer, _ options: Int32) {
        let characters = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        let document = xml.xmlCtxtReadMemory(
            context, characters, Int32(clamping: buffer.count), nil, nil, options)
        if let document { xml.xmlFreeDoc(document) }
    }

    /// Calls the reader that a callback is for. The reader lives as long as its parser.
    @inline(__always)
    private static func with<Result>(
        _ context: UnsafeMutableRawPointer?, _ event: (XMLReader) -> Result?
    ) -> Result? {
        guard let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self), let reader = parser.pointee._private
        else { return nil }
        return Unmanaged<XMLReader>.fromOpaque(reader)._withUnsafeGuaranteedRef(event)
    }

    func stop(_ error: ParseError) {
        if failure == nil { failure = error }
        handler = nil
        gathersText = false
        skipped = .max / 2
        xml.xmlStopParser(context)
    }
}

// MARK: - Events

extension XMLReader {
    private func setCallbacks() {
        guard let sax = context.pointee.sax else { return }
        sax.pointee.startElementNs = { context, name, prefix, uri, spaces, _, count, _, values in
            if spaces > 0 { XMLReader.with(context) { $0.checkNamespaces() } }
            XMLReader.with(context) { $0.startElement(name, prefix, uri, XMLAttributes(values, Int(count))) }
        }
        sax.pointee.endElementNs = { context, name, _, _ in
            XMLReader.with(context) { $0.endElement(name) }
        }
        sax.pointee.characters = { context, text, count in
            XMLReader.with(context) { $0.characters(text, Int(count)) }
        }
        sax.pointee.ignorableWhitespace = sax.pointee.characters
        sax.pointee.cdataBlock = { context, text, count in
            XMLReader.with(context) { $0.section(text, Int(count)) }
        }
        sax.pointee.comment = nil
        sax.pointee.processingInstruction = nil
        sax.pointee.reference = { context, name in
            XMLReader.with(context) { $0.reference(context, name) }
        }
        sax.pointee.serror = { context, error in
            guard let error, error.pointee.level == XML_ERR_FATAL else { return }
            XMLReader.with(context) { $0.stop(ParseError(error)) }
        }
        sax.pointee.resolveEntity = { _, _, _ in nil }
        // libxml2 would add the default values to every element, in time that grows with the cube of the document's length.
        // A repaired document has no declarations.
        sax.pointee.attributeDecl = { context, _, _, _, _, _, _ in
            XMLReader.with(context) { $0.stop(.malformed(reason: "it declares attributes", line: nil)) }
        }
        declareEntity = sax.pointee.entityDecl
        sax.pointee.entityDecl = { context, name, type, publicID, systemID, content in
            XMLReader.with(context) { reader -> Void? in
                guard reader.countEntity() else { return nil }
                return reader.declareEntity?(context, name, type, publicID, systemID, content)
            }
        }
        sax.pointee.getEntity = { context, name in
            XMLReader.with(context) { $0.entity(context, name) }
        }
    }

    private func countEntity() -> Bool {
        entities += 1
        if entities > XMLReader.entityLimit { stop(.limit("more than \(XMLReader.entityLimit) entities")) }
        return entities <= XMLReader.entityLimit
    }

    /// The entity that the document declares, else HTML's, declared now: many feeds use those without a DTD.
    private func entity(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) -> xmlEntityPtr? {
        if let entity = xml.xmlSAX2GetEntity(context, name) { return entity }
        guard let document = self.context.pointee.myDoc, let name else { return nil }
        let bytes = UnsafeBufferPointer(start: name, count: name.textLength)
        guard let value = HTMLEntity.value(named: bytes) else { return nil }
        if document.pointee.intSubset == nil { _ = xml.xmlCreateIntSubset(document, "feed", nil, nil) }
        return xml.xmlAddDocEntity(
            document, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, "&#\(value);")
    }

    /// Keeps the text of a reference to an unknown entity, such as one of a DTD that is not loaded.
    private func reference(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
        guard gathersText, let name, xml.xmlSAX2GetEntity(context, name) == nil else { return }
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

    /// libxml2 searches all namespaces in force for each element.
    private func checkNamespaces() {
        if context.pointee.nsNr > 2 * XMLReader.namespaceLimit {
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

// MARK: - Markup inside text

extension XMLReader {
    /// Writes an element inside text as an HTML tag. Atom's outer `div` is not part of the content (RFC 4287, 3.1.1.3).
    private func writeStart(_ name: UnsafePointer<xmlChar>, _ attributes: XMLAttributes) {
        guard let gathered else { return }
        self.gathered?.depth += 1
        escapesText = true
        if isOuterDivision(name, gathered) { return }
        text.append(UInt8(ascii: "<"))
        text.append(contentsOf: UnsafeBufferPointer(start: name, count: name.textLength))
        for index in 0..<attributes.count where !attributes.isOfXML(index) {
            guard let key = attributes.localName(index), var value = attributes.value(index) else { continue }
            if let base, key == "href" || key == "src" { value = LinkResolver.resolve(value, base: base) ?? value }
            text.append(UInt8(ascii: " "))
            text.append(contentsOf: key.utf8)
            text.append(contentsOf: "=\"".utf8)
            for byte in value.utf8 { text.appendEscaped(byte) }
            text.append(UInt8(ascii: "\""))
        }
        text.append(UInt8(ascii: ">"))
    }

    private func writeEnd(_ name: UnsafePointer<xmlChar>) {
        guard var gathered else { return }
        gathered.depth -= 1
        self.gathered = gathered
        if gathered.depth == 0 { escapesText = gathered.isMarkup }
        if isOuterDivision(name, gathered) { return }
        let written = UnsafeBufferPointer(start: name, count: name.textLength)
        if HTMLTag.isVoid(written) { return }
        text.append(contentsOf: "</".utf8)
        text.append(contentsOf: written)
        text.append(UInt8(ascii: ">"))
    }

    private func isOuterDivision(_ name: UnsafePointer<xmlChar>, _ gathered: Gathered) -> Bool {
        gathered.isMarkup && gathered.depth == 0 && name.isName("div")
    }
}

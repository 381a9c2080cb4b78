internal import CLibXML2

/// What a handler wants of an element that begins.
enum ElementUse {
    /// Nothing of it, nor of what is in it.
    case skip
    /// Its child elements.
    case enter
    /// Its text; elements in it arrive as HTML, the text beside them as it stands.
    case text
    /// Its content as HTML: elements as tags, text escaped.
    case markup
}

/// What is called while a document is read: one handler for each format of feeds.
protocol XMLHandler: AnyObject {
    func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse
    /// The end of an element that was to be entered.
    func end(_ name: ElementName, in reader: XMLReader)
    /// The end of an element whose text or markup was wanted.
    func end(_ name: ElementName, text: [UInt8], in reader: XMLReader)
}

/// Reads a document with libxml2's SAX2 parser and gives its handler only what it asks for.
///
/// What is ignored costs no String: names are known by the pointers of libxml2's dictionary, text is gathered in one
/// buffer. External entities and DTDs are never loaded; nesting and the growth by entities are limited.
final class XMLReader {
    /// How many bytes libxml2 is given at once: all of nearly any feed. It keeps a copy of them.
    static let usualPiece = 512 << 10

    private let xml: rssium_xml
    private let context: xmlParserCtxtPtr
    private let bytes: [UInt8]
    private let pieceSize: Int
    private let documentBase: String?
    /// Articles with a title keep their texts.
    let keepsTexts: Bool
    /// Picks the handler for a root element.
    private let choose: (ElementName, String) throws(ParseError) -> any XMLHandler
    private var handler: (any XMLHandler)?
    private var failure: ParseError?

    // Unchecked, because these are touched at every event, by one thread, from callbacks that never nest in each other:
    // the checks would be a tenth of the time that a document takes.
    @exclusivity(unchecked) private var names: ElementNames
    @exclusivity(unchecked) private var open: [ElementName] = []
    @exclusivity(unchecked) private var depth = 0
    /// How deep inside a skipped element we are.
    @exclusivity(unchecked) private var skipped = 0
    @exclusivity(unchecked) private var gathered: Gathered?
    @exclusivity(unchecked) private var gathersText = false
    @exclusivity(unchecked) private var escapesText = false
    @exclusivity(unchecked) private var text: [UInt8] = []
    @exclusivity(unchecked) private var textTotal = 0
    @exclusivity(unchecked) private var scopes: [Scope] = []
    @exclusivity(unchecked) private var sections = CDATASection()

    /// A section has the start of another one in it: the first may lack its end.
    var hasNestedSection: Bool { sections.hasNested }
    private var entities = 0
    @exclusivity(unchecked) private var events: UInt32 = 0
    private var declareEntity: entityDeclSAXFunc?

    /// A reader of a document that came from `base`.
    ///
    /// - Parameter keepsTexts: false where the texts of articles that have a title are not needed.
    init(
        _ bytes: [UInt8], base: String?, keepsTexts: Bool = true, pieceSize: Int = usualPiece,
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

    /// The address that `xml:base` gives here, absolute where it can be.
    var base: String? { scopes.last?.base }

    /// The language that `xml:lang` gives here.
    var language: String? { scopes.last?.language }

    /// Reads the whole document, which is UTF-8 whatever it says itself.
    func read() throws(ParseError) {
        // What libxml2 says without a parser, of encodings above all, would go to standard error; it is set per thread.
        xml.xmlSetStructuredErrorFunc(nil) { _, _ in }
        context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
        setCallbacks()
        let options = Int32(
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
                | XML_PARSE_IGNORE_ENC.rawValue)
        bytes.withUnsafeBytes { buffer in
            if buffer.prefix(4).contains(0) {
                pull(buffer, options)
            } else {
                push(buffer, options)
            }
        }
        if let failure { throw failure }
        guard context.pointee.wellFormed == 1 else { throw XMLReader.failure(xml.xmlCtxtGetLastError(context)) }
    }

    /// libxml2's push parser takes sections of CDATA, which most feeds are made of, as they stand, where its other one
    /// copies them character by character. It knows neither the mark of UTF-8 nor UTF-16 without one.
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
        } while !rest.isEmpty && failure == nil && context.pointee.wellFormed == 1
    }

    private func pull(_ buffer: UnsafeRawBufferPointer, _ options: Int32) {
        let characters = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        let document = xml.xmlCtxtReadMemory(
            context, characters, Int32(clamping: buffer.count), nil, nil, options)
        if let document { xml.xmlFreeDoc(document) }
    }

    /// The first error ends it: libxml2 would go on, and note every other one.
    private static func failure(_ error: UnsafeMutablePointer<xmlError>?) -> ParseError {
        guard let error else { return .malformed(reason: "it cannot be read", line: nil) }
        let message = error.pointee.message.map { String(cString: $0) } ?? "it cannot be read"
        if message.contains("entity loop") || error.pointee.code == Int32(XML_ERR_ENTITY_LOOP.rawValue) {
            return .limit("entities that never end")
        }
        return .malformed(reason: ParseError.withoutLine(message), line: Int(error.pointee.line))
    }

    /// Calls the reader that a callback is for; it is alive as long as its parser is.
    @inline(__always)
    private static func at<Result>(
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
            if spaces > 0 { XMLReader.at(context) { $0.checkNamespaces() } }
            XMLReader.at(context) { $0.startElement(name, prefix, uri, XMLAttributes(values, Int(count))) }
        }
        sax.pointee.endElementNs = { context, name, _, _ in
            XMLReader.at(context) { $0.endElement(name) }
        }
        sax.pointee.characters = { context, text, count in
            XMLReader.at(context) { $0.characters(text, Int(count)) }
        }
        sax.pointee.ignorableWhitespace = sax.pointee.characters
        sax.pointee.cdataBlock = { context, text, count in
            XMLReader.at(context) { $0.section(text, Int(count)) }
        }
        sax.pointee.comment = nil
        sax.pointee.processingInstruction = nil
        sax.pointee.reference = { context, name in
            XMLReader.at(context) { $0.reference(context, name) }
        }
        sax.pointee.serror = { context, error in
            guard let error, error.pointee.level == XML_ERR_FATAL else { return }
            XMLReader.at(context) { $0.stop(XMLReader.failure(error)) }
        }
        sax.pointee.resolveEntity = { _, _, _ in nil }
        declareEntity = sax.pointee.entityDecl
        sax.pointee.entityDecl = { context, name, type, publicID, systemID, content in
            XMLReader.at(context) { reader -> Void? in
                guard reader.countEntity() else { return nil }
                return reader.declareEntity?(context, name, type, publicID, systemID, content)
            }
        }
        sax.pointee.getEntity = { context, name in
            XMLReader.at(context) { $0.entity(context, name) }
        }
    }

    private func countEntity() -> Bool {
        entities += 1
        if entities > XMLReader.entityLimit { stop(.limit("more than \(XMLReader.entityLimit) entities")) }
        return entities <= XMLReader.entityLimit
    }

    /// The document's own entity, else the one that HTML knows, declared on the spot: many feeds use them without a DTD.
    private func entity(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) -> xmlEntityPtr? {
        if let entity = xml.xmlSAX2GetEntity(context, name) { return entity }
        guard let document = self.context.pointee.myDoc, let name else { return nil }
        let bytes = UnsafeBufferPointer(start: name, count: name.textLength)
        guard let value = HTMLEntity.value(named: bytes) else { return nil }
        if document.pointee.intSubset == nil { _ = xml.xmlCreateIntSubset(document, "feed", nil, nil) }
        return xml.xmlAddDocEntity(
            document, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, "&#\(value);")
    }

    /// A reference that stays one: to an entity of a DTD that is not loaded. Its text is kept as it is written.
    private func reference(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
        guard gathersText, let name, xml.xmlSAX2GetEntity(context, name) == nil else { return }
        let written = Array("&".utf8) + UnsafeBufferPointer(start: name, count: name.textLength) + Array(";".utf8)
        written.withUnsafeBufferPointer { characters($0.baseAddress, $0.count) }
    }

    /// A large document takes seconds: nobody waits for one that nobody wants any more.
    private func noteEvent(textLength: Int = 0) {
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
        noteEvent()
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

    /// libxml2 looks through all of them for every element.
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
        noteEvent(textLength: text.count)
        handler?.end(gathered.name, text: text, in: self)
    }

    private func characters(_ characters: UnsafePointer<xmlChar>?, _ count: Int) {
        // Before anything else: once the parser has stopped, its text is no longer there.
        noteEvent()
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
        if let lines = sections.lines(of: run) {
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
    /// An element inside text becomes a tag of HTML. Atom's outer `div` is no part of the content (RFC 4287, 3.1.1.3).
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

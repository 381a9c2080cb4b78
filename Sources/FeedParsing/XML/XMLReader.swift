internal import CLibXML2

/// Receives the elements of a document and gives its handler only what the handler asks for. `read` takes them from
/// libxml2's SAX2 parser; for a document that is not well-formed, `readLeniently` takes them from `LenientXML`.
///
/// Skipped elements cost no String: names are known by the pointers of libxml2's dictionary, text is gathered in one
/// buffer. External entities and DTDs are never loaded. Nesting and growth by entities are limited.
final class XMLReader {
    /// How many bytes libxml2 gets at once: nearly every feed fits. It keeps a copy of them.
    static let defaultPieceSize = 512 << 10

    let xml: rssium_xml
    /// libxml2's parser, while `read` runs.
    var context: xmlParserCtxtPtr?
    let bytes: [UInt8]
    let pieceSize: Int
    private let documentBase: String?
    /// Whether an article that has a title needs its text too.
    let keepsTexts: Bool
    private let choose: (ElementName, String) throws(ParseError) -> any XMLHandler
    private(set) var handler: (any XMLHandler)?
    private(set) var failure: ParseError?
    /// The document was cut off, and its last article is incomplete.
    private(set) var isCutOff = false

    /// An element whose text or markup is gathered, and how deep inside it the parser is.
    struct Gathered {
        let name: ElementName
        let isMarkup: Bool
        /// If a child element begins, the element is entered instead.
        let mayBeEntered: Bool
        var depth = 0

        /// Text in markup, and in elements within a text, is written as HTML.
        var escapesText: Bool { isMarkup || depth > 0 }
    }

    // Unchecked, because every event touches these, on one thread, in callbacks that never nest. Checked, they would
    // cost up to a tenth of the time of a document.
    @exclusivity(unchecked) private var names: NameCache
    @exclusivity(unchecked) private var open: [ElementName] = []
    @exclusivity(unchecked) private var depth = 0
    /// How deep inside a skipped element the parser is.
    @exclusivity(unchecked) private var skipped = 0
    @exclusivity(unchecked) var gathered: Gathered?
    @exclusivity(unchecked) var text: [UInt8] = []
    /// Whether all of it is known to be UTF-8: of a CDATA section, libxml2 does not look at every byte.
    @exclusivity(unchecked) var isTextUTF8 = false
    @exclusivity(unchecked) private var textTotal = 0
    @exclusivity(unchecked) private var scopes = XMLScopes()
    @exclusivity(unchecked) private var events: UInt32 = 0

    /// What the dates so far say about the order of day and month.
    @exclusivity(unchecked) var dates = DateOrder()

    // Of the strict parser.
    @exclusivity(unchecked) var longTexts: LongTexts?
    var entities = 0
    /// The entities of HTML that the document uses without declaring them.
    var entitiesOfHTML: xmlDocPtr?

    /// The names of a document that is not well-formed.
    private var dictionary: xmlDictPtr?

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
        names = NameCache()
        text.reserveCapacity(16_384)
    }

    deinit {
        if let dictionary { xml.xmlDictFree(dictionary) }
    }

    var gathersText: Bool { gathered != nil }

    /// The address that `xml:base` sets here, resolved against the document's.
    var base: String? { scopes.base }

    /// The language that `xml:lang` sets here.
    var language: String? { scopes.language }

    /// Whether a namespace is declared for the element that has just begun.
    func declares(_ namespace: XMLNamespace) -> Bool { scopes.declares(namespace) }

    /// The URI of a prefix, or that of names without a prefix.
    func uri(of prefix: UnsafePointer<UInt8>?) -> UnsafePointer<UInt8>? { scopes.uri(of: prefix) }

    /// A name in the memory of the dictionary, where each name is kept once; nil if the dictionary is full.
    func intern(_ name: some Sequence<UInt8>) -> UnsafePointer<UInt8>? {
        name.withContiguousStorageIfAvailable { bytes in
            let empty: StaticString = ""
            return xml.xmlDictLookup(dictionary, bytes.baseAddress ?? empty.utf8Start, Int32(clamping: bytes.count))
        } ?? nil
    }

    /// Reads a document in UTF-8 that is not well-formed, instead of `read`. Returns false if the document was cut off, nil
    /// if it contains no feed.
    func readLeniently() throws(ParseError) -> Bool? {
        dictionary = xml.xmlDictCreate()
        let isComplete = bytes.withUnsafeBufferPointer { input in
            var parser = LenientXML(input, for: self)
            return parser.read()
        }
        if let failure { throw failure }
        return isComplete
    }

    func stop(_ error: ParseError) {
        if failure == nil { failure = error }
        handler = nil
        gathered = nil
        skipped = .max / 2
        if let context { xml.xmlStopParser(context) }
    }

    /// The document ends here, within an article: it is not added to the feed.
    func cutOff() { isCutOff = true }
}

// MARK: - Events

extension XMLReader {
    /// Stops the parser if the task was cancelled: a large document takes seconds.
    private func countEvent(textLength: Int = 0) {
        events &+= 1 + UInt32(clamping: textLength >> 5)
        guard events >= 0x1000 else { return }
        events = 0
        if Task.isCancelled { stop(.cancelled) }
    }

    /// Declares a namespace for the element that begins next.
    func declare(_ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>) {
        // They are searched for each element.
        if !scopes.declare(prefix, uri, at: depth + 1) {
            stop(.limit("more than \(XMLReader.namespaceLimit) namespaces"))
        }
    }

    func startElement(
        _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
        _ attributes: XMLAttributes
    ) {
        guard let name else { return }
        countEvent()
        depth += 1
        guard depth <= XMLReader.nestingLimit else { return stop(.nesting) }
        if skipped > 0 {
            skipped += 1
            return
        }
        if attributes.count > 0 { scopes.open(attributes, at: depth, in: documentBase) }
        if let gathered {
            guard gathered.mayBeEntered else { return writeStart(name, attributes) }
            self.gathered = nil
            open.append(gathered.name)
        }
        let element = names.element(name, prefix, uri)
        guard let handler else { return chooseHandler(element, name, uri, attributes) }
        begin(element, use: handler.start(element, attributes, in: self))
    }

    private func begin(_ element: ElementName, use: ElementUse) {
        switch use {
        case .skip: skipped = 1
        case .enter: open.append(element)
        case .text, .markup, .enterOrText:
            text.removeAll(keepingCapacity: true)
            isTextUTF8 = true
            gathered = Gathered(name: element, isMarkup: use == .markup, mayBeEntered: use == .enterOrText)
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

    /// - Parameter isWritten: false for an element of HTML without end tag inside text.
    func endElement(_ name: UnsafePointer<xmlChar>?, isWritten: Bool = true) {
        defer {
            depth -= 1
            scopes.close(below: depth)
        }
        if skipped > 0 {
            skipped -= 1
        } else if gathersText {
            endGathered(isWritten ? name : nil)
        } else if let element = open.popLast() {
            handler?.end(element, in: self)
        }
    }

    private func endGathered(_ name: UnsafePointer<xmlChar>?) {
        guard let gathered else { return }
        if gathered.depth > 0 { return writeEnd(name) }
        self.gathered = nil
        countEvent(textLength: text.count)
        handler?.end(ElementText(name: gathered.name, bytes: text, isUTF8: isTextUTF8, reader: self))
    }

    /// - Parameter areUTF8: whether they are known to be that.
    func characters(_ characters: UnsafePointer<xmlChar>?, _ count: Int, areUTF8: Bool = false) {
        countEvent()
        // Once the parser has stopped, `characters` is no longer valid.
        guard gathersText, let characters, count > 0 else { return }
        textTotal += count
        guard textTotal <= bytes.count * XMLReader.growthLimit + 4096 else {
            return stop(.limit("entities that grow without end"))
        }
        let run = UnsafeBufferPointer(start: characters, count: count)
        if gathered?.escapesText == true {
            isTextUTF8 = false
            for byte in run { text.appendEscaped(byte) }
        } else {
            // White space is around most sections.
            isTextUTF8 = isTextUTF8 && (areUTF8 || run.allSatisfy { $0 <= 0x20 })
            text.append(contentsOf: run)
        }
    }
}

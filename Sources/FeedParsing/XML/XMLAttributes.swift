/// The attributes of a start tag, in libxml2's memory: valid only during the callback.
struct XMLAttributes {
    let count: Int
    // Five pointers for each attribute: name, prefix, URI, start and end of the value.
    private let values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    init(_ values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int) {
        self.values = values
        self.count = values == nil ? 0 : count
    }

    /// The value of the attribute with this local name, in any letter case.
    subscript(_ name: StaticString) -> String? {
        for index in 0..<count {
            guard let written = values?[index * 5] else { continue }
            if written.isName(name, ignoringCase: true) && !isOfXML(index) { return value(index) }
        }
        return nil
    }

    func localName(_ index: Int) -> String? { values?[index * 5].map { String(xml: $0) } }

    /// Whether the attribute is one of XML's own, such as `xml:lang`.
    func isOfXML(_ index: Int) -> Bool {
        guard let prefix = values?[index * 5 + 1] else { return false }
        return prefix.isName("xml")
    }

    /// The value, with its references decoded: libxml2 leaves them in.
    func value(_ index: Int) -> String? {
        guard let start = values?[index * 5 + 3], let end = values?[index * 5 + 4] else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: end - start)
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        return HTMLEntity.decodedOnce(bytes)
    }

    /// The values of `xml:base` and `xml:lang`; nil if the element has neither.
    var scope: (base: String?, language: String?)? {
        var base: String?
        var language: String?
        for index in 0..<count where isOfXML(index) {
            guard let name = values?[index * 5] else { continue }
            if name.isName("base") { base = value(index) }
            if name.isName("lang") { language = value(index) }
        }
        return base == nil && language == nil ? nil : (base, language)
    }
}

/// Knows the element names of a document by libxml2's pointers, so that each name is parsed once and not at each event.
struct ElementNames {
    private struct Entry {
        var name: UnsafePointer<UInt8>?
        var space: UnsafePointer<UInt8>?
        var element = ElementName(namespace: .other, tag: .other)
    }

    private var entries = [Entry](repeating: Entry(), count: 256)
    private var home = XMLNamespace.rss
    private var rootURI: String?

    /// Sets the format's own vocabulary, which the root element tells.
    mutating func setHome(_ home: XMLNamespace, root: UnsafePointer<UInt8>?) {
        self.home = home
        // Whichever URI that is: some feeds begin with `<rss xmlns="http://www.w3.org/2005/Atom">`. RDF's URI is only
        // the root's, not the channel's.
        if let root, XMLNamespace(uri: String(xml: root)) != .rdf { rootURI = String(xml: root) }
        entries = [Entry](repeating: Entry(), count: entries.count)
    }

    mutating func element(
        _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
    ) -> ElementName {
        let key = uri ?? prefix
        let hash = UInt(bitPattern: name) ^ (UInt(bitPattern: key) &* 0x9E37_79B1)
        let offset = Int((hash ^ (hash >> 8) ^ (hash >> 16)) & 255)
        let entry = entries[offset]
        if entry.name == name && entry.space == key { return entry.element }
        let tag = ElementTag(localName: String(xml: name))
        var space = namespace(prefix, uri)
        // A field may declare the namespace of the markup in it as its own.
        if space == .xhtml, prefix == nil, tag != .div, tag != .body { space = home }
        let element = ElementName(namespace: space, tag: tag)
        entries[offset] = Entry(name: name, space: key, element: element)
        return element
    }

    private func namespace(_ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?) -> XMLNamespace {
        guard let uri else {
            return prefix.map { XMLNamespace(undeclaredPrefix: String(xml: $0)) } ?? home
        }
        let text = String(xml: uri)
        if text == rootURI || text.isEmpty { return home }
        if let known = XMLNamespace(uri: text) { return known }
        // An unknown URI with a well-known prefix, or in RSS without a prefix, is a misspelt one.
        return prefix.map { XMLNamespace(undeclaredPrefix: String(xml: $0)) } ?? (home == .rss ? .rss : .other)
    }
}

/// libxml2's strings: UTF-8 with a zero at the end.
extension UnsafePointer<UInt8> {
    /// The number of bytes before the zero.
    var textLength: Int { strlen(characters) }

    func isName(_ name: StaticString, ignoringCase: Bool = false) -> Bool {
        let name = name.utf8Start.characters
        return (ignoringCase ? strcasecmp(characters, name) : strcmp(characters, name)) == 0
    }

    private var characters: UnsafePointer<CChar> { UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self) }
}

extension String {
    init(xml text: UnsafePointer<UInt8>) {
        self.init(decoding: UnsafeBufferPointer(start: text, count: text.textLength), as: UTF8.self)
    }
}

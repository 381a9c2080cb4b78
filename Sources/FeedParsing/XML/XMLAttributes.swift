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

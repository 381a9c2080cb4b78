/// The names of a document that is not well-formed, in the memory of libxml2's dictionary, and its attributes as libxml2
/// hands them out.
struct LenientNames {
    struct Name {
        let local: UnsafePointer<UInt8>
        let prefix: UnsafePointer<UInt8>?
        /// The whole name in lower case.
        let folded: UnsafePointer<UInt8>
        let tag: ElementTag
        /// HTML has an element of this name.
        let isHTML: Bool
        /// Its prefix says that it is an element of RSS or Atom itself.
        let isOfFormat: Bool

        func isSame(as other: Name) -> Bool { folded == other.folded }

        /// Feeds have elements of this name with text.
        var isField: Bool { ![.other, .div, .body, .html].contains(tag) }

        /// A web page has this element, and no fragment of one.
        var isOfPage: Bool { [.html, .body, .title].contains(tag) || local.isName("head", ignoringCase: true) }
    }

    private let reader: XMLReader
    private var names: [UnsafePointer<UInt8>: Name] = [:]
    private var values: [UnsafePointer<UInt8>?] = []

    init(_ reader: XMLReader) { self.reader = reader }

    /// Nil if libxml2 takes no further names.
    mutating func name(_ written: Slice<UnsafeBufferPointer<UInt8>>) -> Name? {
        guard let key = reader.intern(written) else { return nil }
        if let known = names[key] { return known }
        guard let (local, prefix) = split(written), let folded = reader.intern(written.map(ASCII.lowercased)) else {
            return nil
        }
        let space = prefix.map { XMLNamespace(undeclaredPrefix: String(xml: $0)) }
        let name = Name(
            local: local, prefix: prefix, folded: folded, tag: ElementTag(localName: String(xml: local)),
            isHTML: HTMLTag.isKnown(UnsafeBufferPointer(start: local, count: local.textLength).reduce(0, HTMLTag.pack)),
            isOfFormat: space == nil || space == .rss || space == .atom || space == .rdf)
        names[key] = name
        return name
    }

    private func split(
        _ written: Slice<UnsafeBufferPointer<UInt8>>
    ) -> (local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?)? {
        guard let colon = written.firstIndex(of: UInt8(ascii: ":")), colon > written.startIndex,
            colon + 1 < written.endIndex
        else { return reader.intern(written).map { ($0, nil) } }
        guard let local = reader.intern(written[(colon + 1)...]), let prefix = reader.intern(written[..<colon])
        else { return nil }
        return (local, prefix)
    }

    /// Whether the attributes of a tag that only roots have declare its prefix, whatever it is, for RSS or Atom.
    func isRoot(
        _ name: Name, _ attributes: [XMLTagAttribute], in input: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard [.rss, .rdf, .feed].contains(name.tag) else { return false }
        return attributes.contains { attribute in
            guard let (local, prefix) = split(input[attribute.name]), local == name.prefix,
                prefix?.isName("xmlns") == true
            else { return false }
            let uri = XMLNamespace(uri: String(decoding: input[attribute.value], as: UTF8.self))
            return uri == .rss || uri == .atom || uri == .rdf
        }
    }

    /// Declares the namespaces among the attributes for the element that begins next, and hands out the others.
    mutating func withAttributes(
        _ attributes: [XMLTagAttribute], in input: UnsafeBufferPointer<UInt8>, _ body: (XMLAttributes) -> Void
    ) {
        values.removeAll(keepingCapacity: true)
        for attribute in attributes {
            guard let (local, prefix) = split(input[attribute.name]), let start = input.baseAddress else { continue }
            let value = input[attribute.value]
            if prefix?.isName("xmlns") ?? local.isName("xmlns") {
                let uri = HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: value))
                if let uri = reader.intern(uri.utf8) { reader.declare(prefix == nil ? nil : local, uri) }
            } else {
                values += [local, prefix, nil, start + value.startIndex, start + value.endIndex]
            }
        }
        let count = values.count / 5
        values.withUnsafeMutableBufferPointer { body(XMLAttributes($0.baseAddress, count)) }
    }
}

/// What the open elements of a document set for all that is inside them: the base of addresses, the language, and the
/// namespaces of prefixes.
struct XMLScopes {
    private struct Scope {
        let depth: Int
        let base: String?
        let language: String?
    }

    /// A namespace in memory of libxml2, and the depth of the element that declares it.
    private struct Declaration {
        let depth: Int
        let prefix: UnsafePointer<UInt8>?
        let uri: UnsafePointer<UInt8>
    }

    private var scopes: [Scope] = []
    private var declarations: [Declaration] = []

    var base: String? { scopes.last?.base }
    var language: String? { scopes.last?.language }

    func declares(_ namespace: XMLNamespace) -> Bool {
        declarations.contains { XMLNamespace(uri: String(xml: $0.uri)) == namespace }
    }

    func uri(of prefix: UnsafePointer<UInt8>?) -> UnsafePointer<UInt8>? {
        declarations.last { $0.prefix == prefix }?.uri
    }

    /// Returns false if there are too many.
    mutating func declare(_ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>, at depth: Int) -> Bool {
        declarations.append(Declaration(depth: depth, prefix: prefix, uri: uri))
        return declarations.count <= XMLReader.namespaceLimit
    }

    /// The element that begins may have `xml:base` and `xml:lang`.
    mutating func open(_ attributes: XMLAttributes, at depth: Int, in documentBase: String?) {
        guard let found = attributes.scope else { return }
        var base = self.base
        if let written = found.base, written.utf8.count <= XMLReader.baseLimit {
            let resolved = LinkResolver.resolve(written, base: base ?? documentBase)
            base = LinkScheme.kept(resolved, isLocal: LinkScheme.isLocal(documentBase)) ?? base
        }
        scopes.append(Scope(depth: depth, base: base, language: LanguageTag.parse(found.language) ?? language))
    }

    /// The elements that were deeper have ended.
    mutating func close(below depth: Int) {
        if let scope = scopes.last, scope.depth > depth { scopes.removeLast() }
        while let last = declarations.last, last.depth > depth { declarations.removeLast() }
    }
}

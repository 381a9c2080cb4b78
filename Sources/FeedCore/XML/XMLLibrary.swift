internal import CLibXML2

/// libxml2, opened when a document is first parsed and open until the program ends.
///
/// The program does not link it: loading it with its four libraries would cost every command half a millisecond, and
/// most commands parse nothing.
final class XMLLibrary: Sendable {
    /// libxml2's functions, typed by its own prototypes.
    let functions: rssium_xml

    /// The library, or why it cannot be opened. Tried once.
    static let shared: Result<XMLLibrary, ParseError> = .init { () throws(ParseError) in
        try XMLLibrary(name: RSSIUM_XML_LIBRARY)
    }

    /// Opens the library and prepares it for use on any thread. It is never closed.
    init(name: String) throws(ParseError) {
        let (opened, fault) = SharedLibrary.open([name])
        guard let library = opened else {
            throw .library(
                fault.map { "libxml2 cannot be loaded: \($0)" }
                    ?? "libxml2 is not installed; \(Dependency.libxml2.advice)")
        }
        var functions = rssium_xml()
        if let missing = rssium_xml_load(&functions, library) {
            let name = String(cString: missing)
            throw .library("libxml2 is too old: it has no \(name); update the package \(Dependency.libxml2.packages)")
        }
        functions.xmlInitParser()
        self.functions = functions
    }

    /// The version of the library, such as `2.9.14`; that of the headers where the library does not tell.
    static func version() throws(ParseError) -> String {
        _ = try shared.get()
        guard let library = SharedLibrary.open([RSSIUM_XML_LIBRARY]).library,
            let symbol = dlsym(library, "xmlParserVersion"),
            let text = symbol.load(as: UnsafePointer<CChar>?.self),
            let number = Int(String(cString: text).prefix { $0.isNumber })
        else { return LIBXML_DOTTED_VERSION }
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }
}

extension ParseError {
    /// The first error of libxml2, which would go on and record every other one.
    init(_ error: UnsafeMutablePointer<xmlError>?) {
        let message = error?.pointee.message.map { String(cString: $0) } ?? "it cannot be read"
        if message.contains("entity loop") || error?.pointee.code == Int32(XML_ERR_ENTITY_LOOP.rawValue) {
            self = .limit("entities that never end")
        } else {
            self = .malformed(reason: ParseError.withoutLine(message), line: error.map { Int($0.pointee.line) })
        }
    }
}

internal import CLibXML2

/// libxml2, opened when something is first parsed and kept open until the program ends.
///
/// The program does not link it, because it and its four libraries would cost every command that parses nothing half
/// a millisecond.
final class XMLLibrary: Sendable {
    /// libxml2's functions, by their own prototypes.
    let functions: rssium_xml

    /// The library, or why there is none. It is looked for once.
    static let shared: Result<XMLLibrary, ParseError> = .init { () throws(ParseError) in
        try XMLLibrary(name: RSSIUM_XML_LIBRARY)
    }

    /// Opens the library and makes it ready for any thread. It is never closed.
    init(name: String) throws(ParseError) {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            throw .library("libxml2 is not installed; install the package libxml2")
        }
        var functions = rssium_xml()
        if let missing = rssium_xml_load(&functions, library) {
            let name = String(cString: missing)
            throw .library("libxml2 is too old: it has no \(name); update the package libxml2")
        }
        functions.xmlInitParser()
        self.functions = functions
    }
}

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
        try XMLLibrary(names: [RSSIUM_XML_LIBRARY, RSSIUM_XML_OTHER_LIBRARY])
    }

    /// Opens the first library of these names and prepares it for use on any thread. It is never closed.
    init(names: [String]) throws(ParseError) {
        let library = try SharedLibrary.open(names).mapError { ParseError.library($0.message(for: .libxml2)) }.get()
        var functions = rssium_xml()
        if let missing = rssium_xml_load(&functions, library) {
            throw .library(SharedLibrary.tooOld(.libxml2, lacks: String(cString: missing)))
        }
        functions.xmlInitParser()
        self.functions = functions
    }

    /// The version of the library, such as `2.9.14`.
    var version: String {
        // Some builds have letters behind the number.
        let number = Int(String(cString: functions.version).prefix { $0.isNumber }) ?? 0
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }
}

extension ParseError {
    /// The error that libxml2 has just reported. All versions lay `xmlError` out alike.
    ///
    /// - Parameter skippedLines: how many lines of the document libxml2 has not seen.
    init(_ error: UnsafePointer<xmlError>, skippedLines: Int) {
        let message = error.pointee.message.map { String(cString: $0) } ?? "it cannot be read"
        if message.contains("entity loop") || error.pointee.code == Int32(XML_ERR_ENTITY_LOOP.rawValue) {
            self = .limit("entities that never end")
        } else {
            self = .malformed(reason: ParseError.withoutLine(message), line: Int(error.pointee.line) + skippedLines)
        }
    }
}

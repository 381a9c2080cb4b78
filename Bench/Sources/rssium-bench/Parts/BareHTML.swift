internal import CLibXML2

/// The limit of reading an article: libxml2 parses its HTML with empty callbacks.
enum BareHTML {
    static func read(_ html: String) throws {
        var html = html
        try html.withUTF8 { bytes in
            let context = bytes.withMemoryRebound(to: CChar.self) {
                htmlCreateMemoryParserCtxt($0.baseAddress, Int32($0.count))
            }
            guard let context else { throw BenchError("libxml2 has no memory") }
            defer { htmlFreeParserCtxt(context) }
            var callbacks = xmlSAXHandler()
            callbacks.startElement = { _, _, _ in }
            callbacks.endElement = { _, _ in }
            callbacks.characters = { _, _, _ in }
            context.pointee.sax.pointee = callbacks
            let options = [HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC]
            htmlCtxtUseOptions(context, Int32(options.reduce(0) { $0 | $1.rawValue }))
            _ = xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
            htmlParseDocument(context)
        }
    }
}

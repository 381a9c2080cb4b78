internal import CLibXML2

/// The limit of parsing: libxml2 parses the bytes with empty callbacks.
enum BareSAX {
    static func countArticles(in body: [UInt8]) throws -> Int {
        // The push parser is the faster of the two parsers of libxml2.
        guard let context = xmlCreatePushParserCtxt(nil, nil, nil, 0, nil) else {
            throw BenchError("libxml2 has no memory")
        }
        defer { xmlFreeParserCtxt(context) }
        var count = 0
        return try withUnsafeMutablePointer(to: &count) { count in
            setCallbacks(of: context.pointee.sax)
            context.pointee._private = UnsafeMutableRawPointer(count)
            xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue))
            body.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(64 << 10))
                    rest = rest.dropFirst(piece.count)
                    let characters = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
                    xmlParseChunk(context, characters, Int32(piece.count), rest.isEmpty ? 1 : 0)
                }
            }
            if let document = context.pointee.myDoc { xmlFreeDoc(document) }
            context.pointee.myDoc = nil
            guard context.pointee.wellFormed == 1 else { throw BenchError("libxml2 finds a feed broken") }
            return count.pointee
        }
    }

    private static func setCallbacks(of sax: UnsafeMutablePointer<xmlSAXHandler>) {
        sax.pointee.startElementNs = { context, name, _, _, _, _, _, _, _ in
            guard let name, name[0] == UInt8(ascii: "i") || name[0] == UInt8(ascii: "e") else { return }
            guard xmlStrEqual(name, "item") == 1 || xmlStrEqual(name, "entry") == 1 else { return }
            let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self)
            parser?.pointee._private.assumingMemoryBound(to: Int.self).pointee += 1
        }
        sax.pointee.endElementNs = { _, _, _, _ in }
        sax.pointee.characters = { _, _, _ in }
        sax.pointee.ignorableWhitespace = { _, _, _ in }
        sax.pointee.cdataBlock = { _, _, _ in }
    }
}

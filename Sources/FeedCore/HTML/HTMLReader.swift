internal import CLibXML2

/// One attribute of an HTML element: the name in lower case, the value with its entities decoded.
public struct HTMLAttribute: Hashable, Sendable {
    public let name: String
    /// Empty for an attribute that stands alone, such as `hidden`.
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTMLAttribute] {
    /// The value of the attribute of that name, nil where there is none.
    public subscript(name: String) -> String? {
        first { $0.name == name }?.value
    }
}

/// Reads HTML as people write it, pages and pieces alike, and tells of its elements and text in order.
///
/// Every start has its end, in the right order, whatever the document left open. Names are in lower case and those
/// that HTML does not know are kept. The content of `script` and `style` comes as text.
public enum HTMLReader {
    /// A step through the document.
    public enum Event: Hashable, Sendable {
        case start(name: HTMLName, attributes: [HTMLAttribute])
        case end(name: HTMLName)
        /// All the text up to the next start or end, blanks as they stand.
        case text(String)
    }

    /// Deeper than people nest. An element beyond it is taken for the work of tags that nobody closed: all that is
    /// open ends there, and reading goes on from the top, so no text is lost and the time stays linear.
    static let depthLimit = 256
    /// More elements than people write: from there on there is only the text of the document, line by line, so that
    /// what was made to take long does not.
    static let elementLimit = 300_000
    /// The bytes of such text that are handed out at once, up to the next end of a line.
    private static let pieceOfText = 16 << 10
    /// libxml2 compares each attribute of an element with all others; more than these are dropped.
    static let attributeLimit = 256

    /// Reads UTF-8; bytes that are not become U+FFFD. Where the task is cancelled, the reading ends early, and the
    /// caller keeps nothing of it.
    ///
    /// - Parameter mendsTags: whether what looks like a tag and cannot be one is text; not so in a language of other
    ///   elements than HTML's.
    public static func read(_ html: [UInt8], mendsTags: Bool = true, _ onEvent: (Event) -> Void) {
        html.withUnsafeBufferPointer { read($0, mendsTags: mendsTags, with: XMLLibrary.shared, onEvent) }
    }

    public static func read(_ html: String, _ onEvent: (Event) -> Void) {
        var html = html
        html.withUTF8 { read($0, isUTF8: true, with: XMLLibrary.shared, onEvent) }
    }

    static func read(
        _ html: UnsafeBufferPointer<UInt8>, isUTF8: Bool = false, mendsTags: Bool = true,
        with library: Result<XMLLibrary, ParseError>,
        elements: Int = elementLimit, _ onEvent: (Event) -> Void
    ) {
        guard !Task.isCancelled else { return }
        // What was stored can be read without libxml2 too, though only as plain text.
        guard case .success(let library) = library else {
            return onEvent(.text(HTMLText.plain(String(decoding: html, as: UTF8.self))))
        }
        withoutActuallyEscaping(onEvent) { onEvent in
            let source = HTMLSource(
                html, isUTF8: isUTF8, mendsTags: mendsTags, after: HTMLParse.wrapper, attributeLimit: attributeLimit)
            var parse = HTMLParse(source, library.functions, elements: elements, onEvent)
            var start: Int? = 0
            while let offset = start, !parse.hasTooManyElements, !Task.isCancelled { start = parse.run(from: offset) }
            parse.closeAll()
            if let start, !Task.isCancelled { readText(of: parse.bytes(after: start), onEvent) }
        }
    }

    /// Hands out what is left as lines of text.
    private static func readText(of html: ArraySlice<UInt8>, _ onEvent: (Event) -> Void) {
        let text = HTMLText.plainBytes(.html(String(decoding: html, as: UTF8.self)))
        let keepsLines = HTMLAttribute(name: "style", value: "white-space: pre-line")
        var start = 0
        while start < text.count, !Task.isCancelled {
            // In pieces, so that whoever works upon them never has all of it at once.
            let newline = start + pieceOfText < text.count ? text[(start + pieceOfText)...].firstIndex(of: 0x0A) : nil
            let end = newline ?? text.count
            onEvent(.start(name: "div", attributes: [keepsLines]))
            onEvent(.text(String(decoding: text[start..<end], as: UTF8.self)))
            onEvent(.end(name: "div"))
            start = end + 1
        }
    }
}

/// One reading of one document: libxml2's callbacks come in here, balanced events go out.
private struct HTMLParse {
    /// Stands before all that is read: libxml2 would put text at the top of a document into paragraphs of its own,
    /// within an element it stays as it is. No document closes this one.
    static let wrapper = "<rssium>".utf8
    private static let wrapperName: HTMLName = "rssium"
    /// Elements without content or end; libxml2 does not know those of HTML 5.
    private static let void = HTMLNames([
        "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link", "meta", "param",
        "source", "track", "wbr",
    ])

    private let xml: rssium_xml
    private let onEvent: (HTMLReader.Event) -> Void
    private var bytes: [UInt8]
    /// How far libxml2 has been given the bytes.
    private var position = 0
    private var context: htmlParserCtxtPtr?
    private var open: [HTMLName] = []
    /// Where a drawing or a choice begins among them, in which these elements cannot be: one of them ends it.
    private var closed: Int?
    private static let outer = HTMLNames([
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre",
    ])
    private var text: [UInt8] = []
    /// How many more elements may come.
    private var elementsLeft: Int
    /// How many steps libxml2 has taken, and whether they end here because the task was cancelled.
    private var steps = 0
    private var isCancelled = false
    /// Where the document goes on after it was too deep, counted from where this run began.
    private var restart: Int?

    init(
        _ source: consuming HTMLSource, _ xml: rssium_xml, elements: Int,
        _ onEvent: @escaping (HTMLReader.Event) -> Void
    ) {
        elementsLeft = elements
        bytes = source.bytes
        self.xml = xml
        self.onEvent = onEvent
    }

    var hasTooManyElements: Bool { elementsLeft < 0 }

    /// Reads on from an offset with nothing open. Returns the next offset where it became too deep, or too much, nil at
    /// the end. The wrapper is written over what was read before the offset.
    mutating func run(from offset: Int) -> Int? {
        guard let context = xml.htmlNewParserCtxt() else { return nil }
        defer {
            self.context = nil
            xml.htmlFreeParserCtxt(context)
        }
        self.context = context
        restart = nil
        position = offset
        bytes.replaceSubrange(offset..<offset + Self.wrapper.count, with: Self.wrapper)
        withUnsafeMutablePointer(to: &self) { parse in
            let xml = parse.pointee.xml
            HTMLParse.configure(context, xml, for: parse)
            guard let input = HTMLParse.input(of: context, xml, from: parse) else { return }
            _ = xml.inputPush(context, input)
            _ = xml.xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
            _ = xml.htmlParseDocument(context)
        }
        closeAll()
        return restart.map { afterTag(offset + $0) - Self.wrapper.count }
    }

    /// What is not read from an offset on, without the zero at the end.
    func bytes(after offset: Int) -> ArraySlice<UInt8> { bytes[(offset + Self.wrapper.count)...].dropLast() }

    /// Ends what is open.
    mutating func closeAll() {
        flushText()
        end(from: 0)
    }

    private static func configure(
        _ context: htmlParserCtxtPtr, _ xml: rssium_xml, for parse: UnsafeMutablePointer<HTMLParse>
    ) {
        let quiet = HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        let asWritten = HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        // With RECOVER an end tag in a script's strings does not end the script.
        let safe = HTML_PARSE_NONET.rawValue | HTML_PARSE_RECOVER.rawValue
        _ = xml.htmlCtxtUseOptions(context, Int32(quiet | asWritten | safe))
        var handler = xmlSAXHandler()
        handler.startElement = { HTMLParse.from($0)?.pointee.startElement($1, $2) }
        handler.endElement = { HTMLParse.from($0)?.pointee.endElement($1) }
        handler.characters = { HTMLParse.from($0)?.pointee.add($1, $2) }
        handler.ignorableWhitespace = { HTMLParse.from($0)?.pointee.add($1, $2) }
        handler.cdataBlock = { HTMLParse.from($0)?.pointee.add($1, $2) }
        context.pointee.sax.pointee = handler
        context.pointee.userData = UnsafeMutableRawPointer(parse)
    }

    /// libxml2 asks for the document piece by piece, so that reading on after a restart copies nothing twice.
    private static func input(
        of context: htmlParserCtxtPtr, _ xml: rssium_xml, from parse: UnsafeMutablePointer<HTMLParse>
    ) -> xmlParserInputPtr? {
        let read: xmlInputReadCallback = { HTMLParse.from($0)?.pointee.hand($1, $2) ?? -1 }
        guard let buffer = xml.xmlParserInputBufferCreateIO(read, nil, parse, XML_CHAR_ENCODING_NONE)
        else { return nil }
        return xml.xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE)
    }

    private mutating func hand(_ target: UnsafeMutablePointer<CChar>?, _ room: Int32) -> Int32 {
        guard let target, room > 0 else { return 0 }
        let count = min(Int(room), bytes.count - 1 - position)
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: target, count: Int(room)).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
        }
        position += count
        return Int32(count)
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HTMLParse>? {
        pointer?.assumingMemoryBound(to: HTMLParse.self)
    }

    private mutating func startElement(
        _ name: UnsafePointer<xmlChar>?, _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        guard isWanted, let name = name.map(HTMLName.init(xml:)), name != Self.wrapperName else { return }
        flushText()
        if let place = closed, Self.outer.place(of: name) != nil { end(from: place) }
        onEvent(.start(name: name, attributes: attributes(values)))
        if Self.void.place(of: name) != nil {
            onEvent(.end(name: name))
        } else {
            if closed == nil, name == "svg" || name == "select" { closed = open.count }
            open.append(name)
        }
        elementsLeft -= 1
        if let context, context.pointee.nameNr > HTMLReader.depthLimit || hasTooManyElements { stop(context) }
    }

    private mutating func endElement(_ name: UnsafePointer<xmlChar>?) {
        guard isWanted, let name = name.map(HTMLName.init(xml:)), let place = open.lastIndex(of: name)
        else { return }
        flushText()
        end(from: place)
    }

    /// Whether this step still counts: not after a restart was found to be needed, nor in a cancelled task.
    private var isWanted: Bool {
        mutating get {
            steps += 1
            if steps & 0xFF == 0, !isCancelled, Task.isCancelled, let context {
                isCancelled = true
                xml.xmlStopParser(context)
            }
            return restart == nil && !isCancelled
        }
    }

    private mutating func end(from place: Int) {
        while open.count > place, let last = open.popLast() { onEvent(.end(name: last)) }
        if let closed, closed >= place { self.closed = nil }
    }

    private mutating func add(_ characters: UnsafePointer<xmlChar>?, _ length: Int32) {
        guard isWanted, let characters, length > 0 else { return }
        let bytes = UnsafeBufferPointer(start: characters, count: Int(length))
        if length == 2, bytes[0] == 0xC2, bytes[1] < 0xA0 {
            // `&#128;` to `&#159;` are shown as Windows-1252 by every browser (HTML 13.2.5.80).
            text.append(contentsOf: String(Windows1252.scalar(of: bytes[1])).utf8)
        } else {
            text.append(contentsOf: bytes)
        }
    }

    private func attributes(_ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [HTMLAttribute] {
        guard let values else { return [] }
        var result: [HTMLAttribute] = []
        var index = 0
        while let name = values[index] {
            let value = values[index + 1].map { String(xml: $0) } ?? ""
            result.append(HTMLAttribute(name: String(xml: name), value: value))
            index += 2
        }
        return result
    }

    private mutating func stop(_ context: htmlParserCtxtPtr) {
        guard let input = context.pointee.input else { return }
        restart = Int(input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
        xml.xmlStopParser(context)
    }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        onEvent(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }

    /// libxml2 calls back between the attributes of a tag and its end.
    private func afterTag(_ offset: Int) -> Int {
        var offset = offset
        while bytes[offset] == 0x20 || bytes[offset] == UInt8(ascii: "/") { offset += 1 }
        return bytes[offset] == UInt8(ascii: ">") ? offset + 1 : offset
    }
}

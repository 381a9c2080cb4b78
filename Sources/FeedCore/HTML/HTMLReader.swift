internal import CLibXML2

/// One attribute of an HTML element: the name in lower case, the value with its entities decoded.
public struct HTMLAttribute: Hashable, Sendable {
    public let name: String
    /// Empty for an attribute without value, such as `hidden`.
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTMLAttribute] {
    /// The value of the attribute of that name.
    public subscript(name: String) -> String? {
        first { $0.name == name }?.value
    }
}

/// Reads HTML as people write it, whole pages and fragments, and reports its elements and text in order.
///
/// Every start has its end, properly nested, whatever the document left open. Names are in lower case; unknown ones are
/// kept. The content of `script` and `style` arrives as text.
public enum HTMLReader {
    /// A step through the document.
    public enum Event: Hashable, Sendable {
        case start(name: HTMLName, attributes: [HTMLAttribute])
        case end(name: HTMLName)
        /// All text up to the next start or end, with its white space.
        case text(String)
    }

    /// Deeper than people nest: beyond it tags were left open. All open elements end there and reading goes on at the
    /// top level, so no text is lost and the time stays linear.
    static let depthLimit = 256
    /// More elements than people write. Beyond it only the text of the document is reported, line by line, so that a
    /// hostile document does not take long.
    static let elementLimit = 300_000
    /// How many bytes of such text are reported at once, up to the next line end.
    private static let textPieceSize = 16 << 10
    /// Further attributes are dropped, as libxml2 compares each attribute of an element with all others.
    static let attributeLimit = 256

    /// Reads UTF-8; invalid bytes become U+FFFD. In a cancelled task it ends early, and the caller drops the result.
    ///
    /// - Parameter mendsTags: whether what looks like a tag and cannot be one becomes text. False for a language with
    ///   elements that HTML does not have.
    public static func read(_ html: [UInt8], mendsTags: Bool = true, _ onEvent: (Event) -> Void) {
        html.withUnsafeBufferPointer { read($0, mendsTags: mendsTags, with: XMLLibrary.shared, onEvent) }
    }

    /// Reads a string, as `read(_:mendsTags:_:)` reads bytes.
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
        // Without libxml2 the user can still read stored articles, as plain text.
        guard case .success(let library) = library else {
            return onEvent(.text(HTMLText.plain(String(decoding: html, as: UTF8.self))))
        }
        // The compiler puts the length of the path of this file into the program, for a check that the closure has not
        // escaped. With a name in place of the path, the program does not depend on the folder that it is built in.
        #sourceLocation(file:"HTMLReader.read",line:1)
        withoutActuallyEscaping(onEvent) { onEvent in
            let source = HTMLSource(
                html, isUTF8: isUTF8, mendsTags: mendsTags, after: HTMLParse.wrapper, attributeLimit: attributeLimit)
            var parse = HTMLParse(source, library.functions, elements: elements, onEvent)
            var start: Int? = 0
            while let offset = start, !parse.hasTooManyElements, !Task.isCancelled { start = parse.run(from: offset) }
            parse.closeAll()
            if let start, !Task.isCancelled { readText(of: parse.bytes(after: start), onEvent) }
        }
        #sourceLocation()
    }

    /// Reports the rest of a document as lines of text.
    private static func readText(of html: ArraySlice<UInt8>, _ onEvent: (Event) -> Void) {
        let text = HTMLText.plainBytes(.html(String(decoding: html, as: UTF8.self)))
        let keepsLines = HTMLAttribute(name: "style", value: "white-space: pre-line")
        var start = 0
        while start < text.count, !Task.isCancelled {
            // In pieces, so that the caller never holds all of it at once.
            let newline =
                start + textPieceSize < text.count ? text[(start + textPieceSize)...].firstIndex(of: 0x0A) : nil
            let end = newline ?? text.count
            onEvent(.start(name: "div", attributes: [keepsLines]))
            onEvent(.text(String(decoding: text[start..<end], as: UTF8.self)))
            onEvent(.end(name: "div"))
            start = end + 1
        }
    }
}

/// Turns libxml2's callbacks for one document into balanced events.
private struct HTMLParse {
    /// The start tag before each document: libxml2 puts text at the top level into paragraphs of its own, but not text
    /// within an element. No document closes this one.
    static let wrapper = "<rssium>".utf8
    private static let wrapperName: HTMLName = "rssium"
    /// Elements without content and end tag. libxml2 does not know those of HTML 5.
    private static let void = HTMLNames([
        "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link", "meta", "param",
        "source", "track", "wbr",
    ])

    private let xml: rssium_xml
    private let onEvent: (HTMLReader.Event) -> Void
    private var bytes: [UInt8]
    private var context: htmlParserCtxtPtr?
    private var open: [HTMLName] = []
    /// How many elements are open for libxml2, which keeps some of HTML 5 open that have no end tag.
    private var openTags = 0
    /// The place of an open element of `innerNames` among them. An element of `outerNames` cannot be in it, and ends it.
    private var innerStart: Int?
    private static let innerNames = HTMLNames(["svg", "select"])
    private static let outerNames = HTMLNames([
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre",
    ])
    private var text: [UInt8] = []
    private var elementsLeft: Int
    /// How many callbacks came.
    private var callbacks = 0
    private var isCancelled = false
    /// Where to go on after the document was too deep, counted from the start of this run.
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

    /// Reads from an offset, with no open element. Returns the offset at which the document became too deep or had too
    /// many elements; nil at its end. The wrapper overwrites bytes before the offset that were read already.
    mutating func run(from offset: Int) -> Int? {
        restart = nil
        openTags = 0
        bytes.replaceSubrange(offset..<offset + Self.wrapper.count, with: Self.wrapper)
        let xml = xml
        let document = bytes
        withUnsafeMutablePointer(to: &self) { parse in
            var callbacks = HTMLParse.callbacks
            guard let context = xml.htmlCreatePushParserCtxt(&callbacks, parse, nil, 0, nil, XML_CHAR_ENCODING_NONE)
            else { return }
            parse.pointee.context = context
            defer {
                parse.pointee.context = nil
                xml.htmlFreeParserCtxt(context)
            }
            // Takes away the input to which a push parser appends.
            xml.htmlCtxtReset(context)
            _ = xml.htmlCtxtUseOptions(context, HTMLParse.options)
            document.withUnsafeBufferPointer { HTMLParse.read($0[offset...], context, xml) }
        }
        closeAll()
        return restart.map { afterTag(offset + $0) - Self.wrapper.count }
    }

    /// The unread bytes after an offset, without the zero at the end.
    func bytes(after offset: Int) -> ArraySlice<UInt8> { bytes[(offset + Self.wrapper.count)...].dropLast() }

    /// Ends all open elements.
    mutating func closeAll() {
        flushText()
        end(from: 0)
    }

    private static let options: Int32 = {
        let quiet = HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        let asWritten = HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        // With RECOVER, an end tag in a string of a script does not end the script.
        let safe = HTML_PARSE_NONET.rawValue | HTML_PARSE_RECOVER.rawValue
        return Int32(quiet | asWritten | safe)
    }()

    private static var callbacks: htmlSAXHandler {
        var callbacks = htmlSAXHandler()
        callbacks.startElement = { HTMLParse.from($0)?.pointee.startElement($1, $2) }
        callbacks.endElement = { HTMLParse.from($0)?.pointee.endElement($1) }
        callbacks.characters = { HTMLParse.from($0)?.pointee.appendText($1, $2) }
        callbacks.ignorableWhitespace = { HTMLParse.from($0)?.pointee.appendText($1, $2) }
        callbacks.cdataBlock = { HTMLParse.from($0)?.pointee.appendText($1, $2) }
        return callbacks
    }

    /// libxml2 reads the document where it stands, without the zero at its end. Of a document that old versions fetch in
    /// pieces they take the end of a piece within `&#34;` for the end of the attribute.
    private static func read(
        _ document: Slice<UnsafeBufferPointer<UInt8>>, _ context: htmlParserCtxtPtr, _ xml: rssium_xml
    ) {
        let document = UnsafeBufferPointer(rebasing: document)
        var functions = xml
        guard let start = document.baseAddress,
            let input = rssium_xml_input(&functions, context, start, document.count - 1),
            xml.push_input(context, input) >= 0
        else { return }
        _ = xml.xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        _ = xml.htmlParseDocument(context)
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HTMLParse>? {
        pointer?.assumingMemoryBound(to: HTMLParse.self)
    }

    private mutating func startElement(
        _ name: UnsafePointer<xmlChar>?, _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        openTags += 1
        guard isWanted, let name = name.map(HTMLName.init(xml:)), name != Self.wrapperName else { return }
        flushText()
        if let place = innerStart, Self.outerNames.place(of: name) != nil { end(from: place) }
        onEvent(.start(name: name, attributes: attributes(values)))
        if Self.void.place(of: name) != nil {
            onEvent(.end(name: name))
        } else {
            if innerStart == nil, Self.innerNames.place(of: name) != nil { innerStart = open.count }
            open.append(name)
        }
        elementsLeft -= 1
        if openTags > HTMLReader.depthLimit || hasTooManyElements { stop() }
    }

    private mutating func endElement(_ name: UnsafePointer<xmlChar>?) {
        openTags -= 1
        guard isWanted, let name = name.map(HTMLName.init(xml:)), let place = open.lastIndex(of: name)
        else { return }
        flushText()
        end(from: place)
    }

    /// Whether this callback counts: not once a restart is needed, nor in a cancelled task.
    private var isWanted: Bool {
        mutating get {
            callbacks += 1
            if callbacks & 0xFF == 0, !isCancelled, Task.isCancelled, let context {
                isCancelled = true
                xml.xmlStopParser(context)
            }
            return restart == nil && !isCancelled
        }
    }

    private mutating func end(from place: Int) {
        while open.count > place, let last = open.popLast() { onEvent(.end(name: last)) }
        if let innerStart, innerStart >= place { self.innerStart = nil }
    }

    private mutating func appendText(_ characters: UnsafePointer<xmlChar>?, _ length: Int32) {
        guard isWanted, let characters, length > 0 else { return }
        let bytes = UnsafeBufferPointer(start: characters, count: Int(length))
        if length == 2, bytes[0] == 0xC2, bytes[1] < 0xA0 {
            // Browsers show `&#128;` to `&#159;` as Windows-1252 (HTML, 13.2.5.80).
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

    private mutating func stop() {
        guard let context else { return }
        restart = xml.xmlByteConsumed(context)
        xml.xmlStopParser(context)
    }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        onEvent(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }

    /// The offset after the tag: libxml2 calls back before it has read the tag's end.
    private func afterTag(_ offset: Int) -> Int {
        var offset = offset
        while bytes[offset] == 0x20 || bytes[offset] == UInt8(ascii: "/") { offset += 1 }
        return bytes[offset] == UInt8(ascii: ">") ? offset + 1 : offset
    }
}

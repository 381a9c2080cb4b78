/// Markup inside text, written as HTML.
extension XMLReader {
    /// Writes an element inside text as an HTML tag. Atom's outer `div` is not part of the content (RFC 4287, 3.1.1.3).
    func writeStart(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
        guard let gathered else { return }
        self.gathered?.depth += 1
        isTextUTF8 = false
        if isOuterDivision(name, gathered) {
            // A second one is a paragraph of its own.
            if text.contains(where: { $0 > 0x20 }) { text.append(contentsOf: "<p>".utf8) }
            return
        }
        text.append(UInt8(ascii: "<"))
        text.append(contentsOf: UnsafeBufferPointer(start: name, count: name.textLength))
        for index in 0..<attributes.count where !attributes.isOfXML(index) {
            guard let key = attributes.localName(index), var value = attributes.value(index) else { continue }
            // An anchor is one of the text, or else of the article's page, whatever the base is.
            if let base, key == "href" || key == "src", value.utf8.first != UInt8(ascii: "#") {
                value = LinkResolver.resolve(value, base: base) ?? value
            }
            text.append(UInt8(ascii: " "))
            text.append(contentsOf: key.utf8)
            text.append(contentsOf: "=\"".utf8)
            for byte in value.utf8 { text.appendEscaped(byte) }
            text.append(UInt8(ascii: "\""))
        }
        text.append(UInt8(ascii: ">"))
    }

    /// - Parameter name: nil for an element without end tag.
    func writeEnd(_ name: UnsafePointer<UInt8>?) {
        guard var gathered else { return }
        gathered.depth -= 1
        self.gathered = gathered
        guard let name, !isOuterDivision(name, gathered) else { return }
        let written = UnsafeBufferPointer(start: name, count: name.textLength)
        if HTMLTag.isVoid(written) { return }
        text.append(contentsOf: "</".utf8)
        text.append(contentsOf: written)
        text.append(UInt8(ascii: ">"))
    }

    private func isOuterDivision(_ name: UnsafePointer<UInt8>, _ gathered: Gathered) -> Bool {
        gathered.isMarkup && gathered.depth == 0 && name.isName("div")
    }
}

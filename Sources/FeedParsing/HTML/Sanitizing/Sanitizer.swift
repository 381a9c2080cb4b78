/// Makes the HTML of feeds harmless. All HTML that leaves the program goes through it.
///
/// The output is written anew from the events of the parsed HTML, so no trick of syntax survives: only listed elements,
/// attributes and URL schemes, every element closed, all text escaped, no SVG, no MathML, no comments. It runs nothing,
/// sends no form, loads no style and no frame, and loads pictures only from `http` and `https`. It can be put into any
/// element but a table, a link or a heading.
public enum Sanitizer {
    /// The harmless text; in a cancelled task only its beginning.
    ///
    /// - Parameters:
    ///   - anchors: the prefix of all ids and of the links to them, so that none is also another text's or the page's.
    ///   - imagesAreLazy: whether browsers may load each picture late.
    ///   - page: the address of the page that the text is from. A link to an anchor that the text does not have leads there.
    ///   - leadsToPage: whether all links within the text lead to the page.
    public static func clean(
        _ html: String, anchors: String = "user-content-", imagesAreLazy: Bool = false, page: String? = nil,
        leadsToPage: Bool = false
    ) -> String {
        let tree = HTMLTree(html)
        var writer = SafeHTMLWriter(anchors: anchors, imagesAreLazy: imagesAreLazy)
        writer.page = page.map { String($0.prefix { $0 != "#" }) }
        writer.ownPage = leadsToPage ? nil : page.map { OwnPage($0) }
        writer.tree = leadsToPage ? nil : tree
        for event in HTMLEvents(tree, formulasAreLines: true) { writer.write(event) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Plain text for use between tags and in attributes of HTML and XML: escaped, and without control characters but
    /// tabs and line ends.
    public static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.appendSafe(text, as: .attribute)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address of a picture or a sound, escaped for an attribute; nil if it may not be loaded.
    public static func source(_ address: String) -> String? { SafeAddress.source(address).map(escaped) }
}

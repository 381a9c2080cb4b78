/// The part of an element that a handler wants.
enum ElementUse {
    case skip
    /// Its child elements.
    case enter
    /// Its text. Elements in it arrive as HTML, the text beside them unescaped.
    case text
    /// Its content as HTML: elements as tags, text escaped.
    case markup
    /// Its child elements, or its text if it has none.
    case enterOrText
}

/// The text or markup of an element that has ended.
struct ElementText {
    let name: ElementName
    let bytes: [UInt8]
    /// Whether the bytes are known to be UTF-8; else libxml2 has not looked at all of them.
    let isUTF8: Bool
    let reader: XMLReader
}

/// Receives the elements of a document. Each feed format has one.
protocol XMLHandler: AnyObject {
    func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse
    /// The end of an element that was entered.
    func end(_ name: ElementName, in reader: XMLReader)
    /// The end of an element whose text or markup was wanted.
    func end(_ text: ElementText)
}

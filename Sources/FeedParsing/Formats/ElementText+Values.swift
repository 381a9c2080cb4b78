/// The values that fields of feeds and articles take from the text of an element; nil if it has none.
extension ElementText {
    /// On one line, without markup.
    var title: String? { SingleLineText.title(bytes) }
    /// On one line, with markup as it is written.
    var line: String? { SingleLineText.clean(bytes) }
    var trimmed: String? { FieldText.trimmed(bytes) }
    var html: String? { FieldText.html(bytes, isUTF8: isUTF8) }
    var date: Timestamp? { FeedDate.parse(bytes, noting: &reader.dates) }
    var person: Author? { FieldText.person(bytes) }
    var language: String? { LanguageTag.parse(trimmed) }
    /// Nil for an element in place of an address.
    var link: String? { reader.link(bytes.has(UInt8(ascii: "<")) ? nil : trimmed) }
    var imageLink: String? { reader.link(FieldText.imageAddress(bytes)) }
}

extension Author {
    /// Reads an element of a person.
    mutating func read(_ text: ElementText) {
        switch text.name.tag {
        case .name: name = text.title
        case .email: email = text.line
        default: url = text.link
        }
    }
}

/// Decides which elements of an article a reader sees. Text, Markdown and HTML ask it, so they show the same.
package struct HTMLVisibility: Sendable {
    package enum Fate {
        case shown
        /// The element is part of no text: a style, a control of a form, the second copy of a formula.
        case hidden
        /// The author or the style sheet of the site hides the element. Without them it would be seen.
        case hiddenByAuthor
    }

    private var formulas = FormulaCopies()

    package init() {}

    /// Decides about the element that begins. It wants to see each start tag in order.
    ///
    /// - Parameter isText: whether the element is a button in a heading, a summary or a link.
    package mutating func fate(of name: HTMLName, _ attributes: [HTMLAttribute], isText: Bool) -> Fate {
        let rule = isText ? nil : SanitizerRule.named(name)
        if rule == .hidden || rule == .frame && attributes.areOfPixel { return .hidden }
        guard !attributes.isEmpty else { return .shown }
        if formulas.isCopy(attributes) { return .hidden }
        return attributes.hideElement ? .hiddenByAuthor : .shown
    }

    /// Whether the text of buttons in such an element is text of the article.
    package static func keepsButtons(_ name: HTMLName) -> Bool { textNames.index(of: name) != nil }

    private static let textNames = HTMLNames(["a", "summary", "h1", "h2", "h3", "h4", "h5", "h6"])
}

extension [HTMLAttribute] {
    /// Whether both sides are written, and so that nothing can be seen: such a frame counts readers.
    fileprivate var areOfPixel: Bool { ["width", "height"].allSatisfy { self[$0].map(PictureSize.isPixel) ?? false } }

    fileprivate var hideElement: Bool {
        contains { attribute in
            var value = attribute.value
            return switch attribute.name {
            case "hidden": true
            case "style": value.withUTF8 { HTMLStyle($0).isHidden }
            case "class": value.withUTF8 { $0.areClassesHidden }
            default: false
            }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether one of an element's classes is that of something that is not seen.
    var areClassesHidden: Bool {
        var start = 0
        while start < count {
            let end = index(of: 0x20, from: start) ?? count
            if hiddenClasses.contains(where: { $0.utf8CodeUnitCount == end - start && has($0, at: start) }) {
                return true
            }
            start = end + 1
        }
        return false
    }
}

/// Classes of text for screen readers, of what is shown while a formula loads, and of what Substack and Ghost add to
/// each page: names that no author gives to text.
private let hiddenClasses: [StaticString] = [
    "screen-reader-text", "sr-only", "visually-hidden", "visuallyhidden", "MathJax_Preview",
    "subscription-widget-wrap-editor", "subscription-widget-wrap", "kg-bookmark-metadata",
    "kg-bookmark-thumbnail",
]

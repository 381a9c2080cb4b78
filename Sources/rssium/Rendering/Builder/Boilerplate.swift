internal import FeedCore

/// Additions of page tools to a text, by the class of their element; they are useless on a screen. Authors use the same
/// classes for prose, so only the content of the element tells whether it is boilerplate.
enum Boilerplate {
    /// Digits beside the lines of code.
    case lineNumbers
    /// The same by a class with other meanings: only in code.
    case lineNumbersInCode(isInCode: Bool)
    /// Links to the headings of the page.
    case tableOfContents

    /// A longer label than "Table of contents" is prose.
    private static let maxLabelLetters = 40

    /// Nil for an element without such a class.
    ///
    /// - Parameter isInCode: whether the element is part of code.
    init?(_ attributes: [HTMLAttribute], isInCode: Bool) {
        let kinds = attributes.lazy.compactMap { attribute -> Boilerplate? in
            switch attribute.name {
            case "id": tableOfContentsIDs.contains(attribute.value) ? .tableOfContents : nil
            case "class": attribute.value.split(separator: " ").lazy.compactMap { kindsByClass[String($0)] }.first
            default: nil
            }
        }
        guard let kind = kinds.first else { return nil }
        self = kind
        if case .lineNumbersInCode = kind { self = .lineNumbersInCode(isInCode: isInCode) }
    }

    /// The node that a reader would miss; nil if the element is boilerplate.
    func prose(in top: HTMLTree.Index, of tree: HTMLTree, _ links: inout PageLinks) -> HTMLTree.Index? {
        var visibility = HTMLVisibility()
        var (isInCode, linkCount, labelLetters) = (false, 0, 0)
        if case .lineNumbersInCode(isInCode: true) = self { isInCode = true }
        var next = tree.node(after: top, in: top)
        while let node = next {
            var isPassedOver = false
            if tree.nodes[node].kind == .element {
                let element = ShownElement(node, in: tree)
                switch element.kind {
                case _ where visibility.fate(of: element.name, element.attributes, isText: false) != .shown:
                    isPassedOver = true
                case .preformatted, .formatting(.code): isInCode = true
                case .media: return node
                case .image: if !PageImage(element.attributes).isInvisible { return node }
                case .link:
                    linkCount += 1
                    guard case .tableOfContents = self, let reference = element.attributes["href"] else { break }
                    guard case .anchor? = links.target(reference) else { return node }
                    isPassedOver = true
                default: break
                }
            } else if !allows(tree.text(of: node), &labelLetters) {
                return node
            }
            next = tree.node(after: node, in: top, skipsContent: isPassedOver)
        }
        return switch self {
        case .lineNumbers: nil
        case .lineNumbersInCode: isInCode ? nil : top
        case .tableOfContents: labelLetters == 0 || linkCount > 0 ? nil : top
        }
    }

    private func allows(_ text: String, _ labelLetters: inout Int) -> Bool {
        guard case .tableOfContents = self else {
            return text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0.properties.isWhitespace }
        }
        let letters = text.unicodeScalars.count { $0.properties.isAlphabetic }
        labelLetters += letters
        return letters == 0 || labelLetters <= Boilerplate.maxLabelLetters && !text.endsSentence
    }
}

extension String {
    fileprivate var endsSentence: Bool {
        let last = unicodeScalars.last { !$0.properties.isWhitespace }
        return last.map(".!?…。！？".unicodeScalars.contains) ?? false
    }
}

private let kindsByClass: [String: Boilerplate] = {
    var kinds: [String: Boilerplate] = ["toc": .tableOfContents, "lwptoc": .tableOfContents]
    for name in ["gl", "gutter", "ln"] { kinds[name] = .lineNumbersInCode(isInCode: false) }
    for name in [
        "linenos", "lineno", "linenodiv", "line-numbers-rows", "rouge-gutter", "hljs-ln-numbers", "blob-num",
        "crayon-nums", "syntaxhighlighter-gutter", "lnt", "linenumber", "line-number",
    ] {
        kinds[name] = .lineNumbers
    }
    return kinds
}()

private let tableOfContentsIDs: Set<String> = ["toc", "toc_container", "ez-toc-container"]

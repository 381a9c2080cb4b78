extension HTMLTree {
    /// One node. It is not changed once the tree is built.
    public struct Node: Sendable {
        public enum Kind: UInt8, Sendable {
            case document
            case element
            /// Text, with its white space.
            case text
            /// Text of `script`, `style` and the like, in which nothing is escaped.
            case code
            case comment
        }

        public let kind: Kind
        /// Whether the element has begun and not ended, while the tree is built.
        var isOpen = false
        /// The rules of HTML for the element.
        let element: HTMLElement
        /// The packed name of an element.
        let name: UInt64
        /// The range of the text in the page; for an element, the range of its start tag from its name on. Empty for an
        /// element that the page only implies.
        var (start, end): (Int32, Int32)
        var parent: Int32 = -1
        var firstChild: Int32 = -1
        var lastChild: Int32 = -1
        var previous: Int32 = -1
        var next: Int32 = -1

        /// An element.
        init(_ name: UInt64, _ element: HTMLElement, _ range: Range<Int> = 0..<0) {
            (kind, self.name, self.element) = (.element, name, element)
            (start, end) = (Int32(range.lowerBound), Int32(range.upperBound))
        }

        /// Another node.
        init(_ kind: Kind, _ range: Range<Int> = 0..<0) {
            (self.kind, name, element) = (kind, 0, [])
            (start, end) = (Int32(range.lowerBound), Int32(range.upperBound))
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }
}

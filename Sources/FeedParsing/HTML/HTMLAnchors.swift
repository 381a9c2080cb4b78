/// The anchors of a text that links within it can lead to. Feeds cut texts and take out what pages have around them, so the
/// anchor of a link such as `#comments` may be on the page alone.
package struct HTMLAnchors: Sendable {
    private let names: Set<String>

    package init(_ tree: HTMLTree) { self.init(tree, of: tree.nodes.indices) }

    /// - Parameter elements: those that the text shows.
    init(_ tree: HTMLTree, of elements: some Sequence<HTMLTree.Index>) {
        var names: Set<String> = []
        for element in elements {
            for name in [PackedName.id, PackedName.name] {
                if let anchor = tree.attribute(name, of: element) { names.insert(anchor) }
            }
        }
        self.names = names
    }

    /// Whether the text has the anchor that a link leads to.
    ///
    /// - Parameter fragment: as the link has it, without `#`. Without a name it is the start of the text.
    package func contains(_ fragment: some StringProtocol) -> Bool {
        let name = String(fragment)
        // GitHub writes the prefix only before the names of the anchors.
        return name.isEmpty || names.contains(name) || names.contains("user-content-" + name)
            || name.utf8.contains(UInt8(ascii: "%")) && names.contains(HTMLAnchors.percentDecoded(name))
    }

    private static func percentDecoded(_ text: String) -> String {
        var decoded: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

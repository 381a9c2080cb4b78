/// Makes the relative links in HTML absolute. Everything else stays as written.
enum HTMLLinks {
    /// The most that a text may grow: a long base and many short links would make it too large. Further links stay as
    /// written.
    private static let growth = (times: 8, bytes: 4 << 20)

    /// The HTML of a tree with its relative addresses resolved; nil if it has no relative address.
    static func resolved(_ tree: HTMLTree, base: String) -> String? {
        // Most texts have no relative address.
        lazy var parsed = LinkBase(base)
        return tree.source.withUnsafeBufferPointer { bytes -> String? in
            let limit = tree.size * growth.times + growth.bytes
            var result: [UInt8] = []
            var (copied, tagEnd) = (0, 0)
            // A tag may be in the tree several times. Those of the page itself are not in the order of the others.
            for node in tree.nodes where node.kind == .element && node.start >= tagEnd && node.end > 0 {
                switch node.name {
                case PackedName.html, PackedName.head, PackedName.body: continue
                default: tagEnd = Int(node.end)
                }
                let tag = UnsafeBufferPointer(rebasing: bytes[node.range])
                var attributes = HTMLAttributes(ofTag: tag)
                while result.count < limit, let attribute = attributes.next() {
                    let room = limit - result.count
                    guard let value = newValue(of: attribute, in: tag, base: parsed, room: room) else { continue }
                    result.append(contentsOf: bytes[copied..<Int(node.start) + attribute.value.lowerBound])
                    result.append(contentsOf: value.utf8)
                    copied = Int(node.start) + attribute.value.upperBound
                }
            }
            guard copied > 0 else { return nil }
            result.append(contentsOf: bytes[copied..<tree.size])
            return String(decoding: result, as: UTF8.self)
        }
    }

    private static func newValue(
        of attribute: HTMLAttributes.Attribute, in bytes: UnsafeBufferPointer<UInt8>,
        base: @autoclosure () -> LinkBase?, room: Int
    ) -> String? {
        guard !attribute.value.isEmpty else { return nil }
        let value = UnsafeBufferPointer(rebasing: bytes[attribute.value])
        switch attribute.name {
        case PackedName.href, source, poster, cite, data, background, action, longDescription:
            return resolvedAddress(value, base: base())
        case sourceSet: return resolvedSet(value, base: base(), room: room)
        default:
            switch LateAttribute(UnsafeBufferPointer(rebasing: bytes[attribute.nameRange]), value: value) {
            case .address, .file: return resolvedAddress(value, base: base())
            case .set: return resolvedSet(value, base: base(), room: room)
            case nil: return nil
            }
        }
    }

    private static func resolvedAddress(
        _ value: UnsafeBufferPointer<UInt8>, base: @autoclosure () -> LinkBase?
    ) -> String? {
        isAbsolute(value) || value[0] == UInt8(ascii: "#") ? nil : resolved(value, base: base())
    }

    private static func resolved(_ value: UnsafeBufferPointer<UInt8>, base: LinkBase?) -> String? {
        let written = HTMLEntity.decodedOnce(value)
        guard let address = LinkResolver.resolve(written, against: base), address != written else { return nil }
        return escaped(address)
    }

    /// Resolves each address of a `srcset`.
    private static func resolvedSet(_ value: UnsafeBufferPointer<UInt8>, base: LinkBase?, room: Int) -> String? {
        var result: [UInt8] = []
        var copied = 0
        for range in SourceSet.addresses(in: value) where result.count < room {
            let address = UnsafeBufferPointer(rebasing: value[range])
            guard !isAbsolute(address), let changed = resolved(address, base: base) else { continue }
            result.append(contentsOf: UnsafeBufferPointer(rebasing: value[copied..<range.lowerBound]))
            result.append(contentsOf: changed.utf8)
            copied = range.upperBound
        }
        guard copied > 0 else { return nil }
        result.append(contentsOf: UnsafeBufferPointer(rebasing: value[copied...]))
        return String(decoding: result, as: UTF8.self)
    }

    /// The address as it may stand between quotes of either kind.
    private static func escaped(_ address: String) -> String {
        guard address.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "'") }) else {
            return address
        }
        return address.replacing("&", with: "&amp;").replacing("'", with: "&#39;")
    }

    /// Like `LinkResolver.isAbsolute`, without making a String.
    private static func isAbsolute(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        (URISyntax.schemeLength(in: value) ?? 0) > 1
    }

    private static let source: UInt64 = 0x737263  // src
    private static let poster: UInt64 = 0x706F_7374_6572  // poster
    private static let cite: UInt64 = 0x6369_7465  // cite
    private static let data: UInt64 = 0x6461_7461  // data
    private static let background: UInt64 = 0x636B_6772_6F75_0C05  // background
    private static let action: UInt64 = 0x6163_7469_6F6E  // action
    private static let longDescription: UInt64 = 0x6C6F_6E67_6465_7363  // longdesc
    private static let sourceSet: UInt64 = 0x7372_6373_6574  // srcset
}

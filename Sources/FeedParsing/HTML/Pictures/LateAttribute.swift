/// An attribute in which pages keep an address until a script loads what is there. This is the only list of them.
enum LateAttribute {
    case address
    /// As `srcset`.
    case set

    private static let names: [StaticString] = ["data-original", "data-orig-file", "data-full-url"]

    /// - Parameter name: in letters of either case; nil for another attribute.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard name.count >= 8, name.has("data-", at: 0, ignoringCase: true) else { return nil }
        if name.has("srcset", at: name.count - 6, ignoringCase: true) {
            self = .set
        } else if name.has("src", at: name.count - 3, ignoringCase: true)
            || LateAttribute.names.contains(where: {
                $0.utf8CodeUnitCount == name.count && name.has($0, at: 0, ignoringCase: true)
            })
        {
            self = .address
        } else {
            return nil
        }
    }

    init?(_ name: String) {
        var name = name
        guard let found = name.withUTF8({ LateAttribute($0) }) else { return nil }
        self = found
    }
}

extension [HTMLAttribute] {
    /// The addresses of what an element loads, the one in use first.
    package var sources: [String] {
        let late = filter { LateAttribute($0.name) == .address }.map(\.value)
        return ([self["src"], self["data"]].compactMap(\.self) + late).filter { !$0.isEmpty }
    }
}

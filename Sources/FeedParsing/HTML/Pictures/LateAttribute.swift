internal import FeedModel

/// An attribute in which pages keep an address until a script loads what is there. Only this type decides which they are.
enum LateAttribute {
    case address
    /// As `srcset`.
    case set
    /// The address of a file with a picture, in an attribute of any name.
    case file

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static let prefixes: [StaticString] = ["data-", "nitro-lazy-"]
    private static let names: [StaticString] = ["data-original", "data-orig-file", "data-full-url"]
    private static let endings: [StaticString] = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"]

    /// Nil for another attribute.
    ///
    /// - Parameters:
    ///   - name: in letters of either case.
    ///   - value: as written. A script completes an address with braces, so that it is none yet.
    init?(_ name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        guard name.count > 5, LateAttribute.prefixes.contains(where: { name.hasLetters($0, at: 0) }) else {
            return nil
        }
        if name.ends(in: "srcset") || LateAttribute.isSet(value) {
            self = .set
        } else if name.ends(in: "src")
            || LateAttribute.names.contains(where: {
                $0.utf8CodeUnitCount == name.count && name.ends(in: $0)
            })
        {
            guard LateAttribute.isAddress(value) else { return nil }
            self = .address
        } else {
            guard LateAttribute.isFile(value) else { return nil }
            self = .file
        }
    }

    init?(_ attribute: HTMLAttribute) {
        var (name, value) = (attribute.name, attribute.value)
        guard let found = name.withUTF8({ name in value.withUTF8 { LateAttribute(name, value: $0) } }) else {
            return nil
        }
        self = found
    }

    private static func isAddress(_ value: Bytes) -> Bool {
        !value.isEmpty && value.count < 4096 && !value.contains(UInt8(ascii: "{"))
    }

    /// A name alone is what the photographer called it.
    private static func isFile(_ value: Bytes) -> Bool {
        let path = Bytes(rebasing: value.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        return endings.contains { path.ends(in: $0) } && path.contains(UInt8(ascii: "/")) && isAddress(value)
            && value.allSatisfy { $0 > 0x20 }
    }

    private static func isSet(_ value: Bytes) -> Bool {
        value.end(of: ", ", from: 0) != nil
            && isFile(Bytes(rebasing: value.prefix { $0 != 0x20 && $0 != UInt8(ascii: ",") }))
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func ends(in text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && hasLetters(text, at: count - text.utf8CodeUnitCount)
    }
}

extension [HTMLAttribute] {
    /// The addresses of what an element loads, the one in use first.
    package var sources: [String] {
        let late = filter { LateAttribute($0) == .address }.map(\.value)
        // Of AMP and of `lite-youtube`.
        let video = (self["data-videoid"] ?? self["videoid"]).map { "https://www.youtube.com/watch?v=\($0)" }
        return ([self["src"], self["data"], video].compactMap(\.self) + late).filter { !$0.isEmpty }
    }

    /// The same attributes, with a late address as `src`.
    var withSource: Self {
        guard self["src"]?.isEmpty != false, let late = sources.first else { return self }
        return filter { $0.name != "src" } + [HTMLAttribute(name: "src", value: late)]
    }
}

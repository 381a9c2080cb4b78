/// The best address of a picture in a page: pages that load pictures late have a placeholder in `src` and the address in
/// another attribute.
struct PageImageSource {
    /// What is written: `src`, `srcset`, `alt`, `width`, `height`, `title`.
    let attributes: [HTMLAttribute]
    /// It has no address of its own.
    let isPlaceholder: Bool

    /// Nil for a picture of one pixel, which is not there to be looked at.
    ///
    /// - Parameter hasFallback: the picture is also in a `noscript` behind it.
    init?(_ tree: HTMLTree, _ node: HTMLTree.Index, base: LinkBase?, hasFallback: Bool) {
        let written = tree.attributes(of: node)
        guard !written.isPixel else { return nil }
        var addresses = HTMLImage.Addresses(written)
        if let picture = tree.parent(of: node), tree.name(of: picture) == "picture" {
            addresses.add(sourcesOf: picture, in: tree)
        }
        // All sizes and formats: the browser chooses one.
        let set = PageImageSource.absolute(set: addresses.sets.joined(separator: ", "), base)
        let late = addresses.lateSource.flatMap { HTMLImage.placeholder($0) == .sure ? nil : $0 }
        let isLate = written["class"]?.lowercased().hasBytes("lazy") ?? false
        let now = addresses.source.flatMap { source -> String? in
            switch HTMLImage.placeholder(source) {
            case .sure: nil
            case .maybe: late != nil || set != nil || hasFallback || isLate ? nil : source
            case .no: isLate ? late ?? source : source
            }
        }
        let chosen = now ?? late ?? set?.largest
        guard let source = chosen.flatMap({ LinkResolver.resolve($0, against: base) }) else {
            (attributes, isPlaceholder) = ([], true)
            return
        }
        isPlaceholder = false
        var result = [HTMLAttribute(name: "src", value: source)]
        if let set { result.append(HTMLAttribute(name: "srcset", value: set.text)) }
        for name in ["alt", "width", "height", "title"] {
            if let value = written[name], !["width", "height"].contains(name) || !pixelSizes.contains(value) {
                result.append(HTMLAttribute(name: name, value: value))
            }
        }
        attributes = result
    }

    /// A set with absolute addresses, and the address in it of the largest picture.
    private static func absolute(set: String, _ base: LinkBase?) -> (text: String, largest: String)? {
        var set = set
        return set.withUTF8 { bytes -> (String, String)? in
            let places = SourceSet.addresses(in: bytes)
            var text = ""
            var largest: (size: Double, address: String)?
            for (index, place) in places.prefix(48).enumerated() {
                let written = String(decoding: bytes[place], as: UTF8.self)
                guard HTMLImage.placeholder(written) != .sure,
                    let address = LinkResolver.resolve(written, against: base)
                else { continue }
                let end = index + 1 < places.count ? places[index + 1].lowerBound : bytes.count
                let size = String(
                    decoding: bytes[place.upperBound..<end].filter {
                        ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: ".")
                    }, as: UTF8.self)
                if !text.isEmpty { text += ", " }
                text += size.isEmpty ? address : "\(address) \(size)"
                let number = Double(size.prefix { $0.isNumber || $0 == "." }) ?? 1
                if largest.map({ number > $0.size }) ?? true { largest = (number, address) }
            }
            return largest.map { (text, $0.address) }
        }
    }
}

private let pixelSizes: Set = ["0", "1", "0px", "1px"]

extension [HTMLAttribute] {
    /// Whether a picture has the size of a pixel. Of one that is wide, no height means that it was not measured.
    var isPixel: Bool {
        let sizes = [self["width"], self["height"]].compactMap(\.self)
        return !sizes.isEmpty && sizes.allSatisfy(pixelSizes.contains)
    }
}

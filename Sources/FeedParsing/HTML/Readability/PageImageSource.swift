/// A picture of a page as it is written into the article, with absolute addresses.
struct PageImageSource {
    /// The attributes to write: `src`, `srcset`, `alt`, `width`, `height`, `title`, and a class for a formula.
    let attributes: [HTMLAttribute]
    let picture: HTMLPicture
    /// It has no address of its own.
    let isPlaceholder: Bool

    /// Nil for a picture of one pixel, which is not there to be looked at.
    ///
    /// - Parameter hasFallback: the picture is also in a `noscript` behind it.
    init?(_ tree: HTMLTree, _ node: HTMLTree.Index, base: LinkBase?, hasFallback: Bool) {
        let written = tree.attributes(of: node)
        picture = HTMLPicture(written, sources: tree.sources(ofPicture: node))
        guard !picture.isPixel else { return nil }
        guard
            let source = picture.address(hasFallback: hasFallback).flatMap({ LinkResolver.resolve($0, against: base) })
        else {
            (attributes, isPlaceholder) = ([], true)
            return
        }
        isPlaceholder = false
        var result = [HTMLAttribute(name: "src", value: source)]
        let set = picture.wholeSet.compactMap { picture in
            LinkResolver.resolve(picture.address, against: base).map {
                SourceSet.Picture(address: $0, size: picture.size).written
            }
        }
        if !set.isEmpty { result.append(HTMLAttribute(name: "srcset", value: set.joined(separator: ", "))) }
        for name in ["alt", "width", "height", "title"] {
            guard let value = written[name], !["width", "height"].contains(name) || !PictureSize.isPixel(value) else {
                continue
            }
            result.append(HTMLAttribute(name: name, value: value))
        }
        if written.showFormula { result.append(HTMLAttribute(name: "class", value: "latex")) }
        attributes = result
    }
}

extension HTMLTree {
    /// The attributes of the `source` elements of the `picture` around an image.
    func sources(ofPicture image: Index) -> [[HTMLAttribute]] {
        guard let picture = parent(of: image), name(of: picture) == "picture" else { return [] }
        return children(of: picture).prefix(16).filter { name(of: $0) == "source" }.map(attributes)
    }
}

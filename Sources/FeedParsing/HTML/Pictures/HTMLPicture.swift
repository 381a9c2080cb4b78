internal import FeedModel

/// The picture of an `img` element. Only this type decides which of the addresses is the picture's own, and which
/// pictures only count readers or decorate.
package struct HTMLPicture {
    private let attributes: [HTMLAttribute]
    private let own: Addresses
    /// The sets of the `source` elements of the `picture` around it.
    private let offered: [String]
    let size: PictureSize

    /// - Parameter sources: the attributes of the `source` elements of the `picture` around it.
    package init(_ attributes: [HTMLAttribute], sources: [[HTMLAttribute]] = []) {
        self.attributes = attributes
        own = Addresses(attributes)
        offered = sources.flatMap { Addresses($0).sets }
        size = PictureSize(attributes)
    }

    /// Whether it is only there to count readers. A placeholder may be as small as that: its size says nothing.
    package var isPixel: Bool { size.isPixel && isOwn }

    /// Whether the picture is the one in `src`, and not one that waits behind it.
    private var isOwn: Bool { address.map { $0 == own.source } ?? true }

    /// Whether it is a sign in the text, the portrait of its author, or hidden.
    var isDecoration: Bool {
        var style = attributes["style"] ?? ""
        return attributes["hidden"] != nil || size.isIcon && isOwn || isCharacter
            || isAvatar || style.withUTF8 { HTMLStyle($0).isHidden }
    }

    /// By the word for a portrait in the names of its classes: `avatar`, `author-avatar`, `c-avatar__img`.
    private var isAvatar: Bool {
        classes.contains { $0.split { !$0.isLetter }.contains { $0 == "avatar" || $0 == "avatars" } }
    }

    /// Whether it replaces the character in its `alt`, as WordPress's pictures of emoji do.
    var isCharacter: Bool {
        classes.contains { name in ["emoji", "smiley", "emoticon"].contains { name.hasSuffix($0) } }
    }

    private var classes: [Substring] {
        attributes["class"]?.prefix(200).lowercased().split(separator: " ") ?? []
    }

    /// The address to load, as written; nil if there is only a place for a picture.
    package var address: String? { address(hasFallback: false) }

    /// - Parameter hasFallback: the picture comes again in a `noscript`.
    func address(hasFallback: Bool) -> String? {
        let late = own.late.flatMap { PicturePlaceholder($0) == .sure ? nil : $0 }
        guard let source = own.source, PicturePlaceholder(source) != .sure else { return late ?? largest }
        let isLate = attributes["class"]?.lowercased().hasBytes("lazy") ?? false
        if PicturePlaceholder(source) == .no {
            guard isLate || late != nil && PicturePlaceholder.isNamedForPlace(source) else { return source }
            return late ?? source
        }
        return late ?? largest ?? (hasFallback || isLate ? nil : source)
    }

    /// All sizes and formats that the element itself names, of which the browser chooses one.
    var set: [SourceSet.Picture] { HTMLPicture.pictures(own.sets) }

    /// The same with those of the `picture` around it.
    var wholeSet: [SourceSet.Picture] { HTMLPicture.pictures(own.sets + offered) }

    /// The first of those that are largest.
    private var largest: String? {
        let pictures = set.isEmpty ? wholeSet : set
        let width = pictures.lazy.map(\.width).max()
        return pictures.first { $0.width == width }?.address
    }

    private static func pictures(_ sets: [String]) -> [SourceSet.Picture] {
        sets.flatMap { SourceSet.pictures(in: $0) }.filter { PicturePlaceholder($0.address) != .sure }
    }

    /// The addresses that the attributes of one element name, as written.
    private struct Addresses {
        /// The value of `src`.
        var source: String?
        /// The address that a script puts in its place when the picture comes into view.
        var late: String?
        /// The values of `srcset` and the like.
        var sets: [String] = []

        init(_ attributes: [HTMLAttribute]) {
            var other: String?
            for attribute in attributes {
                let value = attribute.value
                switch (attribute.name, LateAttribute(attribute)) {
                case ("src", _): source = value
                case ("srcset", _), (_, .set): sets.append(value)
                case (_, .address): late = late ?? value
                case (_, .file): other = other ?? value
                case (_, nil): break
                }
            }
            late = late ?? other
            // A picture of Media RSS.
            if source == nil, attributes["type"]?.hasPrefix("image/") == true { source = attributes["url"] }
        }
    }
}

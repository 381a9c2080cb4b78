internal import FeedModel

/// How large a picture is shown, as far as its attributes or its style say.
struct PictureSize {
    private let width: Int?
    private let height: Int?

    /// In pixels. A side may be any number: no picture is larger than `largestSide`.
    init(width: Int?, height: Int?) {
        self.width = width.map { min(max(0, $0), PictureSize.largestSide) }
        self.height = height.map { min(max(0, $0), PictureSize.largestSide) }
    }

    init(_ attributes: [HTMLAttribute]) {
        var style = attributes["style"] ?? ""
        let written = style.isEmpty ? nil : style.withUTF8 { HTMLStyle($0) }
        func pixels(_ length: Double?) -> Int? {
            length.map { $0 > 0 ? Int(min($0, Double(PictureSize.largestSide))) : 0 }
        }
        self.init(
            width: attributes["width"].flatMap(PictureSize.pixels) ?? pixels(written?.width),
            height: attributes["height"].flatMap(PictureSize.pixels) ?? pixels(written?.height))
    }

    /// Whether it is too small to see, and only counts readers. A wide picture with a height of 0 was not measured.
    var isPixel: Bool { (width ?? height) != nil && max(width ?? 0, height ?? 0) <= PictureSize.largestPixel }

    /// Whether it is not higher than a line of text: an emoticon or an icon.
    var isIcon: Bool { isPixel || PictureSize.icons.contains(width ?? 0) || PictureSize.icons.contains(height ?? 0) }

    /// In square pixels; nil where a side is not known.
    var area: Int? {
        guard let width, let height, width > PictureSize.largestPixel, height > PictureSize.largestPixel else {
            return nil
        }
        return width * height
    }

    /// Whether one side is written so that nothing could be seen.
    static func isPixel(_ side: String) -> Bool { pixels(side).map { $0 <= 1 } ?? false }

    private static let largestPixel = 3
    private static let icons = largestPixel + 1...20
    private static let largestSide = 1_000_000

    /// The number of a length in pixels.
    private static func pixels(_ value: String) -> Int? {
        var value = value
        return value.withUTF8 { bytes in
            let end = bytes.prefix(6).firstIndex { !ASCII.isDigit($0) } ?? min(bytes.count, 6)
            guard end > 0, end == bytes.count || bytes[end] != UInt8(ascii: "%") else { return nil }
            return bytes[..<end].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
    }
}

/// How large a picture is shown, as far as its attributes or its style say.
struct PictureSize {
    private let width: Int?
    private let height: Int?

    /// In pixels.
    init(width: Int?, height: Int?) { (self.width, self.height) = (width, height) }

    init(_ attributes: [HTMLAttribute]) {
        var style = attributes["style"] ?? ""
        let written = style.isEmpty ? nil : style.withUTF8 { HTMLStyle($0) }
        width = attributes["width"].flatMap(PictureSize.pixels) ?? written?.width.map { Int($0) }
        height = attributes["height"].flatMap(PictureSize.pixels) ?? written?.height.map { Int($0) }
    }

    private var sides: [Int] { [width, height].compactMap(\.self) }

    /// Whether it is too small to see, and only counts readers. A wide picture with a height of 0 was not measured.
    var isPixel: Bool { !sides.isEmpty && sides.allSatisfy { $0 <= PictureSize.largestPixel } }

    /// Whether it is not higher than a line of text: an emoticon or an icon.
    var isIcon: Bool { isPixel || sides.contains { $0 > PictureSize.largestPixel && $0 <= 20 } }

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

    /// The number of a length in pixels.
    private static func pixels(_ value: String) -> Int? {
        let digits = value.prefix(6).prefix { $0.isASCII && $0.isNumber }
        return value.dropFirst(digits.count).hasPrefix("%") ? nil : Int(digits)
    }
}

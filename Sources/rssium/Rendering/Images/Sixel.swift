/// Sixel graphics (DEC STD 070, chapter 9), checked byte by byte.
struct Sixel {
    let bytes: [UInt8]
    /// In pixels.
    let width: Int
    let height: Int

    /// Reads `ESC P`, numbers, `q`, raster attributes with the size, data and `ESC \`, and leaves out all else that chafa
    /// prints. Nil for any other output.
    init?(_ output: [UInt8]) {
        let escape: UInt8 = 0x1B
        guard
            let start = output.indices.dropLast().first(where: {
                output[$0] == escape && output[$0 + 1] == UInt8(ascii: "P")
            }),
            let close = output[(start + 2)...].firstIndex(of: escape), close + 1 < output.count,
            output[close + 1] == UInt8(ascii: "\\"),
            let kind = output[(start + 2)..<close].firstIndex(of: UInt8(ascii: "q")),
            output[(start + 2)..<kind].allSatisfy(Sixel.isNumeric)
        else { return nil }
        let data = output[(kind + 1)..<close]
        guard data.first == UInt8(ascii: "\""),
            data.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D })
        else { return nil }
        let raster = data.dropFirst().prefix(while: Sixel.isNumeric)
        let numbers = String(decoding: raster, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 4, (1...10_000).contains(numbers[2]), (1...10_000).contains(numbers[3]) else {
            return nil
        }
        (width, height) = (numbers[2], numbers[3])
        bytes = Array(output[start...(close + 1)])
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ";")
    }
}

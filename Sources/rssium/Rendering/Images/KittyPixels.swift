/// The pixels in what chafa prints for the graphics protocol of kitty.
struct KittyPixels {
    let width: Int
    let height: Int
    /// In base64, none of them empty.
    let pieces: [ArraySlice<UInt8>]

    /// Nil where it is in another form than rows of four bytes a pixel.
    init?(_ output: [UInt8]) {
        var keys: [Substring: Substring] = [:]
        var pieces: [ArraySlice<UInt8>] = []
        var rest = output[...]
        let escape: UInt8 = 0x1B
        while let start = rest.firstIndex(of: escape) {
            rest = rest[(start + 1)...]
            guard rest.starts(with: "_G".utf8), let end = rest.firstIndex(of: escape) else { continue }
            let body = rest.dropFirst(2)[..<end]
            rest = rest[(end + 1)...]
            let head = String(decoding: body.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            if keys.isEmpty {
                for pair in head.split(separator: ",") {
                    let parts = pair.split(separator: "=")
                    if parts.count == 2 { keys[parts[0]] = parts[1] }
                }
            }
            let data = body.dropFirst(head.utf8.count + 1)
            if !data.isEmpty { pieces.append(data) }
        }
        guard keys["f"] == "32", keys["o"] == nil, let width = keys["s"].flatMap({ Int($0) }),
            let height = keys["v"].flatMap({ Int($0) }), (1...10_000).contains(width), (1...10_000).contains(height)
        else { return nil }
        (self.width, self.height, self.pieces) = (width, height, pieces)
    }
}

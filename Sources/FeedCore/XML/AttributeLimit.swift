/// Finds elements of so many attributes that libxml2, which compares each with all others, would not come to an end.
enum AttributeLimit {
    /// More attributes than these are no feed's.
    private static let limit = 1000
    /// Such a tag is longer than twice this. No `<` is in it, so looking for one in every block is all it takes.
    private static let block = 4096

    static func isIn(_ document: [UInt8]) -> Bool {
        document.withUnsafeBufferPointer { bytes in
            var start = 0
            while start + block <= bytes.count {
                let end = start + block
                if let less = bytes.index(of: UInt8(ascii: "<"), from: start), less < end {
                    start = end
                    continue
                }
                // A stretch of text, or a tag, which is one from its `<` to the next.
                let next = bytes.index(of: UInt8(ascii: "<"), from: start) ?? bytes.count
                let tag = bytes[..<start].lastIndex(of: UInt8(ascii: "<")) ?? 0
                if hasFlood(bytes[tag..<next]) { return true }
                start = next
            }
            return false
        }
    }

    private static func hasFlood(_ tag: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var count = 0
        var quote: UInt8?
        for byte in tag {
            switch byte {
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: ">"): return false
            case UInt8(ascii: "="):
                count += 1
                if count > limit { return true }
            default: break
            }
        }
        return false
    }
}

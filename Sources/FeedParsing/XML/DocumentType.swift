/// The document type declaration of an XML document, with the declarations inside it (XML 1.0, section 2.8).
enum DocumentType {
    /// The sets of HTML's entities that some feeds declare have half of it.
    private static let sizeLimit = 64 << 10

    /// Whether the declaration has more bytes than any feed needs.
    static func isTooLarge(in document: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = start(in: document) else { return false }
        let end = min(document.count, start + sizeLimit + 1)
        return length(in: UnsafeBufferPointer(rebasing: document[start..<end])) > sizeLimit
    }

    /// The index of `<!DOCTYPE`, before which only spaces, comments and instructions may stand.
    private static func start(in document: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = document.markLength
        while index < document.count {
            if document[index] <= 0x20 {
                index += 1
            } else if document.has("<?", at: index) {
                guard let end = document.end(of: "?>", from: index) else { return nil }
                index = end
            } else if document.has("<!--", at: index) {
                guard let end = document.end(of: "-->", from: index + 4) else { return nil }
                index = end
            } else {
                return document.has("<!DOCTYPE", at: index) ? index : nil
            }
        }
        return nil
    }

    /// The index after the declaration at `start`; nil if it has no end within the limit.
    static func end(in document: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let end = min(document.count, start + sizeLimit)
        let length = length(in: UnsafeBufferPointer(rebasing: document[start..<end]))
        return start + length < end ? start + length : nil
    }

    /// The length of the declaration at the start of these bytes; that of the bytes if it has no end in them.
    private static func length(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        var isInside = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                index = bytes.index(of: bytes[index], from: index + 1) ?? bytes.count
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: "<") where bytes.has("<!--", at: index):
                index = (bytes.end(of: "-->", from: index + 4) ?? bytes.count) - 1
            case UInt8(ascii: "<") where bytes.has("<?", at: index):
                index = (bytes.end(of: "?>", from: index) ?? bytes.count) - 1
            case UInt8(ascii: ">") where !isInside: return index + 1
            default: break
            }
            index += 1
        }
        return bytes.count
    }
}

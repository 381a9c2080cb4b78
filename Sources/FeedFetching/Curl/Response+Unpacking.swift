internal import CCurl

extension Response {
    /// Unpacks gzip without `Content-Encoding`, such as a served `.gz` file. Does this once: packed data inside stays
    /// packed.
    mutating func unpackUndeclaredGzip() throws(FetchError) {
        guard isGzip else { return }
        let enough = byteLimit + 1
        // Text is packed to a fifth; few texts are packed further.
        var capacity = min(body.count * 8, enough)
        while let unpacked = Response.unpacked(body, capacity: capacity) {
            guard unpacked.count <= byteLimit else { throw .tooLarge(limit: byteLimit) }
            if unpacked.count < capacity {
                body = unpacked
                return
            }
            capacity = min(capacity * 4, enough)
        }
    }

    /// Whether the body is packed. Only a body in memory is looked at.
    var isGzip: Bool { body.starts(with: [0x1F, 0x8B, 0x08]) }

    /// Nil for damaged data.
    private static func unpacked(_ body: [UInt8], capacity: Int) -> [UInt8]? {
        guard let size = UInt32(exactly: body.count) else { return nil }
        var isDamaged = false
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            let written = rssium_gunzip(body, size, buffer.baseAddress, capacity)
            isDamaged = written < 0
            count = max(0, written)
        }
        return isDamaged ? nil : bytes
    }
}

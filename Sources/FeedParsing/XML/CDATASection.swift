/// Does what libxml2's push parser leaves undone in a CDATA section: line ends (XML 1.0, 2.11).
///
/// A long section arrives in several runs if the document does.
struct CDATASection {
    /// The section goes on, and the run before ended with a carriage return.
    private var isInsideEnd = false

    /// Takes the next run. The document goes on behind it in memory.
    ///
    /// - Returns: the run with line feeds for all line ends; nil if the run has no others.
    mutating func normalizeLineEnds(of run: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let isInsideEnd = isInsideEnd && run.first == 0x0A
        self.isInsideEnd = run.last == 0x0D && !CDATASection.isEnd(behind: run)
        guard isInsideEnd || run.index(of: 0x0D, from: 0) != nil else { return nil }
        var lines: [UInt8] = []
        lines.reserveCapacity(run.count)
        for (index, byte) in run.enumerated() {
            if byte == 0x0A, index == 0 ? isInsideEnd : run[index - 1] == 0x0D { continue }
            lines.append(byte == 0x0D ? 0x0A : byte)
        }
        return lines
    }

    /// Whether the section ends with the run: `]]>` follows, or the zero at the end of a copy.
    private static func isEnd(behind run: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = run.baseAddress?.advanced(by: run.count) else { return true }
        return end[0] == 0 || end[0] == UInt8(ascii: "]") && end[1] == UInt8(ascii: "]") && end[2] == UInt8(ascii: ">")
    }

    /// Whether a section contains the start of another one, so that the first may lack its end.
    static func areNested(in document: [UInt8]) -> Bool {
        document.withUnsafeBufferPointer { bytes in
            var position = 0
            while let start = endOfStart(in: bytes, from: position), let end = bytes.end(of: "]]>", from: start) {
                if endOfStart(in: UnsafeBufferPointer(rebasing: bytes[..<end]), from: start) != nil { return true }
                position = end
            }
            return false
        }
    }

    /// The index after the next `<![CDATA[`. It looks for the bracket, which is rarer than the `<`.
    private static func endOfStart(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var offset = start
        while let end = bytes.end(of: "[CDATA[", from: offset) {
            if end >= 9, bytes.has("<!", at: end - 9) { return end }
            offset = end
        }
        return nil
    }
}

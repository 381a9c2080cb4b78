/// What libxml2's push parser leaves to be done of sections of CDATA. A long one comes in several runs where the document
/// itself comes in pieces.
struct CDATASection {
    /// The start of another section was met in one.
    private(set) var hasNested = false
    /// The last bytes of a run that the next one goes on from.
    private var tail: [UInt8] = []

    private static let start: StaticString = "<![CDATA["

    /// Takes in the next run, behind which the document goes on in memory.
    ///
    /// - Returns: the run with each end of a line written as a line feed (XML 1.0, 2.11); nil where it is so already.
    mutating func lines(of run: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let before = tail
        tail =
            CDATASection.isEnd(behind: run)
            ? [] : Array((before + run).suffix(CDATASection.start.utf8CodeUnitCount - 1))
        hasNested = hasNested || CDATASection.begins(in: run)
        if !before.isEmpty {
            let seam = before + run.prefix(CDATASection.start.utf8CodeUnitCount - 1)
            hasNested = hasNested || seam.withUnsafeBufferPointer(CDATASection.begins)
        }
        let isInsideEnd = before.last == 0x0D && run.first == 0x0A
        guard isInsideEnd || run.index(of: 0x0D, from: 0) != nil else { return nil }
        var lines: [UInt8] = []
        lines.reserveCapacity(run.count)
        for (index, byte) in run.enumerated() {
            if byte == 0x0A, index == 0 ? isInsideEnd : run[index - 1] == 0x0D { continue }
            lines.append(byte == 0x0D ? 0x0A : byte)
        }
        return lines
    }

    /// Brackets are rare in HTML, so that they are looked for first.
    private static func begins(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while let bracket = text.index(of: UInt8(ascii: "["), from: place) {
            if bracket >= 2, text.has(start, at: bracket - 2) { return true }
            place = bracket + 1
        }
        return false
    }

    /// Behind the whole section stand two brackets, and where it was copied a zero.
    private static func isEnd(behind run: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = run.baseAddress?.advanced(by: run.count) else { return true }
        return end[0] == 0 || end[0] == UInt8(ascii: "]") && end[1] == UInt8(ascii: "]") && end[2] == UInt8(ascii: ">")
    }
}

/// Does what libxml2's push parser leaves undone in a CDATA section: line ends, and the search for nested sections.
///
/// A long section arrives in several runs if the document does.
struct CDATASection {
    /// A section contained the start of another one.
    private(set) var hasNested = false
    /// The last bytes of the run before, if the section goes on.
    private var tail: [UInt8] = []

    private static let start: StaticString = "<![CDATA["

    /// Takes the next run. The document goes on behind it in memory.
    ///
    /// - Returns: the run with line feeds for all line ends (XML 1.0, 2.11); nil if the run has no others.
    mutating func normalizeLineEnds(of run: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
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

    /// Searches for the bracket first, as it is rarer in HTML than `<`.
    private static func begins(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while let bracket = text.index(of: UInt8(ascii: "["), from: place) {
            if bracket >= 2, text.has(start, at: bracket - 2) { return true }
            place = bracket + 1
        }
        return false
    }

    /// Whether the section ends with the run: `]]>` follows, or the zero at the end of a copy.
    private static func isEnd(behind run: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = run.baseAddress?.advanced(by: run.count) else { return true }
        return end[0] == 0 || end[0] == UInt8(ascii: "]") && end[1] == UInt8(ascii: "]") && end[2] == UInt8(ascii: ">")
    }
}

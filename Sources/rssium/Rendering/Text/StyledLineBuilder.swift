internal import FeedCore

/// Builds a styled line from small pieces: its bytes in one array, the styles beside them.
struct StyledLineBuilder {
    private(set) var bytes: [UInt8] = []
    private var runs: [StyledText.StyleEnd] = []
    var cells = 0

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, _ style: Style) {
        bytes.append(contentsOf: piece)
        extendRun(style)
    }

    mutating func append(_ text: String, _ style: Style) {
        bytes.append(contentsOf: text.utf8)
        extendRun(style)
    }

    /// Appends the text; the caller counts its cells.
    mutating func append(_ text: StyledText) {
        let start = bytes.count
        bytes.append(contentsOf: text.plain.utf8)
        if text.styles.isEmpty, !text.isEmpty { extendRun(.plain) }
        for run in text.styles { extendRun(run.style, to: start + run.end) }
    }

    /// Appends plain spaces; the caller counts their cells.
    mutating func append(spaces count: Int) {
        guard count > 0 else { return }
        bytes.append(contentsOf: repeatElement(0x20, count: count))
        extendRun(.plain)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        cells = 0
    }

    var text: StyledText { StyledText(String(decoding: bytes, as: UTF8.self), styles: runs) }

    /// A part of the text, behind the start of its line.
    func text(in range: Range<Int>, after start: StyledText) -> StyledText {
        let text = string(range, after: start.plain)
        let first = runs.partitionIndex { $0.end > range.lowerBound }
        let isPlain = range.isEmpty || runs[first].style == .plain && runs[first].end >= range.upperBound
        guard !isPlain || !start.styles.isEmpty else { return StyledText(text) }
        var line = StyledLineBuilder()
        line.runs.reserveCapacity(start.styles.count + 2)
        let offset = start.plain.utf8.count
        if start.styles.isEmpty, offset > 0 { line.extendRun(.plain, to: offset) }
        for run in start.styles { line.extendRun(run.style, to: run.end) }
        for run in runs[first...] where !range.isEmpty {
            line.extendRun(run.style, to: min(run.end, range.upperBound) - range.lowerBound + offset)
            if run.end >= range.upperBound { break }
        }
        return StyledText(text, styles: line.runs)
    }

    private func string(_ range: Range<Int>, after start: String) -> String {
        guard !start.isEmpty else { return String(decoding: bytes[range], as: UTF8.self) }
        let count = start.utf8.count + range.count
        return String(unsafeUninitializedCapacity: count) { line in
            let end = line.initialize(fromContentsOf: start.utf8)
            _ = line[end...].initialize(fromContentsOf: bytes[range])
            return count
        }
    }

    private mutating func extendRun(_ style: Style) { extendRun(style, to: bytes.count) }

    private mutating func extendRun(_ style: Style, to end: Int) {
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].end = end
        } else {
            runs.append(StyledText.StyleEnd(style: style, end: end))
        }
    }
}

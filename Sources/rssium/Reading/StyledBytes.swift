/// Text that grows by small pieces until it is a line: its bytes in one place, the styles beside them.
struct StyledBytes {
    private(set) var bytes: [UInt8] = []
    /// Where each style ends.
    private var runs: [(style: Style, end: Int)] = []
    var cells = 0

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, _ style: Style) {
        bytes.append(contentsOf: piece)
        extendRun(style)
    }

    mutating func append(_ text: String, _ style: Style) {
        bytes.append(contentsOf: text.utf8)
        extendRun(style)
    }

    mutating func append(_ other: borrowing StyledBytes) {
        bytes.append(contentsOf: other.bytes)
        let start = bytes.count - other.bytes.count
        for run in other.runs {
            if let last = runs.indices.last, runs[last].style == run.style {
                runs[last].end = start + run.end
            } else {
                runs.append((run.style, start + run.end))
            }
        }
        cells += other.cells
    }

    /// Appends the bytes of a range, not their cells.
    mutating func append(_ other: borrowing StyledBytes, _ range: Range<Int>) {
        // The first run that reaches into the range.
        var low = 0
        var high = other.runs.count
        while low < high {
            let middle = (low + high) / 2
            if other.runs[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var start = range.lowerBound
        while start < range.upperBound, low < other.runs.count {
            let end = min(other.runs[low].end, range.upperBound)
            bytes.append(contentsOf: other.bytes[start..<end])
            extendRun(other.runs[low].style)
            start = end
            low += 1
        }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        cells = 0
    }

    /// The text as a line.
    var text: StyledText {
        var text = StyledText()
        var start = 0
        for run in runs {
            text.append(String(decoding: bytes[start..<run.end], as: UTF8.self), run.style)
            start = run.end
        }
        return text
    }

    private mutating func extendRun(_ style: Style) {
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].end = bytes.count
        } else {
            runs.append((style, bytes.count))
        }
    }
}

@testable import rssium

/// A line as a terminal shows it: texts in one style, each with the column that it begins in.
struct RecordedLine: Equatable {
    struct Run: Equatable {
        var column: Int
        /// The codes of its style, such as `1` or `32`; empty for plain text.
        var style: String
        var text: String
    }

    private(set) var runs: [Run] = []
    private var column = 0
    private var style = ""

    /// The text without styles.
    var plain: String {
        runs.reduce("") { line, run in
            line + String(repeating: " ", count: run.column - TextWidth.cells(of: line)) + run.text
        }
    }

    /// The lines that are left on the screen after this output. It knows styles, tabs and erased progress lines.
    static func lines(of output: String) -> [RecordedLine] {
        output.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map { line in
            RecordedLine(line.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last ?? "")
        }
    }

    private init(_ line: Substring) {
        for part in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false) {
            guard part.startIndex > line.startIndex, let end = part.firstIndex(of: "m") else {
                append(part)
                continue
            }
            style = part[..<end] == "0" ? "" : String(part[..<end])
            append(part[part.index(after: end)...])
        }
    }

    private mutating func append(_ text: Substring) {
        for (place, word) in text.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { column = (column / 8 + 1) * 8 }
            if !word.isEmpty { runs.append(Run(column: column, style: style, text: String(word))) }
            column += TextWidth.cells(of: word)
        }
    }
}

/// Makes paragraphs of plain text, such as mails and the descriptions of videos. The lines stay as the author has written
/// them.
enum PlainText {
    /// A wider indent or gap is cut.
    private static let maxGap = 16

    static func blocks(of text: String) -> [Page.Block] {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.split { line in line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }.map(paragraph)
    }

    private static func paragraph(_ lines: ArraySlice<Substring.UTF8View>) -> Page.Block {
        var text = SpanBuilder()
        for line in lines {
            text.breakLine()
            text.append(keepingSpaces(Substring(line)))
        }
        return .paragraph(text.take())
    }

    /// A line with its indent and its wide gaps as no-break spaces, which a paragraph keeps.
    private static func keepingSpaces(_ line: Substring) -> String {
        var kept = ""
        var spaces = 0
        for scalar in line.unicodeScalars {
            switch scalar {
            case " ": spaces += 1
            case "\t": spaces += 4
            default:
                let isIndent = kept.isEmpty
                let fixed = min(spaces, maxGap) - (isIndent ? 0 : 1)
                if isIndent || spaces > 2 { kept += String(repeating: "\u{A0}", count: fixed) }
                if !isIndent, spaces > 0 { kept += " " }
                kept.unicodeScalars.append(scalar)
                spaces = 0
            }
        }
        return kept
    }
}

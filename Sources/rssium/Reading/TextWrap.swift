/// Breaks spans of styled text into lines by the cells they take on a terminal.
///
/// A line ends at a blank, and between Chinese and Japanese characters, which have none; within a word only where the
/// word is longer than a line.
struct TextWrap {
    private let width: Int
    private(set) var lines: [StyledText] = []
    private var line = StyledText()
    private var lineCells = 0
    /// The blank that stands before the word if the word comes onto this line.
    private var blank: Style?
    /// The word being read: it stays together.
    private var word: [StyledText.Run] = []
    private var wordCells = 0

    init(width: Int) {
        self.width = max(width, 1)
    }

    /// Adds text. Blanks are where lines may end; each is one blank as the caller has collapsed them.
    mutating func append(_ text: String, _ style: Style) {
        let bytes = text.utf8
        var start = bytes.startIndex
        while true {
            let end = bytes[start...].firstIndex(of: 0x20) ?? bytes.endIndex
            if start < end { appendWord(text[start..<end], style) }
            guard end < bytes.endIndex else { return }
            endWord()
            blank = style
            start = bytes.index(after: end)
        }
    }

    /// Adds text that stays with the word before it and is not parted itself.
    mutating func attach(_ text: String, _ style: Style) {
        word.append(StyledText.Run(text: text, style: style))
        wordCells += TextWidth.cells(of: text)
    }

    mutating func breakLine() {
        endWord()
        endLine()
    }

    /// The lines, all of them.
    mutating func finish() -> [StyledText] {
        endWord()
        if !line.isEmpty { endLine() }
        return lines
    }

    private mutating func appendWord(_ text: Substring, _ style: Style) {
        if text.utf8.allSatisfy({ $0 < 0x80 }), word.last?.text.utf8.last.map({ $0 < 0x80 }) ?? true {
            word.append(StyledText.Run(text: String(text), style: style))
            wordCells += TextWidth.cells(of: text)
        } else {
            appendCharacters(of: text, style)
        }
    }

    private mutating func appendCharacters(of text: Substring, _ style: Style) {
        var piece = ""
        for character in text {
            if character == "\u{200B}" {
                add(&piece, style)
                endWord()
                continue
            }
            let isWide = TextWidth.cells(of: character) > 1
            let last = piece.last ?? word.last?.text.last
            if let last, isWide || TextWidth.cells(of: last) > 1, LineBreak.isAllowed(between: last, and: character) {
                add(&piece, style)
                endWord()
            }
            // A blank that must not part its words still is one.
            piece.append(character == "\u{A0}" || character == "\u{202F}" ? " " : character)
        }
        add(&piece, style)
    }

    private mutating func add(_ piece: inout String, _ style: Style) {
        guard !piece.isEmpty else { return }
        wordCells += TextWidth.cells(of: piece)
        word.append(StyledText.Run(text: piece, style: style))
        piece = ""
    }

    /// Puts the word onto this line, or onto the next one.
    private mutating func endWord() {
        guard !word.isEmpty else { return }
        let gap = blank != nil && lineCells > 0 ? 1 : 0
        if lineCells > 0, lineCells + gap + wordCells > width { endLine() }
        if lineCells > 0, let blank {
            line.append(" ", blank)
            lineCells += 1
        }
        blank = nil
        if wordCells > width {
            for run in word { addInPieces(run) }
        } else {
            for run in word { line.append(run.text, run.style) }
            lineCells += wordCells
        }
        word.removeAll(keepingCapacity: true)
        wordCells = 0
    }

    private mutating func addInPieces(_ run: StyledText.Run) {
        var rest = run.text[...]
        while !rest.isEmpty {
            var end = TextWidth.end(of: rest, within: width - lineCells)
            if end == rest.startIndex {
                // Not even one character fits; on a line of its own it stands whatever its width.
                if lineCells > 0 {
                    endLine()
                    continue
                }
                end = rest.index(after: end)
            }
            line.append(String(rest[..<end]), run.style)
            lineCells += TextWidth.cells(of: rest[..<end])
            rest = rest[end...]
        }
    }

    private mutating func endLine() {
        lines.append(line)
        line = StyledText()
        lineCells = 0
        blank = nil
    }
}

/// Where a line of Chinese or Japanese may not end (JIS X 4051): before a closing mark, after an opening one.
enum LineBreak {
    static func isAllowed(between last: Character, and next: Character) -> Bool {
        !opening.contains(last) && !closing.contains(next) && !(isHangul(last) && isHangul(next))
    }

    /// Korean has blanks between its words, and they stay whole.
    private static func isHangul(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } ?? false
    }

    private static let opening = Set("（「『［【〈《〔｛“‘([{«¥￥＄$")
    private static let closing = Set("、。，．：；！？）」』］】〉》〕｝”’)]}»…‥ー々ゝゞ・%％°,.:;!?ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
}

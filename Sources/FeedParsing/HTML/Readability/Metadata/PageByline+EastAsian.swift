/// Finds the names in Chinese, Japanese and Korean bylines, whose labels stand before or behind them, often without a
/// space: `来源：新华网 作者：张三`, `文／田中太郎`, `홍길동 기자`.
extension PageByline {
    /// The names in a line that has such a label; nil for other lines.
    static func eastAsianNames(in line: String) -> [String]? {
        // A line of ASCII and European letters has none. No byline is longer.
        guard line.utf8.contains(where: { $0 >= 0xE3 }), line.utf8.count < 240 else { return nil }
        if let rest = behindLabel(line) ?? behindReporter(line) { return names(behindLabel: rest) }
        return namesBeforeReporter(line)
    }

    /// What follows a label with a sign behind it, wherever it is: `作者：…`.
    private static func behindLabel(_ line: String) -> Substring? {
        for sign in line.indices where signs.contains(line[sign]) {
            var label = line[..<sign]
            while label.last == " " { label.removeLast() }
            let found = labels.contains { name in
                // The last letter of another word is no label: `正文：`.
                label.hasSuffix(name) && !(label.dropLast(name.count).last?.isLetter ?? false)
            }
            if found { return line[line.index(after: sign)...] }
        }
        return nil
    }

    /// What follows the word for a reporter at the beginning of a line: `【記者王小明／台北報導】`.
    private static func behindReporter(_ line: String) -> Substring? {
        let start = line.drop { brackets.contains($0) }
        guard let label = reporters.first(where: start.hasPrefix) else { return nil }
        return start.dropFirst(label.count)
    }

    private static func names(behindLabel rest: Substring) -> [String] {
        var text = rest.drop { $0 == " " }
        if let end = text.firstIndex(where: { stops.contains($0) || isDigit($0) }) {
            // The word before a sign is the next label: `作者：张三 来源：新华网`.
            let isLabel = signs.contains(text[end])
            text = text[..<end]
            if isLabel, let space = text.lastIndex(of: " ") { text = text[..<space] }
        }
        let names = text.split { "、，,&".contains($0) }.compactMap { SingleLineText.clean(String($0)) }
        return names.allSatisfy(isEastAsianName) ? names : []
    }

    /// The name before the Korean word for a reporter: `홍길동 기자`.
    private static func namesBeforeReporter(_ line: String) -> [String]? {
        let words = line.split { $0 == " " || $0 == "=" }
        guard
            let index = words.prefix(6).firstIndex(where: { $0 == reporter || $0.hasSuffix(reporter) && $0.count < 7 })
        else { return nil }
        let name = words[index] == reporter ? index > 0 ? words[index - 1] : "" : words[index].dropLast(reporter.count)
        return (2...4).contains(name.count) && name.allSatisfy(isHangul) ? [String(name)] : nil
    }

    /// Whether a text is a name and no sentence: some letters without a sign, or words with capitals.
    private static func isEastAsianName(_ name: String) -> Bool {
        if name.utf8.allSatisfy({ $0 < 0xE3 }) { return isPerson(name, isSure: true) }
        let hasDot = name.contains { $0 == "·" || $0 == "・" }
        return (2...(hasDot ? 16 : 7)).contains(name.count)
            && name.allSatisfy { $0.isLetter || " ·・".contains($0) }
    }

    /// Whether a character is a digit of a date: names may have Chinese numbers, `张三`.
    private static func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character) || ("０"..."９").contains(character)
    }

    private static func isHangul(_ letter: Character) -> Bool { ("가"..."힣").contains(letter) }

    private static let signs: Set<Character> = ["：", ":", "／", "/", "｜", "|", "＝", "="]
    private static let stops: Set<Character> = signs.union([
        "（", "(", "【", "】", "〔", "〕", "[", "]", "；", ";", "。", "@", "」",
    ])
    private static let brackets: Set<Character> = ["（", "(", "【", "〔", "[", "■", "●", "◆"]
    private static let labels = [
        "作者", "撰文", "撰稿", "文", "文字", "記者", "记者", "本报记者", "本報記者", "著者", "筆者", "執筆", "執筆者", "ライター", "投稿者", "글",
        "글쓴이", "작성자", "저자",
    ]
    private static let reporters = ["本报记者", "本報記者", "记者", "記者"]
    private static let reporter = "기자"
}

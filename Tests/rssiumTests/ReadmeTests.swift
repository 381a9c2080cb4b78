import FeedCore
import Foundation
import Testing

@testable import rssium

/// What README.md says of the program is so.
@Suite struct ReadmeTests {
    private let readme = Readme()

    @Test func `every command line is one that rssium takes`() throws {
        let lines = readme.commandLines
        try #require(lines.contains(["refresh", "--due", "--quiet", "--time-limit", "5m"]))
        for words in lines {
            #expect(throws: Never.self, "rssium \(words.joined(separator: " "))") {
                _ = try Invocation(words, now: Timestamp(seconds: 1_760_000_000))
            }
        }
    }

    @Test func `every command is shown or named`() {
        let shown = Set(readme.commandLines.compactMap(\.first))
        #expect(Set(CommandTable.all.map(\.name)).subtracting(shown) == [])
    }

    @Test func `every option in the text exists`() {
        let options = Set(
            (Option.global + CommandTableTests.all.flatMap(\.command.options)).map { "--" + $0.name })
        let named = readme.spans.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("--") }.map(String.init)
        #expect(Set(named).subtracting(options) == [])
    }

    @Test func `the fields are those that --fields knows`() {
        #expect(readme.row("articles")?.sorted() == ArticleField.allCases.map(\.rawValue).sorted())
        #expect(readme.row("feeds")?.sorted() == FeedField.allCases.map(\.rawValue).sorted())
    }

    @Test func `the fields in bold are those that tsv has without --fields`() {
        #expect(readme.boldSpans(inRow: "articles") == ArticleField.defaults.map(\.rawValue))
        #expect(readme.boldSpans(inRow: "feeds") == FeedField.defaults.map(\.rawValue))
    }

    @Test func `the settings are all there, with their defaults`() {
        for setting in Setting.all {
            let cells = readme.cells.first { $0.first == "`\(setting.key)`" }
            let usual = setting.key == "refresh.user-agent" ? "rssium/VERSION" : setting.defaultValue ?? ""
            #expect(cells?.dropFirst().first == usual, "\(setting.key)")
        }
    }

    @Test func `the tests that hold a promise are there`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let suites = Set(files.compactMap { ($0 as? URL)?.deletingPathExtension().lastPathComponent })
        let named = readme.spans.filter { $0.hasSuffix("Tests") }.filter { $0 != "Tests" }
        try #require(named.count > 20)
        #expect(Set(named).subtracting(suites) == [])
    }

    @Test func `the exit codes are all there`() {
        let rows = readme.cells.filter { $0.count == 2 }
        let codes = rows.flatMap { $0[0].split(separator: ", ").compactMap { Int32($0) } }
        #expect(codes == ExitCode.allCases.map(\.rawValue))
    }
}

/// README.md, taken apart as far as the tests need it.
private struct Readme {
    /// The lines of the blocks of code, by the language of each.
    private let code: [(language: String, line: String)]
    private let text: [String]

    init() {
        var code: [(language: String, line: String)] = []
        var text: [String] = []
        var language: String?
        for line in Readme.read().split(separator: "\n").map(String.init) {
            if line.hasPrefix("```") {
                language = language == nil ? String(line.dropFirst(3)) : nil
            } else if let language {
                code.append((language, line))
            } else {
                text.append(line)
            }
        }
        self.code = code
        self.text = text
    }

    /// The words after each `rssium` that stands where the shell expects a command, in code and in text.
    var commandLines: [[String]] {
        let typed = code.compactMap { language, line in
            language != "console" ? line : line.hasPrefix("$ ") ? String(line.dropFirst(2)) : nil
        }
        let said = spans.filter { $0.hasPrefix("rssium ") }
        return (typed + said).flatMap { ShellLine($0).commands }.compactMap { words in
            let name = words.firstIndex { $0 == "rssium" || $0.hasSuffix("/rssium") }
            return name.map { Array(words[($0 + 1)...]) }
        }
    }

    /// What stands between backquotes in the text.
    var spans: [String] { text.flatMap(Readme.spans) }

    /// The cells of the rows of all tables.
    var cells: [[String]] {
        text.filter { $0.hasPrefix("| ") }.map { row in
            row.dropFirst().dropLast().split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
    }

    /// What stands between backquotes in the second cell of the row that begins so.
    func row(_ first: String) -> [String]? { cells.first { $0.first == first }.map { Readme.spans($0[1]) } }

    func boldSpans(inRow first: String) -> [String]? {
        cells.first { $0.first == first }.map { cells in
            cells[1].split(separator: " ").filter { $0.hasPrefix("**") }.flatMap { Readme.spans(String($0)) }
        }
    }

    private static func spans(_ line: String) -> [String] {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
    }

    private static func read() -> String {
        let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        guard let stream = fopen(folder + "/README.md", "rb") else { preconditionFailure("there is no README.md") }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A line of the shell as its commands, each as its words: no more of the shell's grammar than README.md uses.
private struct ShellLine {
    private(set) var commands: [[String]] = [[]]
    private var word: String?

    init(_ line: String) {
        var quote: Character?
        for character in line {
            switch (character, quote) {
            case (_, let mark?) where character != mark: word?.append(character)
            case (_, _?): quote = nil
            case ("'", _), ("\"", _):
                quote = character
                word = word ?? ""
            case ("#", _) where word == nil:
                endCommand()
                return
            case (" ", _): endWord()
            case ("|", _), (";", _), ("&", _), ("(", _), (")", _), (">", _): endCommand()
            default: word = (word ?? "") + String(character)
            }
        }
        endCommand()
    }

    private mutating func endWord() {
        if let word { commands[commands.count - 1].append(word) }
        word = nil
    }

    private mutating func endCommand() {
        endWord()
        commands.append([])
    }
}

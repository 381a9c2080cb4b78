import FeedCore
import Foundation
import Testing

@testable import rssium

/// What the documents say of the program is true.
@Suite struct DocumentationTests {
    private let guide = Documents(Documents.guide)

    @Test func `every command line is one that rssium takes`() throws {
        let lines = guide.commandLines
        try #require(lines.contains(["refresh", "--due", "--quiet", "--time-limit", "5m", "--unmetered-only"]))
        for words in lines {
            #expect(throws: Never.self, "rssium \(words.joined(separator: " "))") {
                _ = try Invocation(words, now: Timestamp(seconds: 1_760_000_000))
            }
        }
    }

    @Test func `every command is shown or named`() {
        let shown = Set(guide.commandLines.compactMap(\.first))
        #expect(Set(CommandTable.all.map(\.name)).subtracting(shown) == [])
    }

    @Test func `every option in the text exists`() {
        let options = Set((Option.global + CommandTableTests.all.flatMap(\.command.options)).map { "--" + $0.name })
        let named = guide.spans.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("--") }.map(String.init)
        #expect(Set(named).subtracting(options) == [])
    }

    @Test func `the fields are those that --fields knows`() {
        #expect(guide.row("articles")?.sorted() == Article.fields.names.sorted())
        #expect(guide.row("feeds")?.sorted() == Feed.fields.names.sorted())
    }

    @Test func `the fields in bold are those that tsv has without --fields`() {
        #expect(guide.boldSpans(inRow: "articles") == Article.fields.defaults.map(\.name))
        #expect(guide.boldSpans(inRow: "feeds") == Feed.fields.defaults.map(\.name))
    }

    @Test func `the settings are all there, with their defaults`() {
        for setting in Setting.all {
            let cells = guide.cells.first { $0.first == "`\(setting.key)`" }
            let usual = setting.key == "refresh.user-agent" ? "rssium/VERSION" : setting.defaultValue ?? ""
            #expect(cells?.dropFirst().first == usual, "\(setting.key)")
        }
    }

    /// The options of a command with those of its subcommands, and those that stand for many.
    @Test(arguments: CommandTable.all.map(\.name)) func `the contract has the options of a command, and no others`(
        name: String
    ) throws {
        let command = try #require(CommandTable.program.command(named: name))
        let options = ([command] + command.subcommands).flatMap(\.shownOptions)
        let own = Set(options.map { "--" + $0.name })
        let section = try #require(Documents.section(name, of: "docs/cli.md"))
        var named = Set(section.matches(of: /--[a-z][a-z-]*[a-z]/).map { String($0.output) })
        if section.contains("[filters]") { named.formUnion(ArticleSelection.filters.map { "--" + $0.name }) }
        if section.contains("[output]") { named.formUnion(ListOption.options.map { "--" + $0.name }) }
        for option in options {
            if let letter = option.short, section.contains("-\(letter) ") { named.insert("--" + option.name) }
        }
        let all = section.matches(of: /--[a-z-]+(?=\.\.\.)/).map(\.output)
        let global = Set(Option.global.map { "--" + $0.name })
        #expect(
            own.subtracting(global).filter { option in !named.contains(option) && !all.contains { option.hasPrefix($0) }
            } == [])
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `-") }
        let listed = rows.flatMap { $0.split(separator: "|")[0].matches(of: /--[a-z][a-z-]*[a-z](?!\.\.\.)\b/) }
        let known = own.union(global)
        #expect(listed.map { String($0.output) }.filter { !known.contains($0) } == [])
    }

    @Test func `the tests that hold a promise are there`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let suites = Set(files.compactMap { ($0 as? URL)?.deletingPathExtension().lastPathComponent })
        let named = guide.spans.filter { $0.hasSuffix("Tests") }.filter { $0 != "Tests" }
        try #require(named.count > 20)
        #expect(Set(named).subtracting(suites) == [])
    }

    @Test func `every exit status is there`() {
        let rows = guide.cells.filter { $0.count == 2 }
        let codes = rows.flatMap { $0[0].split(separator: ", ").compactMap { Int32($0) } }
        #expect(codes == ExitCode.allCases.map(\.rawValue))
    }

    @Test(arguments: Documents.all) func `every link leads somewhere`(path: String) {
        let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        for link in Documents([path]).links where !link.hasPrefix("http") && !link.hasPrefix("#") {
            let target = folder + link.prefix { $0 != "#" }
            #expect(FileManager.default.fileExists(atPath: Documents.package + "/" + target), "\(link)")
            let isInstalled = Documents.installed.contains {
                fnmatch($0, target.replacing("docs/../", with: ""), 0) == 0
            }
            #expect(isInstalled, "\(link)")
        }
    }
}

/// Documents in Markdown, taken apart as far as the tests need it.
private struct Documents {
    /// The documents for users, whose commands, options, fields and settings must exist.
    static let guide =
        ["README.md"]
        + [
            "terminal", "recipes", "macos", "refreshing", "troubleshooting", "sync", "search", "formats", "settings",
            "trust", "saved-pages", "words",
            "compatibility", "from-newsboat", "from-sfeed", "from-rss2email", "from-freshrss", "from-netnewswire",
        ].map { "docs/\($0).md" }
    static let all = ["", "docs/"].flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: package + "/" + folder)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
    }
    /// The files that `make install` puts beside each other, as patterns of the shell.
    static let installed =
        read("Makefile").firstMatch(of: /for document in ([^;]*);/)
        .map { $0.output.1.split(separator: " ").map(String.init) } ?? []
    static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// The lines of the blocks of code, by the language of each.
    private let code: [(language: String, line: String)]
    private let text: [String]

    init(_ paths: [String]) {
        var code: [(language: String, line: String)] = []
        var text: [String] = []
        var language: String?
        for line in paths.flatMap({ Documents.read($0).split(separator: "\n").map(String.init) }) {
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
        // In the languages of editors, words are not apart as in the shell.
        let typed = code.filter { !["elisp", "vim"].contains($0.language) }.compactMap { language, line in
            language != "console" ? line : line.hasPrefix("$ ") ? String(line.dropFirst(2)) : nil
        }
        let said = spans.filter { $0.hasPrefix("rssium ") }
        return (typed + said).flatMap { ShellLine($0).commands }.compactMap { words in
            let name = words.firstIndex { $0 == "rssium" || $0.hasSuffix("/rssium") }
            return name.map { Array(words[($0 + 1)...]) }
            // What the shell fills in is tried in RecipeTests.
        }.filter { words in !words.contains { $0.hasPrefix("$") } }
    }

    /// What stands between backquotes in the text.
    var spans: [String] { text.flatMap(Documents.spans) }

    /// The cells of the rows of all tables.
    var cells: [[String]] {
        text.filter { $0.hasPrefix("| ") }.map { row in
            row.dropFirst().dropLast().split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
    }

    /// What stands between backquotes in the second cell of the row that begins so.
    func row(_ first: String) -> [String]? { cells.first { $0.first == first }.map { Documents.spans($0[1]) } }

    func boldSpans(inRow first: String) -> [String]? {
        cells.first { $0.first == first }.map { cells in
            cells[1].split(separator: " ").filter { $0.hasPrefix("**") }.flatMap { Documents.spans(String($0)) }
        }
    }

    private static func spans(_ line: String) -> [String] {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
    }

    /// Where the links of the text lead.
    var links: [String] {
        text.flatMap { line in
            line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        }
    }

    /// The text below the heading of a command.
    static func section(_ name: String, of path: String) -> String? {
        read(path).split(separator: "\n### ").first { $0.hasPrefix(name + "\n") }.map { section in
            String(section.split(separator: "\n## ")[0])
        }
    }

    static func read(_ path: String) -> String {
        guard let bytes = try? File.read(package + "/" + path) else { preconditionFailure("there is no \(path)") }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A line of the shell as its commands, each as its words: no more of the shell's grammar than the documents use.
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

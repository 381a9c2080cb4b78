internal import FeedCore

/// The prose of the help: `Help.txt` has a section for each command and topic.
///
/// Empty lines separate the blocks of a section: paragraphs, tables with lines `| label | meaning`, and examples, each a
/// line `$ command` and an indented one about it. Other indented lines continue the one above. `{NAME}` stands for what
/// the code knows, or for a section that others share.
enum HelpText {
    /// The lines of a section; none where there is no such section.
    private static func lines(of section: String) -> [String] {
        PackageResources.Help_txt.withUnsafeBufferPointer { text in
            var lines: [String] = []
            var isWanted = false
            var start = 0
            while start < text.count {
                let end = text.index(of: UInt8(ascii: "\n"), from: start) ?? text.count
                let line = text[start..<end]
                if line.starts(with: "# ".utf8) {
                    isWanted = line.dropFirst(2).elementsEqual(section.utf8)
                } else if isWanted {
                    lines.append(String(decoding: line, as: UTF8.self))
                }
                start = end + 1
            }
            return lines
        }
    }

    static func blocks(of section: String) -> [HelpBlock] {
        lines(of: section).split(whereSeparator: \.isEmpty).map { lines in
            switch lines.first?.utf8.first {
            case UInt8(ascii: "$"):
                return .examples(
                    stride(from: lines.startIndex, to: lines.endIndex - 1, by: 2).map { index in
                        (String(lines[index].dropFirst(2)), String(lines[index + 1].dropFirst(2)))
                    })
            case UInt8(ascii: "|"): return .rows(rows(lines))
            case _ where lines.first == "{ROWS}": return .rows(rows(of: section))
            default: return .paragraph(filled(lines))
            }
        }
    }

    private static func rows(_ lines: ArraySlice<String>) -> [(label: String, meaning: String)] {
        var rows: [(label: String, meaning: String)] = []
        for line in lines {
            if let end = line.firstRange(of: " | "), line.utf8.first == UInt8(ascii: "|") {
                rows.append((String(line[..<end.lowerBound].dropFirst(2)), String(line[end.upperBound...])))
            } else {
                rows[rows.count - 1].meaning += line.dropFirst()
            }
        }
        return rows
    }

    private static func filled(_ lines: some Sequence<String>) -> String {
        lines.joined(separator: " ").fillingBraces(value)
    }

    private static func value(_ name: String) -> String? {
        switch name {
        case "FEED", "QUERY", "XPATHS": filled(lines(of: name).filter { !$0.isEmpty })
        case "BROWSER": Browser.standard
        case "COLORS": FeedCore.Category.colorNames.joined(separator: ", ")
        case "FIELDS": DownloadName.fieldList
        case "HELP TOPICS": HelpTopic.all.map(\.name).joined(separator: ", ")
        case "MINUTES": "\(Schedule.retryMinutes)"
        case "PAGES": "\(Backfill.pageLimit)"
        case "PER FEED": Setting.perFeedWords
        case "TOPICS": WellKnownFeeds.topics.joined(separator: ", ")
        default: nil
        }
    }

    /// The table of a topic that the code has.
    private static func rows(of topic: String) -> [(label: String, meaning: String)] {
        switch topic {
        case "keys": EachKey.rows
        case "formats":
            [
                ("articles", fields(Article.self)), ("feeds", fields(Feed.self)),
                ("category", fields(FeedCore.Category.self)), ("account", fields(Account.self)),
                ("discover", fields(DiscoveredFeed.self)), ("rule", fields(Rule.self)), ("label", fields(Label.self)),
                ("view", fields(ViewRow.self)), ("save", fields(QueuedPage.self)),
                ("undo", fields(UndoableCommand.self)), ("config", fields(ConfigRow.self)),
            ]
        case "settings":
            Setting.all.map { ($0.key, $0.summary + ($0.defaultValue.map { " (\($0))" } ?? "")) }
        default: ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
        }
    }

    private static func fields<Item: Listed>(_: Item.Type) -> String { Item.fields.names.joined(separator: ", ") }
}

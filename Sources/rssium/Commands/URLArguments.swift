internal import FeedCore

/// The URLs that a command is given, with those on standard input where an argument is `-`.
struct URLArguments {
    private(set) var texts: [String] = []
    /// Error messages about lines without a URL.
    private(set) var problems: [String] = []

    init(_ words: [String], of files: StandardFiles) throws {
        for word in words {
            if word == "-" { try appendRecords(of: files) } else { texts.append(word) }
        }
    }

    /// The URLs of a list: a file, or `-` for standard input.
    init(listAt path: String, of files: StandardFiles) throws { try appendRecords(at: path, of: files) }

    private mutating func appendRecords(at path: String = "-", of files: StandardFiles) throws {
        var number = 0
        try InputFile.forEachRecord(at: path, of: files) { record in
            number += 1
            let line = record.trimmed
            if let url = URLArguments.url(in: record) {
                texts.append(url)
            } else if !line.isEmpty {
                // A local file may be one of secrets, given by mistake.
                let name = path == "-" ? SecretMask.text(ArgumentText.shown(line)) : "\(path): line \(number)"
                problems.append("\(name): the line has no URL")
            }
        }
    }

    /// The first field that is a URL. One without a scheme counts only if no field has one: a title, which `discover` prints
    /// first, may look like a host.
    private static func url(in record: Substring) -> String? {
        let fields = record.split(separator: "\t").map(\.trimmed)
        return fields.first(where: hasScheme)
            ?? fields.first { !$0.contains(where: \.isWhitespace) && URLList.beginsWithHost($0) }
    }

    private static func hasScheme(_ field: String) -> Bool {
        let field = field.lowercased()
        return ["http://", "https://", "feed:", "itpc:", "pcast:", "file://"].contains { field.hasPrefix($0) }
    }
}

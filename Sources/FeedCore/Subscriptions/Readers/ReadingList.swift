/// The pages in a CSV export of Pocket or Instapaper (RFC 4180), which is known by the names in its first line.
public struct ReadingList: Sendable {
    public private(set) var pages: [PageToSave] = []
    /// The numbers of the lines without a web address.
    public private(set) var refused: [Int] = []

    /// Nil for any other document.
    ///
    /// - Parameter label: makes a label of the name of a tag or a folder; nil for one that cannot be a label.
    public init?(_ bytes: [UInt8], label: (String) -> String?) {
        var records = CSVRecords(bytes)
        guard let names = records.next()?.fields.map({ $0.lowercased() }), let url = names.firstIndex(of: "url"),
            names.contains("time_added") || names.contains("folder") && names.contains("timestamp")
        else { return nil }
        while let record = records.next() {
            guard record.fields != [""] else { continue }
            func field(_ name: String) -> String? {
                names.firstIndex(of: name).flatMap { record.fields.indices.contains($0) ? record.fields[$0] : nil }
            }
            let text = record.fields.indices.contains(url) ? record.fields[url] : ""
            guard let address = try? FetchAddress(text).url, address.isRemote else {
                refused.append(record.line)
                continue
            }
            var page = PageToSave(address)
            page.listed = (field("time_added") ?? field("timestamp")).flatMap(FeedDate.parse)
            page.isRead = field("status")?.lowercased() == "archive"
            ReadingList.mark(&page, inFolder: field("folder") ?? "", label)
            for tag in (field("tags") ?? "").split(whereSeparator: { "|,[]".contains($0) }) {
                let name = tag.split(separator: "\"", omittingEmptySubsequences: true).joined()
                if let label = label(name) { page.labels.appendIfAbsent(label) }
            }
            pages.append(page)
        }
    }

    private static func mark(_ page: inout PageToSave, inFolder folder: String, _ label: (String) -> String?) {
        switch folder.lowercased() {
        case "", "unread": break
        case "archive": page.isRead = true
        case "starred": page.isStarred = true
        default: if let label = label(folder) { page.labels.append(label) }
        }
    }
}

/// The records of comma-separated text; a quoted field may have commas, line ends and doubled quotes (RFC 4180, section 2).
private struct CSVRecords {
    private var rest: ArraySlice<UInt8>
    private var line = 1

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    }

    /// The fields of the next record, and the line on which it begins.
    mutating func next() -> (fields: [String], line: Int)? {
        guard !rest.isEmpty else { return nil }
        let start = line
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && rest.first == UInt8(ascii: "\""):
                field.append(byte)
                rest.removeFirst()
            case UInt8(ascii: "\"") where isQuoted || field.isEmpty: isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
            case UInt8(ascii: "\n") where !isQuoted:
                if field.last == UInt8(ascii: "\r") { field.removeLast() }
                return (fields + [String(decoding: field, as: UTF8.self)], start)
            default: field.append(byte)
            }
        }
        return (fields + [String(decoding: field, as: UTF8.self)], start)
    }
}

/// Exports of Pocket, Instapaper and Raindrop, which are known by the names in their first line.
extension ReadingList {
    mutating func readCSV(_ bytes: [UInt8]) -> Bool {
        var records = CSVRecords(bytes)
        guard let names = records.next()?.fields.map({ $0.lowercased() }), ReadingList.isKnown(names) else {
            return false
        }
        let isOfRaindrop = names.contains("excerpt")
        while let record = records.next() {
            guard record.fields != [""] else { continue }
            func field(_ name: String) -> String? {
                names.firstIndex(of: name).flatMap { record.fields.indices.contains($0) ? record.fields[$0] : nil }
            }
            var entry = Entry(url: field("url") ?? "", title: field("title"))
            entry.added = field("time_added") ?? field("timestamp") ?? field("created")
            entry.isRead = field("status")?.lowercased() == "archive"
            entry.isStarred = field("favorite")?.lowercased() == "true"
            let folder = field("folder") ?? ""
            // Raindrop names those around a folder, too: `Work / Swift`.
            let parts = isOfRaindrop ? folder.split(separator: " / ").map(String.init) : [folder]
            entry.put(inFolder: parts.last ?? "")
            entry.labels += (field("tags") ?? "").split { "|,[]".contains($0) }.map {
                $0.split(separator: "\"", omittingEmptySubsequences: true).joined()
            }
            add(entry, as: "line \(record.line)")
        }
        if records.isCutOff { refuseRest() }
        return true
    }

    private static func isKnown(_ names: [String]) -> Bool {
        let kinds = [["time_added"], ["folder", "timestamp"], ["excerpt", "created"]]
        return names.contains("url") && kinds.contains { $0.allSatisfy(names.contains) }
    }
}

/// The records of comma-separated text; a quoted field may have commas, line ends and doubled quotes (RFC 4180, section 2).
struct CSVRecords {
    private var rest: ArraySlice<UInt8>
    private var line = 1
    /// The last field has no closing quote.
    private(set) var isCutOff = false

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        // The line ends of old Macs.
        if !bytes.has(UInt8(ascii: "\n")) { rest = bytes.map { $0 == 0x0D ? 0x0A : $0 }[...] }
        rest = rest.dropFirst(rest.markLength)
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
        isCutOff = isQuoted
        return (fields + [String(decoding: field, as: UTF8.self)], start)
    }
}

/// A patch within plain text: its blanks mean something, and an empty line does not end it.
struct UnifiedDiff {
    /// The lines of the patch that begins the given ones; nil where none does.
    ///
    /// - Parameter tried: no patch begins before this index. Each line is looked at once: without a hunk, the lines that
    ///   were scanned begin no patch either.
    static func lines(in lines: ArraySlice<Substring>, tried: inout Int) -> ArraySlice<Substring>? {
        guard lines.startIndex >= tried, begins(lines) else { return nil }
        var patch = UnifiedDiff()
        var end = lines.startIndex
        // Empty lines at the end stay outside.
        var lastText = end
        var hasHunk = false
        while end < lines.endIndex, patch.takes(lines[end], next: lines[(end + 1)...].first) {
            if patch.isInHunk { hasHunk = true }
            end += 1
            if !lines[end - 1].allSatisfy({ $0 == " " || $0 == "\t" }) { lastText = end }
        }
        guard hasHunk else {
            tried = end
            return nil
        }
        return lines[..<lastText]
    }

    /// What the hunk still wants of the old file and of the new one.
    private var old = 0
    private var new = 0

    private var isInHunk: Bool { old > 0 || new > 0 }

    private static func begins(_ lines: ArraySlice<Substring>) -> Bool {
        guard let first = lines.first?.utf8.first, "-di@I".utf8.contains(first), let line = lines.first
        else {
            return false
        }
        if line.hasPrefix("--- ") { return lines.dropFirst().first?.hasPrefix("+++ ") == true }
        return line.hasPrefix("diff --git ") || line.hasPrefix("@@ -") || line.hasPrefix("Index: ")
            || line.hasPrefix("diff -")
    }

    private mutating func takes(_ line: Substring, next: Substring?) -> Bool {
        if line.hasPrefix("@@ -"), let (old, new) = Self.counts(line) {
            (self.old, self.new) = (old, new)
            return true
        }
        guard isInHunk else {
            if line.isEmpty {
                return next.map { $0.hasPrefix("diff ") || $0.hasPrefix("Index: ") } ?? false
            }
            return Self.headers.contains { line.hasPrefix($0) }
                || line.hasPrefix("--- ") && next?.hasPrefix("+++ ") == true
        }
        switch line.utf8.first {
        case UInt8(ascii: "-"): old -= 1
        case UInt8(ascii: "+"): new -= 1
        // Mailers take the blank before an empty line away.
        case 0x20, 0x09, nil:
            old -= 1
            new -= 1
        case UInt8(ascii: "\\"): break
        default: return false
        }
        return true
    }

    private static let headers = [
        "diff ", "index ", "+++ ", "\\ No newline", "similarity index", "rename ", "copy ",
        "new file mode",
        "deleted file mode", "old mode", "new mode", "Binary files ", "Index: ", "=====",
    ]

    /// How many lines of both files a hunk has: `@@ -88,7 +88,8 @@`; one where no number is given.
    private static func counts(_ line: Substring) -> (old: Int, new: Int)? {
        let parts = line.utf8.prefix(80).split(separator: 0x20)
        guard parts.count > 3, parts[3].elementsEqual("@@".utf8) else { return nil }
        func count(_ part: Substring.UTF8View.SubSequence, _ sign: UInt8) -> Int? {
            guard part.first == sign else { return nil }
            let numbers = part.dropFirst().split(separator: UInt8(ascii: ","))
            guard let start = numbers.first, Int(Substring(start)) != nil else { return nil }
            return numbers.count > 1 ? Int(Substring(numbers[1])) : 1
        }
        guard let old = count(parts[1], UInt8(ascii: "-")), let new = count(parts[2], UInt8(ascii: "+"))
        else {
            return nil
        }
        return (old, new)
    }
}

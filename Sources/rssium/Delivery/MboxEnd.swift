internal import FeedCore

/// The end of an mbox: whole messages, or a part of one of ours whose writer was killed.
///
/// Only such a part is cut off. A message of another program is never touched, even if that program has appended it to
/// our part.
struct MboxEnd {
    let length: off_t
    /// Whether it begins as an mbox does, or is empty.
    let isMbox: Bool
    /// The length without an unfinished message of ours.
    private(set) var wholeLength: off_t
    /// The missing line ends of the empty line before the next message.
    private(set) var missingBreaks = ""

    private static let chunk = 64 << 10

    init(_ descriptor: Int32) throws(FileError) {
        length = lseek(descriptor, 0, SEEK_END)
        guard length >= 0 else { throw .system(errno) }
        wholeLength = length
        let start = try MboxEnd.bytes(of: descriptor, 0..<min(length, off_t(Mbox.envelope.utf8.count)))
        isMbox = start.starts(with: "From ".utf8) || Mbox.envelope.utf8.starts(with: start)
        guard isMbox, length > 0 else { return }
        let message = try MboxEnd.lastMessage(descriptor, length)
        if MboxEnd.isUnfinished(message) {
            wholeLength -= off_t(message.count)
        } else if !message.suffix(2).elementsEqual("\n\n".utf8) {
            missingBreaks = message.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
        }
    }

    /// The bytes from the last line that begins a message, or may be the beginning of such a line.
    private static func lastMessage(_ descriptor: Int32, _ length: off_t) throws(FileError) -> [UInt8] {
        var start = length
        var chunks: [[UInt8]] = []
        while start > 0 {
            let from = max(0, start - off_t(chunk))
            let piece = try bytes(of: descriptor, from..<start)
            // The line may begin in this chunk and go on in the next.
            let next = chunks.last?.prefix(Mbox.envelope.utf8.count) ?? []
            let isStart = from == 0 ? true : try bytes(of: descriptor, from - 1..<from) == [newline]
            if let offset = lastStart(piece + next, of: piece.count, isStart: isStart, isLast: chunks.isEmpty) {
                return Array(piece[offset...]) + chunks.reversed().joined()
            }
            chunks.append(piece)
            start = from
        }
        return Array(chunks.reversed().joined())
    }

    /// The offset of the last line that begins a message, or may do so, among those that begin in the first `count`
    /// bytes.
    ///
    /// - Parameter isStart: whether a line begins with the first byte.
    private static func lastStart(_ bytes: [UInt8], of count: Int, isStart: Bool, isLast: Bool) -> Int? {
        for offset in (0..<count).reversed() where offset == 0 ? isStart : bytes[offset - 1] == UInt8(ascii: "\n") {
            let line = bytes[offset...]
            if line.starts(with: "From ".utf8) { return offset }
            if isLast, line.count < Mbox.envelope.utf8.count, Mbox.envelope.utf8.starts(with: line) { return offset }
        }
        return nil
    }

    /// Whether it is the beginning of one of our messages, and nothing else.
    private static func isUnfinished(_ message: [UInt8]) -> Bool {
        guard message.count >= Mbox.envelope.utf8.count else { return Mbox.envelope.utf8.starts(with: message) }
        guard message.starts(with: Mbox.envelope.utf8) else { return false }
        // Behind its last line, mail readers and people may have written more.
        return !message.split(separator: newline).dropFirst().contains { isLast($0) || hasEnvelope($0) }
    }

    /// Whether a line is the last one of our messages.
    private static func isLast(_ line: ArraySlice<UInt8>) -> Bool {
        let (start, end) = MailMessage.lastLine
        return line.starts(with: start.utf8) && line.suffix(end.utf8.count).elementsEqual(end.utf8)
    }

    private static let newline = UInt8(ascii: "\n")

    /// Whether another program has appended its message within the line: `…From ann@example.org Fri Nov 20 10:00:00 2026`.
    private static func hasEnvelope(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.suffix(4).allSatisfy(ASCII.isDigit) else { return false }
        let words = line.split(separator: UInt8(ascii: " "))
        return words.contains { $0.suffix(4).elementsEqual("From".utf8) }
    }

    private static func bytes(of descriptor: Int32, _ range: Range<off_t>) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(range.count))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done,
                    range.lowerBound + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(count == 0 ? EIO : errno) }
            done += count
        }
        return bytes
    }
}

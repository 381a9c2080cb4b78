/// Reads a state file that arrives in pieces, in constant memory.
///
/// Whether the file is whole is known at its end alone. A caller that takes only whole files reads it twice, the first
/// time with `isOnlyChecked`, or takes back what it did.
public struct StateFileReader: ~Copyable {
    /// A part of the file.
    public enum Item: Hashable, Sendable {
        case head(StateHead)
        /// Lines are counted from 1, the head.
        case line(StateLine, number: Int)
        case bad(BadStateLine, number: Int)
    }

    /// The facts known at the end of the file.
    public struct End: Hashable, Sendable {
        /// Why the file must be left; nil if it is whole.
        public let problem: StateFileProblem?
        /// The lines between head and end, and their digest. Equal digests: the same lines in the same order.
        public let content: StateContent
    }

    private let isOnlyChecked: Bool
    private var problem: StateFileProblem?
    private var byteCount = 0
    private var lineCount = 0
    private var content = StateContent()
    /// Of every byte before `endLine`.
    private var hash = SHA256()
    /// The last line, if it looks like the end line. It is one if nothing follows.
    private var endLine: [UInt8]?
    /// The beginning of a line whose end is in the next piece.
    private var held: [UInt8] = []
    /// That line is longer than a line may be; it is not held.
    private var isTooLong = false

    /// - Parameter isOnlyChecked: gives the head alone, and reads no other line.
    public init(isOnlyChecked: Bool = false) { self.isOnlyChecked = isOnlyChecked }

    /// Reads the next piece of the file. `take` gets what is in it.
    public mutating func read<Failure>(
        _ piece: UnsafeBufferPointer<UInt8>, take: (Item) throws(Failure) -> Void
    ) throws(Failure) {
        byteCount += piece.count
        if byteCount > StateLimits.fileBytes { problem = problem ?? .tooManyBytes }
        var start = 0
        while start < piece.count, problem == nil {
            guard let end = piece.index(of: newline, from: start) else {
                hold(UnsafeBufferPointer(rebasing: piece[start...]))
                return
            }
            let line = UnsafeBufferPointer(rebasing: piece[start...end])
            start = end + 1
            if held.isEmpty, !isTooLong {
                try read(line: line, take)
            } else {
                hold(line)
                try readHeld(take)
            }
        }
    }

    /// Reads the next piece of the file. `take` gets what is in it.
    public mutating func read<Failure>(_ piece: [UInt8], take: (Item) throws(Failure) -> Void) throws(Failure) {
        try piece.withBuffer { piece throws(Failure) in try read(piece, take: take) }
    }

    /// Ends the file. `take` gets its last line, if that has no line feed.
    public mutating func finish<Failure>(take: (Item) throws(Failure) -> Void) throws(Failure) -> End {
        if problem == nil, !held.isEmpty || isTooLong {
            // A head without its line feed is half of one.
            if lineCount == 0 { problem = .notWhole("it ends in its first line") } else { try readHeld(take) }
        }
        return End(problem: problem ?? problemOfEnd, content: content)
    }

    // MARK: Lines

    /// Keeps the beginning of a line, as long as it may become a line of the right length.
    private mutating func hold(_ part: UnsafeBufferPointer<UInt8>) {
        passEndLine()
        if !isTooLong, held.count + part.count > StateLimits.lineBytes + 1 {
            isTooLong = true
            hash.update(held)
            held.removeAll(keepingCapacity: true)
        }
        if isTooLong { hash.update(UnsafeRawBufferPointer(part)) } else { held.append(contentsOf: part) }
    }

    private mutating func readHeld<Failure>(_ take: (Item) throws(Failure) -> Void) throws(Failure) {
        let line = held
        held.removeAll(keepingCapacity: true)
        guard isTooLong else {
            return try line.withBuffer { line throws(Failure) in try read(line: line, take) }
        }
        isTooLong = false
        guard countLine() else { return }
        guard lineCount > 1 else {
            problem = .notStateFile("its first line is too long")
            return
        }
        // rssium never writes such a line, so the digest ignores what it contains.
        content.add(UnsafeBufferPointer(start: nil, count: 0))
        try take(.bad(.tooLong, number: lineCount))
    }

    /// Reads a line with its line feed, which the last one may lack.
    private mutating func read<Failure>(
        line bytes: UnsafeBufferPointer<UInt8>, _ take: (Item) throws(Failure) -> Void
    ) throws(Failure) {
        passEndLine()
        guard countLine() else { return }
        let line = bytes.last == newline ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes
        if lineCount == 1 {
            hash.update(UnsafeRawBufferPointer(bytes))
            guard let head = readHead(line) else { return }
            return try take(.head(head))
        }
        if bytes.count <= longestEndLine, bytes.has("{\"end\":", at: 0) {
            endLine = Array(bytes)
            return
        }
        hash.update(UnsafeRawBufferPointer(bytes))
        content.add(line)
        if !isOnlyChecked { try parse(line, take) }
    }

    /// Nil if the line is not a head; then the problem is recorded.
    private mutating func readHead(_ line: UnsafeBufferPointer<UInt8>) -> StateHead? {
        do throws(StateFileProblem) {
            guard line.count <= StateLimits.lineBytes else { throw .notStateFile("its first line is too long") }
            return try StateHead(reading: Array(line))
        } catch {
            problem = error
            return nil
        }
    }

    private func parse<Failure>(
        _ line: UnsafeBufferPointer<UInt8>, _ take: (Item) throws(Failure) -> Void
    ) throws(Failure) {
        switch Result(catching: { () throws(BadStateLine) in try StateLine.read(Array(line)) }) {
        case .success(let line?): try take(.line(line, number: lineCount))
        case .success(nil): return
        case .failure(let reason): try take(.bad(reason, number: lineCount))
        }
    }

    /// False if there are too many.
    private mutating func countLine() -> Bool {
        lineCount += 1
        if lineCount > StateLimits.lines { problem = .tooManyLines }
        return problem == nil
    }

    // MARK: End

    /// Passes the supposed end line on as an ordinary line of an unknown kind, because something follows it.
    private mutating func passEndLine() {
        guard let line = endLine else { return }
        endLine = nil
        hash.update(line)
        line.withUnsafeBufferPointer { content.add(UnsafeBufferPointer(rebasing: $0.dropLast())) }
    }

    private var problemOfEnd: StateFileProblem? {
        guard lineCount > 0 else { return .notWhole("it is empty") }
        // A line that does not parse is not an end line.
        guard let endLine, let end = try? JSONReader.read(endLine), case .integer(let count)? = end["end"],
            let digest = end["sha256"]?.string
        else { return .notWhole("it has no end line") }
        guard count == content.lines else {
            return .notWhole("its end line counts \(count) lines, and there are \(content.lines)")
        }
        return digest == StateContent.digits(of: hash) ? nil : .notWhole("its lines are not those that were written")
    }
}

private let newline = UInt8(ascii: "\n")
/// Far more than its count and digest take.
private let longestEndLine = 1024

/// The lines between the head and the end of a state file: how many, and a digest of them.
public struct StateContent: Hashable, Sendable {
    public private(set) var lines = 0
    private var hash = StableHash()

    /// A file whose content has the same digest need not be written again.
    public var digest: Int64 { hash.value }

    mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
        lines += 1
        hash.combine(UnsafeRawBufferPointer(line))
    }

    /// The digest in the end line: the first 16 hexadecimal digits.
    static func digits(of hash: SHA256) -> String { String(hash.finish().prefix(16)) }

    public static func == (left: StateContent, right: StateContent) -> Bool {
        left.lines == right.lines && left.digest == right.digest
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

internal import FeedCore

/// The only way to standard output: it removes control characters from text, turns styles into escape sequences, and reports
/// every failed write.
struct Output: ~Copyable {
    var terminal: Terminal
    let descriptor: Int32
    private let escape: Escape
    var buffer: [UInt8] = []
    /// The pager to start if the text does not fit. Nil after the decision.
    private var paging: Paging?
    /// Whether the pager was started for the last paged text.
    private(set) var hasPaged = false
    private var pagerRun: PagerRun?
    private var pagerCommand = ""

    private static let bufferSize = 64 << 10

    init(descriptor: Int32, terminal: Terminal) {
        self.descriptor = descriptor
        self.terminal = terminal
        escape = Escape(depth: terminal.colorDepth)
    }

    /// Sends what is written up to the next `flush` through the pager, if it does not fit the screen.
    mutating func page(_ paging: Paging) {
        self.paging = paging
        hasPaged = false
    }

    // MARK: Writing

    /// Writes a text that has its own line breaks.
    mutating func write(_ text: String) throws(OutputError) {
        append(text, as: .document)
        try flushIfFull()
    }

    /// Writes a part of a file that is not text. A terminal never gets one.
    mutating func write(file bytes: [UInt8]) throws(OutputError) {
        precondition(!terminal.isTerminal)
        buffer += bytes
        try flushIfFull()
    }

    /// Writes one line and ends it.
    mutating func line(_ text: StyledText = StyledText()) throws(OutputError) {
        if escape.depth == .none || text.styles.isEmpty {
            append(text.plain, as: .line)
        } else {
            for run in text.runs { append(run) }
        }
        buffer.append(UInt8(ascii: "\n"))
        try flushIfFull()
    }

    mutating func line(_ text: String) throws(OutputError) {
        append(text, as: .line)
        buffer.append(UInt8(ascii: "\n"))
        try flushIfFull()
    }

    /// Writes one tab-separated record.
    mutating func record(_ fields: [String], endedBy end: RecordEnd = .newline) throws(OutputError) {
        for (index, text) in fields.enumerated() { field(text, isFirst: index == 0) }
        try endRecord(end)
    }

    /// Writes the next field of a record.
    mutating func field(_ text: String, isFirst: Bool) {
        if !isFirst { buffer.append(UInt8(ascii: "\t")) }
        append(text, as: .field)
    }

    /// Writes a time as the next field of a record, in UTC.
    mutating func field(_ time: Timestamp, isFirst: Bool) {
        if !isFirst { buffer.append(UInt8(ascii: "\t")) }
        time.appendRFC3339(to: &buffer)
    }

    /// Writes a number as the next field of a record.
    mutating func field(_ number: Int64, isFirst: Bool) {
        if !isFirst { buffer.append(UInt8(ascii: "\t")) }
        buffer.append(digitsOf: number)
    }

    mutating func endRecord(_ end: RecordEnd) throws(OutputError) {
        buffer.append(end.rawValue)
        try flushIfFull()
    }

    /// Moves the JSON of a writer to the output. It needs no filter: the writer escapes control characters.
    mutating func write(_ json: inout JSONWriter) throws(OutputError) {
        if terminal.letters == .ascii {
            var bytes: [UInt8] = []
            json.move(into: &bytes)
            JSONWriter.append(escaping: bytes, to: &buffer)
        } else {
            json.move(into: &buffer)
        }
        try flushIfFull()
    }

    /// Whether the pager has the screen.
    var isPaging: Bool { pagerRun != nil }

    /// Throws `closedPipe` if the user has left the pager already.
    mutating func checkPager() throws(OutputError) {
        guard let pipe = pagerRun?.pipe else { return }
        var end = pollfd(fd: pipe, events: 0, revents: 0)
        guard poll(&end, 1, 0) > 0, end.revents & Int16(POLLERR) != 0 else { return }
        try endPager()
        throw .closedPipe
    }

    /// Writes the buffer, unless rssium does not know yet whether the text needs the pager.
    mutating func writeUnlessUndecided() throws(OutputError) { if paging == nil { try writeBuffer() } }

    /// Writes the buffered bytes, and waits until the user has left the pager. Only after this returns may an article
    /// that was shown be marked read.
    mutating func flush() throws(OutputError) {
        paging = nil
        try writeBuffer()
        try endPager()
    }

    /// Writes the buffered bytes. Waits until they are on the disk, or the reader of the pipe has taken them. Throws
    /// `closedPipe` if the reader ends earlier.
    mutating func handOver() throws(OutputError) {
        try flush()
        guard let status = File.status(of: descriptor) else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: guard fsync(descriptor) == 0 else { throw .failed(String(cString: strerror(errno))) }
        case S_IFIFO:
            var pause: useconds_t = 20
            while Output.unread(in: descriptor) > 0 {
                // Poll names a pipe without a reader, whatever it is asked for.
                var end = pollfd(fd: descriptor, events: 0, revents: 0)
                if poll(&end, 1, 0) > 0, end.revents & Int16(POLLERR) != 0 { throw .closedPipe }
                usleep(pause)
                pause = min(pause * 2, 20_000)
            }
        default: break
        }
    }

    /// How many bytes wait in a pipe for its reader.
    private static func unread(in descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            // FIONREAD, a macro that Swift cannot import.
            let question = UInt(0x4004_667F)
        #else
            let question = UInt(FIONREAD)
        #endif
        var count: Int32 = 0
        return ioctl(descriptor, question, &count) == 0 ? count : 0
    }

    private mutating func writeBuffer() throws(OutputError) {
        defer { buffer.removeAll(keepingCapacity: true) }
        do { try File.write(buffer, to: pagerRun?.pipe ?? descriptor) } catch .system(EPIPE) {
            // The user has left the pager early, unless it failed.
            try endPager()
            throw .closedPipe
        } catch {
            throw .failed(error.reason)
        }
    }

    private mutating func endPager() throws(OutputError) {
        guard var run = pagerRun.take() else { return }
        let ending = run.end()
        if let signal = ending.signal { throw .interrupted(signal) }
        if ending.status != 0 { throw .pager(PagerError(command: pagerCommand, status: ending.status)) }
    }

    mutating func append(_ run: StyledText.Run) {
        let start = escape.start(of: run.style)
        buffer.append(contentsOf: start.utf8)
        if terminal.letters == .ascii {
            append(String(run.text), as: .line)
        } else {
            ControlCharacterFilter.append(run.text, to: &buffer, as: .line)
        }
        if !start.isEmpty { buffer.append(contentsOf: Escape.reset.utf8) }
    }

    mutating func append(_ text: String, as kind: ControlCharacterFilter.Kind) {
        if terminal.letters == .ascii {
            ControlCharacterFilter.append(ASCIIText.string(text), to: &buffer, as: kind)
        } else {
            ControlCharacterFilter.append(text, to: &buffer, as: kind)
        }
    }

    mutating func flushIfFull() throws(OutputError) {
        let isFull = buffer.count >= Output.bufferSize
        if isFull || paging?.needsPager(for: buffer, on: terminal) == true { startPager() }
        if isFull { try writeBuffer() }
    }

    private mutating func startPager() {
        guard let paging = paging.take() else { return }
        pagerCommand = paging.pager.command
        do throws(ChildError) {
            pagerRun = try paging.start()
            hasPaged = true
        } catch {
            paging.messages.error("\(error.message); shown without a pager")
        }
    }
}

/// The byte that ends a record.
enum RecordEnd: UInt8 {
    case newline = 0x0A
    case null = 0
}

/// Why output could not be written.
enum OutputError: Error, Equatable {
    /// The reader has closed its end, as `head` does: not an error for the user.
    case closedPipe
    /// The user has ended the pager by a signal.
    case interrupted(Int32)
    case pager(PagerError)
    /// The write failed; with the system's reason.
    case failed(String)
}

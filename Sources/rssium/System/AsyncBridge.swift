internal import FeedCore

/// Runs asynchronous work from the commands, which are synchronous functions. A command that does not use it never
/// starts the concurrency runtime.
enum AsyncBridge {
    /// Runs the work while the calling thread sleeps. Throws `Interrupted` where a signal ended it.
    ///
    /// - Parameters:
    ///   - milliseconds: how long the thread sleeps at most; nil for no limit.
    ///   - idle: runs each time before the thread sleeps.
    static func run<Value: Sendable>(
        every milliseconds: Int32? = nil, idle: () -> Void = {}, _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let (result, signal) = try run(
            each: { (_: Never) in }, every: milliseconds, idle: idle,
            { _ in await Result<Value, any Error>.catching(work) })
        if let signal { throw Interrupted(signal: signal) }
        return try result.get()
    }

    /// Runs the work while the calling thread handles its events, in order, and sleeps in between. SIGINT and SIGTERM
    /// cancel the work. So does an error of `handle`, which is thrown at the end: as `Interrupted` after a signal.
    ///
    /// - Parameters:
    ///   - limit: after this time the work is cancelled; nil for no limit.
    ///   - milliseconds: how long the thread sleeps at most; nil for no limit.
    ///   - rest: for so many milliseconds after each wake-up, only many events or urgent ones wake the thread again: a
    ///     wake-up for each of many events costs as much as handling it.
    ///   - survived: signals that cancel the work, and never end the process.
    ///   - idle: runs each time before the thread sleeps. An error cancels the work, as one of `handle` does.
    ///   - work: gets a function that sends an event.
    static func run<Value: Sendable, Event: Sendable>(
        each handle: (Event) throws -> Void, within limit: Duration? = nil, every milliseconds: Int32? = nil,
        rest: Int32 = 0, surviving survived: Set<Int32> = [],
        idle: () throws -> Void = {},
        _ work: @escaping @Sendable (_ tell: @escaping @Sendable (Event) -> Void) async throws -> Value
    ) throws -> (value: Value, signal: Int32?) {
        let mailbox = try Mailbox<Message<Value, Event>>()
        let signals = SignalCatcher(surviving: survived) { _ in mailbox.send(.signal) }
        let task = Task {
            mailbox.send(.end(await .catching { try await work { mailbox.send(.event($0), canWait: true) } }))
        }
        // The limit is kept here, not by a task: those that parse may hold all threads of the tasks.
        var deadline = limit.map { SuspendingClock.now + $0 }
        var failure: (any Error)?
        while true {
            var wait = milliseconds ?? -1
            if let end = deadline {
                let left = SuspendingClock.now.duration(to: end).milliseconds
                if left <= 0 {
                    task.cancel()
                    deadline = nil
                } else if wait < 0 || left < Int(wait) {
                    wait = Int32(clamping: left)
                }
            }
            for message in mailbox.receive(within: wait, rest: rest) {
                switch message {
                case .event(let event):
                    guard failure == nil else { continue }
                    do { try handle(event) } catch {
                        failure = error
                        task.cancel()
                    }
                case .signal:
                    task.cancel()
                case .end(let result):
                    // One may have come while the last events were handled.
                    let caught = signals.stop()
                    // A pager that the same Ctrl-C has ended has failed, too, and so has cancelled work.
                    if let failure { throw caught.map(Interrupted.init) ?? failure }
                    do { return (try result.get(), caught) } catch { throw caught.map(Interrupted.init) ?? error }
                }
            }
            if failure == nil {
                do { try idle() } catch {
                    failure = error
                    task.cancel()
                }
            }
        }
    }

    private enum Message<Value: Sendable, Event: Sendable>: Sendable {
        case event(Event)
        case signal
        case end(Result<Value, any Error>)
    }
}

/// Passes messages from any thread to the one that waits for them.
private final class Mailbox<Message: Sendable>: Sendable {
    private let box = Locked(Box())
    private let reading: Int32
    private let writing: Int32

    init() throws {
        guard let ends = ChildProcess.makePipe() else { throw WaitError(reason: String(cString: strerror(errno))) }
        (reading, writing) = ends
    }

    deinit {
        close(reading)
        close(writing)
    }

    private struct Box {
        var messages: [Message] = []
        var isReaderWoken = false
        /// The reader has just received messages, and will look for more after its rest.
        var isReaderResting = false
    }

    /// So many messages wake a reader that rests.
    private static var urgentCount: Int { 64 }

    /// - Parameter canWait: whether the message may wait while the reader rests.
    func send(_ message: Message, canWait: Bool = false) {
        let mustWake = box.withLock { box in
            box.messages.append(message)
            let isWaiting = canWait && box.isReaderResting && box.messages.count < Mailbox.urgentCount
            guard !box.isReaderWoken, !isWaiting else { return false }
            box.isReaderWoken = true
            return true
        }
        // One byte wakes the reader, which takes all messages, so the pipe never fills.
        if mustWake { while write(writing, [0], 1) < 0, errno == EINTR {} }
    }

    /// Sleeps until a message arrives or the time is up; -1 means no limit. After a call that returned messages, it
    /// rests first.
    func receive(within milliseconds: Int32, rest: Int32) -> [Message] {
        if box.withLock({ $0.isReaderResting }) {
            sleep(rest)
            let messages = takeMessages(resting: rest > 0)
            if !messages.isEmpty { return messages }
        }
        sleep(milliseconds)
        return takeMessages(resting: rest > 0)
    }

    private func takeMessages(resting: Bool) -> [Message] {
        box.withLock { box in
            defer { box = Box(isReaderResting: resting && !box.messages.isEmpty) }
            return box.messages
        }
    }

    /// Sleeps until a byte arrives or the time is up. A signal wakes it too.
    private func sleep(_ milliseconds: Int32) {
        var byte: UInt8 = 0
        guard File.hasInput(reading, within: milliseconds) else { return }
        while read(reading, &byte, 1) < 0, errno == EINTR {}
    }
}

extension Result {
    /// What asynchronous work returns or throws.
    static func catching(_ work: () async throws(Failure) -> Success) async -> Result {
        do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
    }
}

/// A signal has ended the work.
struct Interrupted: Error {
    let signal: Int32
}

/// Why asynchronous work could not be run.
struct WaitError: Error {
    let reason: String
}

internal import FeedCore

/// The bridge from the commands, which are plain functions, to what is fetched side by side: nothing of the
/// concurrency runtime is started for a command that does not cross it.
enum AsyncBridge {
    /// Runs the work to its end while the calling thread sleeps. Throws `Interrupted` where a signal ended it.
    static func until<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let (result, signal) = try until(
            each: { (_: Never) in },
            { _ in
                do { return Result<Value, any Error>.success(try await work()) } catch { return .failure(error) }
            })
        if let signal { throw Interrupted(signal: signal) }
        return try result.get()
    }

    /// Runs the work to its end. The calling thread handles everything that the work tells, in order, and sleeps
    /// between. SIGINT and SIGTERM cancel the work, and so does an error of `handle`, which is thrown at the end.
    ///
    /// - Parameters:
    ///   - milliseconds: how long it sleeps at most; nil for as long as nothing happens.
    ///   - rest: so long after each look it is woken only when much has come or it is urgent: being woken for each of
    ///     many events costs as much as what is done with them.
    ///   - idle: what it does before it sleeps again.
    static func until<Value: Sendable, Event: Sendable>(
        each handle: (Event) throws -> Void, every milliseconds: Int32? = nil, rest: Int32 = 0,
        idle: () -> Void = {},
        _ work: @escaping @Sendable (_ tell: @escaping @Sendable (Event) -> Void) async throws -> Value
    ) throws -> (value: Value, signal: Int32?) {
        let mailbox = try Mailbox<Message<Value, Event>>()
        let signals = SignalCatcher { mailbox.send(.signal($0)) }
        defer { signals.stop() }
        let task = Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await work { mailbox.send(.event($0), canWait: true) })
            } catch {
                result = .failure(error)
            }
            mailbox.send(.end(result))
        }
        var caught: Int32?
        var failure: (any Error)?
        while true {
            for message in mailbox.receive(within: milliseconds ?? -1, rest: rest) {
                switch message {
                case .event(let event):
                    guard failure == nil else { continue }
                    do { try handle(event) } catch {
                        failure = error
                        task.cancel()
                    }
                case .signal(let number):
                    caught = caught ?? number
                    task.cancel()
                case .end(let result):
                    if let failure { throw failure }
                    return (try result.get(), caught)
                }
            }
            idle()
        }
    }

    private enum Message<Value: Sendable, Event: Sendable>: Sendable {
        case event(Event)
        case signal(Int32)
        case end(Result<Value, any Error>)
    }
}

/// Messages from any thread to the one that waits for them.
private final class Mailbox<Message: Sendable>: Sendable {
    private let box = Locked(Box())
    private let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw WaitError(reason: String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    private struct Box {
        var messages: [Message] = []
        var isReaderWoken = false
        /// The reader has just looked, and will look again in a moment.
        var isReaderResting = false
    }

    /// When so many messages wait, the reader is woken all the same.
    private static var enough: Int { 64 }

    /// - Parameter canWait: it need not wake a reader who rests.
    func send(_ message: Message, canWait: Bool = false) {
        let isToWake = box.withLock { box in
            box.messages.append(message)
            let isWaiting = canWait && box.isReaderResting && box.messages.count < Mailbox.enough
            guard !box.isReaderWoken, !isWaiting else { return false }
            box.isReaderWoken = true
            return true
        }
        // One byte wakes the reader, who takes all there is: the pipe never fills.
        if isToWake { while write(writing, [0], 1) < 0, errno == EINTR {} }
    }

    /// Sleeps until there is something, or the time is up; -1 is for ever. After it has given something it first rests.
    func receive(within milliseconds: Int32, rest: Int32) -> [Message] {
        if box.withLock({ $0.isReaderResting }) {
            sleep(rest)
            let messages = take(resting: rest > 0)
            if !messages.isEmpty { return messages }
        }
        sleep(milliseconds)
        return take(resting: rest > 0)
    }

    private func take(resting: Bool) -> [Message] {
        box.withLock { box in
            defer { box = Box(isReaderResting: resting && !box.messages.isEmpty) }
            return box.messages
        }
    }

    /// Until it is woken, or the time is up. A signal ends it, too.
    private func sleep(_ milliseconds: Int32) {
        var byte: UInt8 = 0
        var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return }
        while read(reading, &byte, 1) < 0, errno == EINTR {}
    }
}

/// A signal has ended the work before it was done.
struct Interrupted: Error {
    let signal: Int32
}

/// Why the work could not be waited for.
struct WaitError: Error {
    let reason: String
}

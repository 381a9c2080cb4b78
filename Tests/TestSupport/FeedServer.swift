internal import FeedModel

/// An HTTP server on loopback with scripted answers, which records the requests.
///
/// ```swift
/// let server = FeedServer()
/// server.serve("/feed.xml", .document(bytes, etag: "\"1\""))
/// ```
/// Several answers for one path are given in order, and the last one is repeated. Other paths get 404. The server stops
/// with its last reference.
public final class FeedServer: Sendable {
    public let port: Int
    private let listener: Int32
    private let state = Monitor(State())

    fileprivate struct State {
        var answers: [String: [Answer]] = [:]
        var handler: (@Sendable (ReceivedRequest) -> Answer?)?
        var requests: [ReceivedRequest] = []
        var waiting: [(count: Int, goOn: @Sendable () -> Void)] = []
        var gates: [Gate] = []
        var threads: [SystemThread] = []
        var open: Set<Int32> = []
        var connections = 0
        var answering = 0
        var mostAtOnce = 0
        var isStopped = false
    }

    /// Listens on a free port of 127.0.0.1. With a greeting it speaks first, like a server of another protocol.
    public init(greeting: [UInt8] = []) {
        guard let listener = Loopback.listener() else { preconditionFailure("no port of 127.0.0.1 can be listened on") }
        self.listener = listener
        port = Loopback.port(of: listener)
        let conversations = Conversations(listener: listener, greeting: greeting, state: state)
        let thread = SystemThread.started { conversations.accept() }
        state.change { $0.threads.append(thread) }
    }

    deinit { stop() }

    /// The address of a path on this server.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    public func serve(_ path: String, _ answers: Answer...) { state.change { $0.answers[path] = answers } }

    /// Gets each request first; where it returns nil, the table answers.
    public func answer(with handler: @escaping @Sendable (ReceivedRequest) -> Answer?) {
        state.change { $0.handler = handler }
    }

    /// All requests so far, in order.
    public var requests: [ReceivedRequest] { state.change { $0.requests } }

    public func requests(for path: String) -> [ReceivedRequest] { requests.filter { $0.path == path } }

    /// The number of connections so far.
    public var connections: Int { state.change { $0.connections } }

    /// The largest number of requests that were answered at the same time.
    public var mostAtOnce: Int { state.change { $0.mostAtOnce } }

    /// Waits until so many requests have arrived.
    ///
    /// - Parameter body: runs at once, even while tasks of other tests keep this task from running.
    public func received(_ count: Int, then body: @escaping @Sendable () -> Void = {}) async {
        await withCheckedContinuation { continuation in
            let goOn: @Sendable () -> Void = {
                body()
                continuation.resume()
            }
            let isThere = state.change { state in
                if state.requests.count < count { state.waiting.append((count, goOn)) }
                return state.requests.count >= count
            }
            if isThere { goOn() }
        }
    }

    /// Closes every connection and waits for every thread.
    public func stop() {
        let (gates, isFirst) = state.change { state in
            defer { state.isStopped = true }
            for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
            return (state.gates, !state.isStopped)
        }
        guard isFirst else { return }
        for gate in gates { gate.open() }
        Loopback.knock(on: port)
        while let thread = state.change({ $0.threads.popLast() }) { thread.join() }
        close(listener)
    }
}

/// What the threads of a server do. They keep its state, and not the server.
private struct Conversations: Sendable {
    let listener: Int32
    let greeting: [UInt8]
    let state: Monitor<FeedServer.State>

    func accept() {
        while true {
            guard let connection = Loopback.nextConnection(to: listener) else { return }
            let number = state.change { state -> Int? in
                guard !state.isStopped else { return nil }
                state.open.insert(connection)
                state.connections += 1
                return state.connections
            }
            guard let number else {
                close(connection)
                return
            }
            let thread = SystemThread.started { converse(over: connection, number: number) }
            state.change { state in
                state.threads.insert(thread, at: 0)
                // A connection that has been closed may be another one's number.
                if state.isStopped, state.open.contains(connection) { shutdown(connection, Int32(SHUT_RDWR)) }
            }
        }
    }

    /// Serves one connection, request by request.
    private func converse(over connection: Int32, number: Int) {
        var rest: [UInt8] = []
        _ = Loopback.sendAll(greeting, over: connection)
        while let text = Loopback.readHead(from: connection, rest: &rest),
            var request = ReceivedRequest(text, connection: number)
        {
            let length = request["Content-Length"].flatMap { Int($0) } ?? 0
            guard let body = Loopback.readBody(of: length, from: connection, rest: &rest) else { break }
            request.body = body
            guard send(begin(request), over: connection) else { break }
        }
        state.change { _ = $0.open.remove(connection) }
        close(connection)
    }

    private func begin(_ request: ReceivedRequest) -> Answer {
        let (handler, waiting) = state.change { state in
            state.requests.append(request)
            state.answering += 1
            state.mostAtOnce = max(state.mostAtOnce, state.answering)
            let ready = state.waiting.filter { $0.count <= state.requests.count }
            state.waiting.removeAll { $0.count <= state.requests.count }
            return (state.handler, ready)
        }
        for (_, goOn) in waiting { goOn() }
        let answer =
            handler?(request)
            ?? state.change { state -> Answer in
                guard var answers = state.answers[request.path], let first = answers.first else { return .status(404) }
                if answers.count > 1 { answers.removeFirst() }
                state.answers[request.path] = answers
                return first
            }
        return answer.answering(request)
    }

    /// False where the connection does not stay open.
    private func send(_ answer: Answer, over connection: Int32) -> Bool {
        var steps = answer.steps[...]
        while case .send(let bytes)? = steps.last, bytes.isEmpty { steps.removeLast() }
        // Once the client has the last bytes, it may begin its next request before this thread goes on.
        let end = if case .send? = steps.last { steps.suffix(1) } else { steps.suffix(0) }
        let isOpen = play(steps.dropLast(end.count), over: connection)
        state.change { $0.answering -= 1 }
        return isOpen && play(end, over: connection) && !answer.closes
    }

    /// False where the client has closed the connection.
    private func play(_ steps: ArraySlice<Answer.Step>, over connection: Int32) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes):
                guard Loopback.sendAll(bytes, over: connection) else { return false }
            case .wait(let gate):
                let isStopped = state.change { state in
                    state.gates.append(gate)
                    return state.isStopped
                }
                if isStopped { return false }
                gate.wait()
            case .pause(let milliseconds):
                guard !Loopback.isClosed(connection, within: milliseconds) else { return false }
            case .silence:
                Loopback.waitForEnd(of: connection)
                return false
            case .reset:
                Loopback.resetWhenClosed(connection)
                return false
            }
        }
        return true
    }
}

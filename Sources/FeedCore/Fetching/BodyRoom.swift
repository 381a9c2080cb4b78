/// How much memory the bodies that are under way may take together, and the one permit to take more: pure.
///
/// A small body never waits. The others share the room; once it is full, the one that has the permit grows on and the
/// others wait for it, in the order in which they found no room. A body keeps its bytes, and the permit, until it is
/// stored. So somebody can always go on, and memory stays small whatever comes.
struct BodyRoom: Sendable {
    typealias Body = UInt64

    /// The bytes that a body may have without asking.
    static let smallLimit = 128 << 10

    /// The bytes of all larger ones together.
    private let limit: Int
    /// A compressed piece becomes large only when it is there, and cannot be kept out in parts: what goes beyond this
    /// is thrown away and asked for again when its turn has come.
    private let hardLimit: Int
    private var taken: [Body: Int] = [:]
    private var total = 0
    private var holder: Body?
    private var waiting: [Body] = []

    /// What a body that wants to grow has to do.
    enum Answer: Hashable, Sendable {
        case grow
        /// Grow by this, and then wait.
        case growAndWait
        /// Give up all of it, and wait.
        case giveUp
    }

    init(limit: Int = 8 << 20, hardLimit: Int = 16 << 20) {
        self.limit = limit
        self.hardLimit = hardLimit
    }

    var hasWaiting: Bool { !waiting.isEmpty }

    func hasPermit(_ body: Body) -> Bool { holder == body }

    /// Makes room for so many bytes more.
    mutating func grow(_ body: Body, by count: Int) -> Answer {
        if holder == nil, waiting.isEmpty, total + count > limit { holder = body }
        // What it takes from now on is the permit's, and no matter to the others.
        guard holder != body else { return .grow }
        guard total + count > limit || waiting.contains(body) else {
            add(count, to: body)
            return .grow
        }
        if !waiting.contains(body) { waiting.append(body) }
        guard total + count <= hardLimit else { return .giveUp }
        add(count, to: body)
        return .growAndWait
    }

    /// Gives the permit to the one that has waited longest, where it is free.
    mutating func grantNext() -> Body? {
        guard holder == nil, !waiting.isEmpty else { return nil }
        holder = waiting.removeFirst()
        return holder
    }

    /// The body has come to its end before it had to wait.
    mutating func stopWaiting(_ body: Body) {
        waiting.removeAll { $0 == body }
    }

    /// What it had is thrown away, but not its place in the line.
    mutating func giveUp(_ body: Body) {
        total -= taken.removeValue(forKey: body) ?? 0
    }

    /// The body is stored, or nobody wants it any more.
    mutating func leave(_ body: Body) {
        giveUp(body)
        stopWaiting(body)
        if holder == body { holder = nil }
    }

    private mutating func add(_ count: Int, to body: Body) {
        taken[body, default: 0] += count
        total += count
    }
}

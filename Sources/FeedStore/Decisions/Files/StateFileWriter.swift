/// Writes a state file piece by piece: its head, its lines, its end.
///
/// `put` gets the pieces. The caller gives the lines in the order of their bytes.
public struct StateFileWriter: ~Copyable {
    /// The lines between head and end so far, and their digest, which a reader of the file finds as well.
    public private(set) var content = StateContent()
    private var hash = SHA256()
    /// The bytes that `put` has not received yet.
    private var waiting: [UInt8] = []

    public init(_ head: StateHead) { head.append(to: &waiting) }

    /// Writes a line.
    ///
    /// - Returns: false, and writes nothing, if nothing was decided or readers would refuse the line for its length.
    @discardableResult
    public mutating func write<Failure>(
        _ line: StateLine, put: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard !line.decisions.isEmpty else { return false }
        let start = waiting.count
        line.append(to: &waiting)
        guard waiting.count - start <= StateLimits.lineBytes + 1 else {
            waiting.removeLast(waiting.count - start)
            return false
        }
        waiting.withUnsafeBufferPointer { content.add(UnsafeBufferPointer(rebasing: $0[start...].dropLast())) }
        if waiting.count >= StateFileWriter.piece { try hand(put) }
        return true
    }

    /// Writes the end line and what waits.
    ///
    /// - Returns: the lines between head and end, and their digest.
    public consuming func finish<Failure>(put: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> StateContent {
        hash.update(waiting)
        waiting += "{\"end\":\(content.lines),\"sha256\":\"\(StateContent.digits(of: hash))\"}\n".utf8
        try put(waiting)
        return content
    }

    private mutating func hand<Failure>(_ put: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        hash.update(waiting)
        try put(waiting)
        waiting.removeAll(keepingCapacity: true)
    }

    private static let piece = 64 << 10
}

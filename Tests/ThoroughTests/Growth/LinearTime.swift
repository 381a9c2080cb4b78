import TestSupport
import Testing

/// A family of inputs that may take a reader too long: the same pieces, any number of times.
struct HostileInput: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The number of pieces in the shortest measured input.
    let size: Int
    let make: @Sendable (Int) -> [UInt8]

    init(_ name: String, _ size: Int, make: @escaping @Sendable (Int) -> [UInt8]) {
        testDescription = name
        self.size = size
        self.make = make
    }

    /// A repeated piece of text, then one `tail` for each.
    init(
        _ name: String, _ size: Int, _ piece: String, tail: String = "", between middle: String = "",
        from start: String = "", to end: String = ""
    ) {
        self.init(name, size) { count in
            let pieces = String(repeating: piece, count: count) + middle + String(repeating: tail, count: count)
            return Array((start + pieces + end).utf8)
        }
    }

    /// The same in a frame that several families have.
    init(
        _ name: String, _ size: Int, _ piece: String, tail: String = "", between middle: String = "",
        in frame: (String, String)
    ) {
        self.init(name, size, piece, tail: tail, between: middle, from: frame.0, to: frame.1)
    }

    /// Pieces that differ by their number.
    init(
        _ name: String, _ size: Int, in frame: (String, String) = ("", ""),
        each piece: @escaping @Sendable (Int) -> String
    ) {
        self.init(name, size) { Array((frame.0 + (0..<$0).map(piece).joined() + frame.1).utf8) }
    }

    /// A repeated piece, then one `tail` for each. The shortest measured input has 16 KB.
    static func pieces(
        _ name: String, _ piece: String, tail: String = "", from start: String = "", to end: String = ""
    ) -> HostileInput {
        let size = (16 << 10) / (piece + tail).utf8.count
        return HostileInput(name, size, piece, tail: tail, from: start, to: end)
    }

    /// The same of pieces that differ by their number.
    static func pieces(
        _ name: String, in frame: (String, String) = ("", ""), each piece: @escaping @Sendable (Int) -> String
    ) -> HostileInput {
        HostileInput(name, (16 << 10) / piece(0).utf8.count, in: frame, each: piece)
    }

    func text(_ count: Int) -> String { String(decoding: make(count), as: UTF8.self) }

    /// The largest input of the family.
    var largest: [UInt8] { make(size << 3) }
}

func expectLinear(
    text input: HostileInput, sourceLocation: SourceLocation = #_sourceLocation, _ body: (String) throws -> Void
) rethrows {
    try expectLinear(from: input.size, making: input.text, body, sourceLocation: sourceLocation)
}

func expectLinear(
    _ input: HostileInput, sourceLocation: SourceLocation = #_sourceLocation, _ body: ([UInt8]) throws -> Void
) rethrows {
    try expectLinear(from: input.size, making: input.make, body, sourceLocation: sourceLocation)
}

/// Fails where the time of `body` grows faster than its input.
func expectLinear<Input>(
    from size: Int, making make: (Int) throws -> Input, _ body: (Input) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    let growth = try Growth.ofTime(from: size, making: make, body)
    #expect(growth < Growth.limit, "\(growth)", sourceLocation: sourceLocation)
}

/// Fails where `body` goes on for long after its task was cancelled.
func expectEndAfterCancelling(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Void
) async {
    let time = await Growth.timeAfterCancelling(body)
    #expect(time < Growth.longestAfterCancelling, "\(time)", sourceLocation: sourceLocation)
}

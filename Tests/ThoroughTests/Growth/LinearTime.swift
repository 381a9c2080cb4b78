import TestSupport
import Testing

/// Texts of one kind, of any length.
struct HostileText: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The number of units in the shortest measured text.
    let size: Int
    let make: @Sendable (Int) -> String

    init(_ name: String, _ size: Int, _ make: @escaping @Sendable (Int) -> String) {
        testDescription = name
        self.size = size
        self.make = make
    }

    /// The same unit over and over between a start and an end.
    init(_ name: String, _ size: Int, _ unit: String, from start: String = "", to end: String = "") {
        self.init(name, size) { start + String(repeating: unit, count: $0) + end }
    }

    /// Units that differ by their number.
    init(_ name: String, _ size: Int, each unit: @escaping @Sendable (Int) -> String) {
        self.init(name, size) { (0..<$0).map(unit).joined() }
    }
}

func expectLinear(
    _ text: HostileText, sourceLocation: SourceLocation = #_sourceLocation, _ body: (String) throws -> Void
) rethrows {
    try expectLinear(from: text.size, making: text.make, body, sourceLocation: sourceLocation)
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

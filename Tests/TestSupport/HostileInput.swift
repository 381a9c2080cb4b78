/// A family of inputs that may take a parser too long: the same piece, any number of times.
public struct HostileInput: Sendable, CustomStringConvertible {
    public let description: String
    /// The number of pieces in the shortest input.
    public let size: Int
    public let make: @Sendable (Int) -> [UInt8]

    public init(_ name: String, _ size: Int, make: @escaping @Sendable (Int) -> [UInt8]) {
        description = name
        self.size = size
        self.make = make
    }

    /// A repeated piece of text, then one `tail` for each.
    public init(
        _ name: String, _ size: Int, _ piece: String, tail: String = "", between middle: String = "",
        in frame: (String, String) = ("", "")
    ) {
        self.init(name, size) { count in
            let pieces = String(repeating: piece, count: count) + middle + String(repeating: tail, count: count)
            return Array((frame.0 + pieces + frame.1).utf8)
        }
    }

    /// The largest input of the family.
    public var largest: [UInt8] { make(size << 3) }
}

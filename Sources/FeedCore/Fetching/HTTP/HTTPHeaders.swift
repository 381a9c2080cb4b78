/// The header fields of one answer (RFC 9110, section 5), names compared without case.
public struct HTTPHeaders: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        fileprivate func isNamed(_ other: String) -> Bool {
            name.utf8.elementsEqual(other.utf8, by: { Field.lowercase($0) == Field.lowercase($1) })
        }

        /// Those that go back as they came have a scalar for each byte: in which encoding they are is nobody's
        /// business, and another one would be another value.
        var isOpaque: Bool { Field.isOpaque(name) }

        static func isOpaque(_ name: String) -> Bool {
            guard [4, 13, 17].contains(name.utf8.count) else { return false }
            return ["etag", "last-modified", "if-none-match", "if-modified-since"].contains(name.lowercased())
        }

        /// The value as it is on the wire.
        var bytes: [UInt8] {
            guard isOpaque, !value.utf8.allSatisfy({ $0 < 0x80 }) else { return Array(value.utf8) }
            return value.unicodeScalars.flatMap { $0.value < 0x100 ? [UInt8($0.value)] : Array(String($0).utf8) }
        }

        private static func lowercase(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
    }

    public private(set) var fields: [Field]

    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    public mutating func append(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Goes on with the last field's value: a line that begins with a blank does (RFC 9112, section 5.2).
    mutating func extendLast(with text: String) {
        guard !fields.isEmpty else { return }
        fields[fields.count - 1].value += " " + text
    }

    /// The first value of a name, without surrounding white space.
    public subscript(name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }

    /// All values of a name, in their order.
    public func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }
}

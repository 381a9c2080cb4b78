/// The header fields of a response (RFC 9110, section 5). Names are compared without case.
public struct HTTPHeaders: Hashable, Sendable {
    /// One field: its name as the sender wrote it, and its value.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        fileprivate func isNamed(_ other: String) -> Bool {
            name.utf8.count == other.utf8.count
                && name.utf8.elementsEqual(other.utf8, by: { ASCII.lowercased($0) == ASCII.lowercased($1) })
        }

        /// Whether the value goes back to the server as it came. It has one scalar for each byte, because decoding and
        /// encoding it could change it.
        static func isOpaque(_ name: String) -> Bool {
            ["etag", "last-modified", "if-none-match", "if-modified-since"].contains(name.lowercased())
        }

        /// The bytes of the value, if its text is not what is sent.
        var opaqueBytes: [UInt8]? {
            guard Field.isOpaque(name) else { return nil }
            return value.unicodeScalars.flatMap { $0.value < 0x100 ? [UInt8($0.value)] : Array(String($0).utf8) }
        }
    }

    /// The fields in the order in which they came; a name may occur more than once.
    public private(set) var fields: [Field]

    /// Header fields in this order.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Appends a field, and keeps earlier ones of the same name.
    public mutating func append(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Appends a continuation line to the last field (RFC 9112, section 5.2).
    mutating func extendLast(with text: String) {
        guard !fields.isEmpty else { return }
        fields[fields.count - 1].value += " " + text
    }

    /// The first value of a name.
    public subscript(name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }

    /// All values of a name.
    public func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }
}

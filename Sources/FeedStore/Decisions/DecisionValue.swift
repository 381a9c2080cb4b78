/// The value that a property is set to.
public enum DecisionValue: Hashable, Sendable {
    case bool(Bool)
    case text(String)
    case integer(Int64)
    case texts([String])
    /// Texts by name.
    case members([String: String])
    case null

    /// Reads a JSON text as `json` writes it; nil if it has another shape.
    public init?(json: String) {
        switch json {
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        default:
            // Text that does not parse gives nil.
            guard let value = try? JSONReader.read(Array(json.utf8)) else { return nil }
            self.init(value)
        }
    }

    init?(_ value: JSONValue) {
        switch value {
        case .bool(let isTrue): self = .bool(isTrue)
        case .string(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .null: self = .null
        case .array(let values):
            let texts = values.compactMap(\.string)
            guard texts.count == values.count else { return nil }
            self = .texts(texts)
        case .object(let members):
            let texts = members.compactMapValues(\.string)
            guard texts.count == members.count else { return nil }
            self = .members(texts)
        case .number: return nil
        }
    }

    public var bool: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    public var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }

    /// The JSON text, without spaces outside strings.
    public var json: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .bool(let isTrue): bytes.append(contentsOf: (isTrue ? "true" : "false").utf8)
        case .text(let text): DecisionValue.append(text, to: &bytes)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        case .texts(let texts):
            bytes.append(UInt8(ascii: "["))
            for (offset, text) in texts.enumerated() {
                if offset > 0 { bytes.append(UInt8(ascii: ",")) }
                DecisionValue.append(text, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .members(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.map { (ExactText($0), $1) }.sorted { $0.0 < $1.0 }
            for (offset, member) in sorted.enumerated() {
                if offset > 0 { bytes.append(UInt8(ascii: ",")) }
                DecisionValue.append(member.0.text, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                DecisionValue.append(member.1, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    // By bytes, as the winner of two decisions is found: to `String`, other bytes may be the same text.

    public static func == (left: DecisionValue, right: DecisionValue) -> Bool { left.json == right.json }
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }

    /// Appends a JSON string. Escaped are only quotation marks, backslashes and control characters (`\u001f`).
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { source in
            var copied = 0
            for (index, byte) in source.enumerated() {
                // A control character from U+0080 on has two bytes.
                let isWide = byte == 0xC2 && index + 1 < source.count && source[index + 1] < 0xA0
                guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || isWide else { continue }
                bytes.append(contentsOf: source[copied..<index])
                bytes.append(UInt8(ascii: "\\"))
                copied = index + (isWide ? 2 : 1)
                if byte == 0x22 || byte == 0x5C {
                    bytes.append(byte)
                } else {
                    bytes.append(contentsOf: "u00\((isWide ? source[index + 1] : byte).padded(to: 2, radix: 16))".utf8)
                }
            }
            bytes.append(contentsOf: source[copied...])
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// A JSON value.
public enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case integer(Int64)
    case number(Double)
    case bool(Bool)
    case null

    /// The member of an object; nil for other values.
    public subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string; nil for other values.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }

    /// The elements of an array; nil for other values.
    public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}

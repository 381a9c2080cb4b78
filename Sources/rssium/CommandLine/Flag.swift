internal import FeedCore

/// An option whose values have a type: `context[limit]` is an `Int?`, and a misspelt option does not compile.
struct Flag<Value>: OptionRow {
    let row: Option
}

/// A summary is made when it is shown.
typealias Summary = @Sendable () -> String

/// An option without a value.
extension Flag where Value == Bool {
    init(_ name: String, short: Character? = nil, _ summary: @autoclosure @escaping Summary) {
        self.init(row: Option(name, short: short, nil, summary()))
    }
}

extension Flag where Value == String {
    static func text(
        _ name: String, _ kind: ValueKind = .text, placeholder: String? = nil,
        _ summary: @autoclosure @escaping Summary, valueIsOptional: Bool = false
    ) -> Flag {
        Flag(row: Option(name, kind, placeholder: placeholder, summary(), valueIsOptional: valueIsOptional))
    }
}

extension Flag where Value == [String] {
    /// A comma-separated list of these names.
    static func list(_ name: String, _ names: [String], _ summary: @autoclosure @escaping Summary) -> Flag {
        Flag(row: Option(name, .fields(names), summary()))
    }

    /// An option that may be repeated.
    static func texts(_ name: String, _ kind: ValueKind, _ summary: @autoclosure @escaping Summary) -> Flag {
        Flag(row: Option(name, kind, summary(), isRepeatable: true))
    }
}

extension Flag where Value == Int {
    static func number(
        _ name: String, short: Character? = nil, _ range: ClosedRange<Int>, placeholder: String? = nil,
        _ summary: @autoclosure @escaping Summary, valueIsOptional: Bool = false
    ) -> Flag {
        Flag(
            row: Option(
                name, short: short, .number(range), placeholder: placeholder, summary(),
                valueIsOptional: valueIsOptional))
    }

    /// `--limit` or `-n`, with a number or `none`, which is no number.
    static func limit(_ summary: @autoclosure @escaping Summary) -> Flag {
        Flag(row: Option("limit", short: "n", .limit(1...Int.max), summary()))
    }
}

/// In seconds.
extension Flag where Value == Int64 {
    static func duration(_ name: String, _ summary: @autoclosure @escaping Summary) -> Flag {
        Flag(row: Option(name, .duration, summary()))
    }
}

extension Flag where Value == TimeArgument {
    static func time(_ name: String, _ summary: @autoclosure @escaping Summary) -> Flag {
        Flag(row: Option(name, .time, summary()))
    }
}

/// An option whose value is one of the cases.
extension Flag where Value: RawRepresentable<String> & Sendable {
    static func choice(
        _ name: String, of values: [Value], placeholder: String? = nil, _ summary: @autoclosure @escaping Summary
    ) -> Flag {
        Flag(row: Option(name, .choice(values.map(\.rawValue), for: values), placeholder: placeholder, summary()))
    }
}

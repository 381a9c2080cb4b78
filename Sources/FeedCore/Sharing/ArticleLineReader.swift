/// Reads the line of an article as it is written: without spaces and escapes, with known properties alone. A file has up to a
/// million of them.
struct ArticleLineReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place: Int

    /// The line without its line feed; nil for every other line, be it right or wrong.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> StateLine? {
        let start: StaticString = "{\"article\":\""
        guard bytes.count <= StateLimits.lineBytes, bytes.has(start, at: 0) else { return nil }
        var line = ArticleLineReader(bytes: bytes, place: start.utf8CodeUnitCount)
        return line.read()
    }

    private mutating func read() -> StateLine? {
        guard let key = ArticleKey(in: bytes, at: place) else { return nil }
        place += 20
        guard skip("\"") else { return nil }
        var decisions = ArticleDecisions()
        // A line that a program has written has each property once.
        if skip(",\"deleted\":") {
            guard let entry = entry() else { return nil }
            decisions.deleted = entry
        }
        if skip(",\"labels\":{") {
            guard let labels = labels() else { return nil }
            decisions.labels = labels
        }
        if skip(",\"read\":") {
            guard let entry = entry() else { return nil }
            decisions.read = entry
        }
        if skip(",\"starred\":") {
            guard let entry = entry() else { return nil }
            decisions.starred = entry
        }
        guard skip("}"), place == bytes.count, !decisions.isEmpty else { return nil }
        return .article(key, decisions)
    }

    /// Reads to behind the closing brace.
    private mutating func labels() -> [ExactText: StateEntry<Bool>]? {
        var labels: [ExactText: StateEntry<Bool>] = [:]
        repeat {
            guard let label = label(), let entry = entry(), labels.updateValue(entry, forKey: label) == nil,
                labels.count <= StateLimits.labels
            else { return nil }
        } while skip(",")
        return skip("}") ? labels : nil
    }

    /// Reads a name and the colon after it.
    private mutating func label() -> ExactText? {
        guard skip("\""), let end = bytes.index(of: UInt8(ascii: "\""), from: place) else { return nil }
        let written = UnsafeBufferPointer(rebasing: bytes[place..<end])
        // A backslash may stand before that quotation mark.
        guard written.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") }),
            let name = String(validating: written, as: UTF8.self), StateLimits.isLabel(name)
        else { return nil }
        place = end
        return skip("\":") ? ExactText(name) : nil
    }

    private mutating func entry() -> StateEntry<Bool>? {
        let value = skip("[true,\"")
        guard value || skip("[false,\""), let time = DecisionTime(in: bytes, at: place) else { return nil }
        place += DecisionTime.length
        guard skip("\",\""), let machine = LowercaseHex.value(in: bytes, at: place, digits: 8) else { return nil }
        place += 8
        let isAuto = skip("\",\"auto\"]")
        guard isAuto || skip("\"]") else { return nil }
        let id = MachineID(rawValue: UInt32(truncatingIfNeeded: machine))
        return StateEntry(value, DecisionStamp(time: time, machine: id, isAuto: isAuto))
    }

    /// Passes over the text if it is next.
    @inline(__always) private mutating func skip(_ text: StaticString) -> Bool {
        guard bytes.has(text, at: place) else { return false }
        place += text.utf8CodeUnitCount
        return true
    }
}

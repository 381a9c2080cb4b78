/// A line that the user types at the bottom of the screen.
struct LineInput {
    private var bytes: [UInt8] = []

    enum State: Equatable {
        case typing, done, cancelled
    }

    /// The typed text, without an incomplete letter at its end.
    var text: String {
        var whole = bytes[...]
        while !whole.isEmpty, String(validating: whole, as: UTF8.self) == nil { whole = whole.dropLast() }
        return String(decoding: whole, as: UTF8.self)
    }

    mutating func type(_ key: Key) -> State {
        switch key {
        case .text(let byte): bytes.append(byte)
        case .backspace where bytes.isEmpty: return .cancelled
        case .backspace: bytes = Array(text.dropLast().utf8)
        case .eraseLine: bytes = []
        case .eraseWord:
            let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
            while bytes.last.map(isSpace) == true { bytes.removeLast() }
            bytes.removeLast(bytes.reversed().prefix { !isSpace($0) }.count)
        case .enter: return .done
        case .escape, .interrupt, .close: return .cancelled
        default: break
        }
        return .typing
    }
}

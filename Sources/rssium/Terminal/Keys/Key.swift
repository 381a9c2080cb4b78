/// A key that the user has pressed, or what else a terminal reports.
enum Key: Hashable {
    /// A byte of typed text.
    case text(UInt8)
    case enter, backspace, escape
    case up, down, pageUp, pageDown, home, end
    /// Ctrl-C.
    case interrupt
    /// The terminal was closed, or Ctrl-D was typed.
    case close
    /// Ctrl-Z.
    case suspend
    /// Ctrl-U and Ctrl-W.
    case eraseLine, eraseWord

    init?(_ byte: UInt8) {
        switch byte {
        case 0x03: self = .interrupt
        case 0x04: self = .close
        case 0x15: self = .eraseLine
        case 0x17: self = .eraseWord
        case 0x1A: self = .suspend
        case 0x0A, 0x0D: self = .enter
        case 0x08, 0x7F: self = .backspace
        case 0x20...: self = .text(byte)
        default: return nil
        }
    }
}

/// Turns the bytes that a terminal sends into keys.
///
/// An arrow or a function key sends a sequence of bytes (ECMA-48, 5.4), which may arrive in parts. The letters of such a
/// sequence are never keys: `ESC [ A` is an arrow, however late its `A` comes.
struct KeyParser {
    private enum State {
        case text
        /// After the byte ESC, which may be the Escape key or begin a sequence.
        case escape
        /// The same, and `Key.escape` was reported.
        case escapeKey
        /// Within a sequence, with the bytes since ESC.
        case sequence([UInt8])
    }

    private var state = State.text
    private static let escape = UInt8(0x1B)

    /// Nil for a byte that completes no key.
    mutating func append(_ byte: UInt8) -> Key? {
        let opensSequence = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
        switch state {
        case .escape:
            // A letter after ESC is a key that was pressed with Alt, and has no meaning.
            state = opensSequence ? .sequence([byte]) : byte == Self.escape ? .escape : .text
            return nil
        case .escapeKey where opensSequence:
            state = .sequence([byte])
            return nil
        case .sequence(let bytes) where byte >= 0x20: return append(byte, to: bytes)
        default:
            state = byte == Self.escape ? .escape : .text
            return byte == Self.escape ? nil : Key(byte)
        }
    }

    private mutating func append(_ byte: UInt8, to bytes: [UInt8]) -> Key? {
        // The console of Linux sends `ESC [ [ A` for F1.
        let isWhole = bytes[0] == UInt8(ascii: "O") || bytes.count > 1 && bytes[1] == UInt8(ascii: "[")
        let isFinal = (0x40...0x7E).contains(byte) && !(bytes.count == 1 && byte == UInt8(ascii: "["))
        guard isWhole || isFinal else {
            // No key sends more.
            state = bytes.count < 16 ? .sequence(bytes + [byte]) : .text
            return nil
        }
        state = .text
        let parameters = String(decoding: bytes.dropFirst(), as: UTF8.self)
        switch (byte, parameters.prefix { $0 != ";" }) {
        case (UInt8(ascii: "A"), let text) where text != "[": return .up
        case (UInt8(ascii: "B"), let text) where text != "[": return .down
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): return .home
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): return .end
        case (UInt8(ascii: "~"), "5"): return .pageUp
        case (UInt8(ascii: "~"), "6"): return .pageDown
        default: return nil
        }
    }

    /// No byte has come for a moment: a single ESC was the Escape key.
    mutating func pause() -> Key? {
        guard case .escape = state else { return nil }
        state = .escapeKey
        return .escape
    }
}

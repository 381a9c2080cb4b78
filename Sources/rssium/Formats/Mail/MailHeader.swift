internal import FeedCore

/// The header of a message: ASCII lines of at most 78 bytes where their words allow it (RFC 5322, section 2.1.1).
///
/// No value can begin another field: control characters are removed, and a line that is folded begins with a space.
struct MailHeader {
    private(set) var lines = ""

    /// A line with encoded words has at most 76 characters (RFC 2047, section 2).
    private static let lineLimit = 76

    /// Appends a field of ASCII that the caller has checked, such as a date.
    mutating func append(_ name: String, _ value: String) {
        lines += "\(name): \(value)\n"
    }

    /// Appends a field of text for people, such as the subject.
    mutating func append(_ name: String, text: String) {
        let words = MailHeader.words(of: text)
        if words.allSatisfy(MailHeader.isPlain) {
            append(name, words: words)
        } else {
            append(name, words: EncodedWord.words(for: words.joined(separator: " "), used: name.utf8.count + 2))
        }
    }

    /// Appends a field of a name for people and an address in angle brackets.
    mutating func append(_ name: String, phrase: String, _ address: String) {
        append(name, words: MailHeader.phrase(phrase, used: name.utf8.count + 2) + ["<\(address)>"])
    }

    /// Appends a field of mailboxes.
    mutating func append(_ name: String, _ mailboxes: [MailAddress]) {
        var words: [String] = []
        for mailbox in mailboxes {
            if !words.isEmpty { words[words.count - 1] += "," }
            let phrase = mailbox.name.isEmpty ? [] : MailHeader.phrase(mailbox.name, used: name.utf8.count + 2)
            words += phrase + [phrase.isEmpty ? mailbox.text : "<\(mailbox.text)>"]
        }
        append(name, words: words)
    }

    /// The words of a name for people.
    private static func phrase(_ text: String, used: Int) -> [String] {
        let words = words(of: text)
        let plain = words.joined(separator: " ")
        guard words.allSatisfy(isPlain), plain.utf8.count <= 60 else {
            return EncodedWord.words(for: plain, used: used)
        }
        let isAtoms = plain.utf8.allSatisfy { ASCII.isLetterOrDigit($0) || " -'!+*".utf8.contains($0) }
        return isAtoms ? words : [quoted(plain)]
    }

    /// Fills lines with the words.
    private mutating func append(_ name: String, words: [String]) {
        lines += name + ":"
        var used = name.utf8.count + 1
        for word in words where !word.isEmpty {
            // The first line has a word in any case: a header line of nothing but spaces is not allowed.
            if used > name.utf8.count + 1, used + 1 + word.utf8.count > MailHeader.lineLimit {
                lines += "\n"
                used = 0
            }
            lines += " " + word
            used += 1 + word.utf8.count
        }
        lines += "\n"
    }

    /// The words of one line of text, without control characters.
    private static func words(of text: String) -> [String] {
        ControlCharacterFilter.string(text, as: .line).utf8.split(separator: 0x20).map { String(Substring($0)) }
    }

    /// Visible ASCII that no reader takes for an encoded word, and that fits a line.
    private static func isPlain(_ word: String) -> Bool {
        word.utf8.count <= 60 && word.utf8.allSatisfy { (0x21..<0x7F).contains($0) } && !word.contains("=?")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// Text of any script as words of ASCII (RFC 2047).
private enum EncodedWord {
    private static let lengthLimit = 75

    /// Splits the text at its characters, never inside one, so that each word can be decoded by itself.
    ///
    /// - Parameter used: how much of the line is taken before the first word.
    static func words(for text: String, used: Int) -> [String] {
        let isBase64 = quotedLength(text.utf8) > (text.utf8.count + 2) / 3 * 4
        let overhead = "=?utf-8?q??=".utf8.count
        var words: [String] = []
        var room = min(lengthLimit, lengthLimit - used) - overhead
        var bytes: [UInt8] = []
        var length = 0
        func word() -> String {
            let coded = isBase64 ? Base64.encoded(bytes) : quoted(bytes)
            return "=?utf-8?\(isBase64 ? "b" : "q")?\(String(decoding: coded, as: UTF8.self))?="
        }
        for scalar in text.unicodeScalars {
            let next = String(scalar).utf8
            let longer = isBase64 ? (bytes.count + next.count + 2) / 3 * 4 : length + quotedLength(next)
            if longer > room, !bytes.isEmpty {
                words.append(word())
                (bytes, length, room) = ([], 0, lengthLimit - overhead)
            }
            bytes += next
            length += quotedLength(next)
        }
        return bytes.isEmpty ? words : words + [word()]
    }

    private static func quotedLength(_ bytes: some Collection<UInt8>) -> Int {
        bytes.reduce(0) { $0 + (isSafe($1) || $1 == 0x20 ? 1 : 3) }
    }

    /// Whether the byte may also stand in a phrase (RFC 2047, section 5).
    private static func isSafe(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || "!*+-/".utf8.contains(byte)
    }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if byte == 0x20 {
                result.append(UInt8(ascii: "_"))
            } else if isSafe(byte) {
                result.append(byte)
            } else {
                MailText.appendEscape(of: byte, to: &result)
            }
        }
        return result
    }
}

/// The user names and passwords of a netrc file (`netrc(5)`), looked up as curl does.
public struct Netrc: Sendable {
    private var entries: [Entry] = []

    private struct Entry {
        /// Nil for all hosts.
        var host: String?
        var user: String?
        var password: String?
    }

    /// Without entries.
    public init() {}

    /// Parses a file and skips unknown words.
    ///
    /// A quoted word may contain spaces, and `\"`, `\\`, `\n`, `\r` and `\t`. `#` at the beginning of a word begins a
    /// comment. A macro, from `macdef` to the next empty line, is skipped.
    public init(_ bytes: [UInt8]) {
        var reader = NetrcReader(bytes)
        while let word = reader.nextWord() {
            switch word {
            case "machine": entries.append(Entry(host: reader.nextWord()?.lowercased() ?? ""))
            case "default": entries.append(Entry(host: nil))
            case "login": set(\.user, reader.nextWord())
            case "password": set(\.password, reader.nextWord())
            case "account": _ = reader.nextWord()
            case "macdef": reader.skipMacro()
            default: break
            }
        }
    }

    /// Parses the file at a path.
    public init(path: String) {
        // As in curl, a file that is missing or cannot be read has no entries.
        self.init((try? RegularFile(path).contents(byteLimit: 1 << 20)) ?? [])
    }

    private mutating func set(_ part: WritableKeyPath<Entry, String?>, _ value: String?) {
        guard !entries.isEmpty else { return }
        entries[entries.count - 1][keyPath: part] = value
    }

    /// The credentials for a host: the given ones, completed from the first entry for the host. If the user name is given,
    /// the entry must have the same.
    public func completed(_ given: Credentials?, for host: String) -> Credentials? {
        if let given, !given.password.isEmpty { return given }
        guard !entries.isEmpty else { return given }
        let name = (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host).lowercased()
        let entry = entries.first { entry in
            guard entry.host == nil || entry.host == name, let user = entry.user else { return false }
            return given == nil || user == given?.user
        }
        guard let entry, let user = entry.user else { return given }
        return Credentials(user: user, password: entry.password ?? "")
    }
}

/// The words of a netrc file.
private struct NetrcReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func nextWord() -> String? {
        while index < bytes.count {
            if bytes[index] <= 0x20 {
                index += 1
            } else if bytes[index] == UInt8(ascii: "#") {
                skipLine()
            } else {
                return bytes[index] == UInt8(ascii: "\"") ? quotedWord() : plainWord()
            }
        }
        return nil
    }

    private mutating func plainWord() -> String {
        let start = index
        while index < bytes.count, bytes[index] > 0x20 { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func quotedWord() -> String {
        var word: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            var byte = bytes[index]
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
                byte = NetrcReader.escaped(bytes[index])
            }
            word.append(byte)
            index += 1
        }
        index += 1
        return String(decoding: word, as: UTF8.self)
    }

    private static func escaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: byte
        }
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    }

    /// Skips to the next empty line.
    mutating func skipMacro() {
        skipLine()
        while index < bytes.count {
            index += 1
            let start = index
            skipLine()
            if index == start || index == start + 1 && bytes[start] == 0x0D { return }
        }
    }
}

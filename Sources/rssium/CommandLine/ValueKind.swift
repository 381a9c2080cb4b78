internal import FeedCore

/// The kind of a value or an argument: how the help shows it, what completes it, and how its text is checked.
struct ValueKind: Sendable {
    /// How the help shows the value, unless the option has its own placeholder.
    let placeholder: String
    let completion: Completion
    private let parse: @Sendable (_ text: String, _ now: Timestamp) -> (any Sendable)?
    private let mismatch: @Sendable (String) -> String

    /// The source of the candidates for a value.
    enum Completion: Equatable, Sendable {
        case nothing
        case words([String])
        /// A comma-separated list of these words.
        case lists([String])
        case settings, commands
        case feed, article, category, label, view, account, path
    }

    /// Why a value is wrong, to follow the name of the option: `expects a whole number from 1, not "-1"`.
    struct Mismatch: Error, Equatable {
        let message: String
    }

    /// - Parameters:
    ///   - parse: returns nil for a text that is not of this kind.
    ///   - mismatch: the message about such a text.
    private init(
        _ placeholder: String, _ completion: Completion = .nothing,
        parse: @escaping @Sendable (_ text: String, _ now: Timestamp) -> (any Sendable)?,
        mismatch: @escaping @Sendable (String) -> String
    ) {
        self.placeholder = placeholder
        self.completion = completion
        self.parse = parse
        self.mismatch = mismatch
    }

    /// A text that stays as the user typed it.
    ///
    /// - Parameters:
    ///   - isSecret: whether the message must not quote the text.
    ///   - isValid: nil for any text.
    private init(
        _ placeholder: String, _ completion: Completion = .nothing,
        expects expected: @autoclosure @escaping @Sendable () -> String = "", isSecret: Bool = false,
        where isValid: (@Sendable (String) -> Bool)? = nil
    ) {
        self.init(placeholder, completion) { text, _ in
            isValid?(text) ?? true ? text : nil
        } mismatch: { text in
            ValueKind.mismatch(expected(), isSecret && !text.isEmpty ? "***" : text)
        }
    }

    /// The text, or what it means: a number, a time, seconds, bytes, a choice, or a list of names.
    func value(of text: String, now: Timestamp) throws(Mismatch) -> any Sendable {
        guard let value = parse(text, now) else { throw Mismatch(message: mismatch(text)) }
        return value
    }

    private static func mismatch(_ expected: String, _ text: String) -> String {
        "expects \(expected), not \"\(text)\""
    }
}

extension ValueKind: Equatable {
    /// Two kinds are the same if they look the same to the user.
    static func == (left: ValueKind, right: ValueKind) -> Bool {
        left.placeholder == right.placeholder && left.completion == right.completion
    }
}

// MARK: Kinds

extension ValueKind {
    static let feed = ValueKind("FEED", .feed)
    static let article = ValueKind("ID", .article)
    static let category = ValueKind("C", .category)
    static let label = ValueKind("NAME", .label)
    static let view = ValueKind("NAME", .view)
    static let account = ValueKind("ACCOUNT", .account)
    static let setting = ValueKind("KEY", .settings)
    static let command = ValueKind("COMMAND", .commands)
    static let program = ValueKind("PROGRAM")
    static let query = ValueKind("QUERY")
    static let text = ValueKind("TEXT")
    static let url = ValueKind("URL", .path, expects: "a URL") { !$0.isEmpty }
    static let path = ValueKind("PATH", .path, expects: "a path") { !$0.isEmpty }
    static let yesNo = ValueKind("yes|no", .words(["yes", "no"]), expects: "yes or no") { $0 == "yes" || $0 == "no" }

    /// The address of a mailbox: `ann@example.org`.
    static let mailAddress = ValueKind("ADDRESS", expects: "one address such as ann@example.org") {
        MailAddress($0) != nil
    }
    /// Such addresses, with commas between them.
    static let mailAddresses = ValueKind("ADDRESS", expects: "addresses such as ann@example.org") {
        MailAddress.list($0) != nil
    }
    /// A path with fields in braces, as `download.name` has it.
    static let fileName = ValueKind(
        "NAME", expects: "a name below download.folder with none but these fields: \(DownloadName.fieldList)"
    ) { DownloadName($0) != nil }
    /// A program and its arguments, split at spaces and quotes.
    static let commandLine = ValueKind(
        "'PROGRAM ...'", expects: "a program and its arguments, with all quotes closed", isSecret: true
    ) { ShellWords.split($0)?.isEmpty == false }
    /// A file of certificates in PEM, by a path that does not depend on where a command is run.
    static let certificates = ValueKind(
        "PATH", .path, expects: "the absolute path of a readable file with certificates (PEM)"
    ) { path in
        let limit = 16 << 20
        guard path.hasPrefix("/"), let bytes = try? File.read(path, byteLimit: limit) else { return false }
        return String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ")
    }
    /// The address of a proxy, with a scheme, a port or a dot, so that no other word is taken for a host; or `none`.
    static let proxy = ValueKind(
        "PROXY", expects: "a proxy such as socks5h://localhost:9050, or none", isSecret: true, where: isProxy)
    /// An HTTP header field: `Name: value`.
    static let header = ValueKind(
        "'NAME: VALUE'", expects: "a header line such as 'Name: value'", isSecret: true, where: isHeader)

    /// A setting and its value, which may be secret.
    static let assignment = ValueKind(
        "KEY=VALUE", expects: "KEY=VALUE such as refresh.timeout=90s", isSecret: true
    ) { $0.contains("=") }

    static let time = ValueKind("TIME", .words(["today", "yesterday"] + TimeArgument.weekdays)) { text, now in
        TimeArgument(text, now: now)
    } mismatch: {
        mismatch("a time such as 2026-11-20, 2026-11-20T10:00, today or 2h", $0)
    }
    static let duration = ValueKind("DURATION") { text, _ in
        DurationArgument.seconds(of: text).flatMap { $0 > 0 ? $0 : nil }
    } mismatch: {
        mismatch("a duration such as 90s, 15m, 2h, 3d or 1w", $0)
    }
    static let size = ValueKind("SIZE") { text, _ in
        SizeArgument.bytes(of: text).flatMap { $0 > 0 ? $0 : nil }
    } mismatch: {
        mismatch("a size such as 500K, 32M or 1G", $0)
    }

    static func number(_ range: ClosedRange<Int>) -> ValueKind {
        ValueKind("N") { text, _ in
            wholeNumber(text, in: range)
        } mismatch: {
            mismatch("a whole number \(words(range))", $0)
        }
    }

    /// A number in this range, or one of these words.
    static func limit(_ range: ClosedRange<Int>, or words: [String] = ["none"]) -> ValueKind {
        ValueKind("N|" + words.joined(separator: "|"), .words(words)) { text, _ in
            if words.contains(text) { return text }
            return wholeNumber(text, in: range)
        } mismatch: {
            mismatch("a whole number \(self.words(range)), or \(joined(words, by: "or"))", $0)
        }
    }

    /// - Parameter values: what the names mean; nil if they mean themselves.
    static func choice(_ names: [String], for values: [any Sendable]? = nil) -> ValueKind {
        ValueKind(names.joined(separator: "|"), .words(names)) { text, _ in
            names.firstIndex(of: text).map { (values ?? names)[$0] }
        } mismatch: {
            mismatch(joined(names, by: "or"), $0) + SpellingSuggestion.hint(forValue: $0, among: names)
        }
    }

    /// A comma-separated list of these names.
    static func fields(_ names: [String]) -> ValueKind {
        ValueKind("FIELDS", .lists(names)) { text, _ in
            let wanted = parts(of: text)
            return wanted.allSatisfy(names.contains) && Set(wanted).count == wanted.count ? wanted : nil
        } mismatch: { text in
            guard let unknown = parts(of: text).first(where: { !names.contains($0) }) else {
                return "names a field twice: \(text)"
            }
            return "expects names of fields, not \"\(unknown)\"; the fields are \(names.joined(separator: ","))"
        }
    }

    // MARK: Checks

    private static func parts(of text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        "from \(range.lowerBound)" + (range.upperBound == .max ? "" : " to \(range.upperBound)")
    }

    /// A token, a colon and a value without control characters (RFC 9110, section 5).
    @Sendable private static func isHeader(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return false }
        let isToken = text.utf8[..<colon].allSatisfy { byte in
            (0x21..<0x7F).contains(byte) && !"()<>@,;\\\"/[]?={}".utf8.contains(byte)
        }
        return isToken && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// `none`, or `[scheme://][user:password@]host[:port]` with a scheme that curl knows.
    @Sendable private static func isProxy(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F })
        else { return false }
        if text == FeedSettings.noProxy { return true }
        guard text.contains(":") || text.contains(".") else { return false }
        var rest = text[...]
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
            guard schemes.contains(rest[..<colon].lowercased()) else { return false }
            rest = rest[colon...].dropFirst(3)
        }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.hasSuffix("/") { rest.removeLast() }
        if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") {
            return isPort(rest[rest.index(after: close)...])
        }
        let host = rest.prefix { $0 != ":" }
        return !host.isEmpty && !host.contains { "/?#[]".contains($0) } && isPort(rest[host.endIndex...])
    }

    /// Empty, or a colon and a 16-bit number.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && text.dropFirst().allSatisfy(\.isNumber) && UInt16(text.dropFirst()) != nil
    }

    /// Digits, with a minus sign or not. `Int` would also accept a plus sign.
    private static func wholeNumber(_ text: String, in range: ClosedRange<Int>) -> Int? {
        text.hasPrefix("+") ? nil : Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
}

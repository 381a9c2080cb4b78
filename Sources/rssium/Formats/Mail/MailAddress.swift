internal import FeedCore

/// A mailbox: `ann@example.org`, `Ann <ann@example.org>`, or the name of a local user (RFC 5322, section 3.4).
struct MailAddress: Hashable, Sendable {
    /// The address as it stands in a header, ASCII only: with quotes around a local part that needs them.
    let text: String
    /// Empty without one.
    let name: String

    static let standard = "rssium@localhost"

    /// Mailboxes with commas between them; nil where one of them cannot be read.
    static func list(_ written: String) -> [MailAddress]? {
        var parts = [""]
        var isQuoted = false
        for character in written {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        let addresses = parts.compactMap { MailAddress($0.trimmed) }
        return addresses.count == parts.count ? addresses : nil
    }

    /// Nil for anything that is not one mailbox.
    init?(_ written: String) {
        guard let open = written.lastIndex(of: "<"), written.hasSuffix(">") else {
            self.init(address: written, name: "")
            return
        }
        let name = String(written[..<open]).trimmed
        let isQuoted = name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
        self.init(
            address: String(written[written.index(after: open)...].dropLast()),
            name: isQuoted ? String(name.dropFirst().dropLast()) : name)
    }

    private init?(address written: String, name display: String) {
        let at = written.lastIndex(of: "@")
        let local = written[..<(at ?? written.endIndex)]
        // The longest path that SMTP carries (RFC 5321, section 4.5.3.1). A hyphen at the start would be an option, perhaps
        // one whose own value was forgotten.
        guard !written.hasPrefix("-"), written.utf8.count <= 254, !local.isEmpty,
            local.utf8.allSatisfy(MailAddress.isAtomText)
        else { return nil }
        // An atom has no dot at its ends, nor two in a row.
        self.name = display
        let hasOddDots = local.split(separator: ".", omittingEmptySubsequences: false).contains { $0.isEmpty }
        let mailbox = hasOddDots ? "\"\(local)\"" : String(local)
        guard let at else {
            text = mailbox
            return
        }
        let domain = written[written.index(after: at)...]
        guard MailAddress.isDomain(domain) else { return nil }
        text = mailbox + "@" + domain
    }

    /// A byte of an atom, or a dot.
    private static func isAtomText(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { ASCII.isLetterOrDigit($0) || "-_".utf8.contains($0) }
        }
    }
}

internal import FeedCore

/// The address of a mailbox as it stands in a header: `ann@example.org`, or the name of a local user (RFC 5322, section
/// 3.4.1). ASCII only.
struct MailAddress: Hashable, Sendable {
    /// With quotes around a local part that needs them.
    let text: String

    static let standard = "rssium@localhost"

    /// Nil for anything that is not one address, such as a list of them or a name with an address in angle brackets.
    init?(_ written: String) {
        let at = written.lastIndex(of: "@")
        let local = written[..<(at ?? written.endIndex)]
        // The longest path that SMTP carries (RFC 5321, section 4.5.3.1). A hyphen at the start would be an option, perhaps
        // one whose own value was forgotten.
        guard !written.hasPrefix("-"), written.utf8.count <= 254, !local.isEmpty,
            local.utf8.allSatisfy(MailAddress.isAtomText)
        else { return nil }
        // An atom has no dot at its ends, nor two in a row.
        let hasOddDots = local.split(separator: ".", omittingEmptySubsequences: false).contains { $0.isEmpty }
        let name = hasOddDots ? "\"\(local)\"" : String(local)
        guard let at else {
            text = name
            return
        }
        let domain = written[written.index(after: at)...]
        guard MailAddress.isDomain(domain) else { return nil }
        text = name + "@" + domain
    }

    /// A byte of an atom, or a dot.
    static func isAtomText(_ byte: UInt8) -> Bool {
        MailText.isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { MailText.isLetterOrDigit($0) || "-_".utf8.contains($0) }
        }
    }
}

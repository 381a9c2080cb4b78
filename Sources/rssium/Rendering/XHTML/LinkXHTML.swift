internal import FeedCore

/// Decides which links a document for other programs may have, and writes them as the URL standard wants it: validators and
/// e-readers refuse a whole book for one malformed address.
enum LinkXHTML {
    /// The address of a link to the web or for mail; nil for any other, and for one that cannot be mended.
    static func address(_ written: String) -> String? {
        if written.prefix(7).lowercased() == "mailto:" {
            let mailbox = encoded(written.dropFirst(7))
            return mailbox.isEmpty ? nil : "mailto:" + mailbox
        }
        guard let url = WebAddress(written), url.isRemote, let host = url.asciiHost, isHost(host) else { return nil }
        let port = url.hostAndPort.utf8.split(separator: UInt8(ascii: ":")).last.flatMap { String($0) } ?? ""
        guard let number = UInt16(port) else { return nil }
        let isDefault = number == (url.scheme == .https ? 443 : 80)
        return url.scheme.rawValue + "://" + host + (isDefault ? "" : ":\(number)") + encoded(url.path)
    }

    /// A name of letters, digits, hyphens and underscores, or an IPv4 address.
    private static func isHost(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard
            labels.allSatisfy({ label in
                (1...63).contains(label.count) && label.allSatisfy(isHostByte) && label.first != UInt8(ascii: "-")
                    && label.last != UInt8(ascii: "-")
            }), host.utf8.count <= 253
        else { return false }
        // A last label that begins with a digit makes it an IPv4 address (URL Standard, 3.5).
        guard let last = labels.last, let first = last.first, ASCII.isDigit(first) else { return true }
        return labels.count == 4 && labels.allSatisfy { label in String(label).flatMap { UInt8($0) } != nil }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Percent-encodes what may not stand in a path, query or fragment, and `%` without two digits.
    private static func encoded(_ text: some StringProtocol) -> String {
        URISyntax.percentEncoded(URISyntax.iri(String(text))) { "[]".utf8.contains($0) }
    }
}

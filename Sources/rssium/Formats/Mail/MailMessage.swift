internal import FeedCore

/// An e-mail as a value, and its bytes: a header, and the same text as plain text, as HTML or as both (RFC 5322, RFC 2046).
struct MailMessage {
    /// The name beside the sender's address.
    var name: String
    var from: MailAddress
    /// Empty where the message goes to a file.
    var to: [MailAddress]
    var date: Timestamp
    var subject: String
    /// The source of the `Message-ID`. It depends only on the articles, not on the time at which the message is made.
    var identity: StableHash
    /// The feed's title and its list identifier (RFC 2919).
    var list: (title: String, id: String)?
    /// The article's page (RFC 5064).
    var link: String?
    var article: ArticleID?
    /// The names of the feed's category and of the article's labels.
    var category: String?
    var labels: [String] = []
    /// Nil where the format leaves one of them out.
    var text: String?
    var html: String?

    /// The parts of an article in a message: `mail.format`.
    enum Format: String, CaseIterable {
        case text, html, both

        var hasText: Bool { self != .html }
        var hasHTML: Bool { self != .text }
    }

    /// The name of this machine's mailboxes: what is after it in an identifier is never looked up.
    static let domain = "rssium.localhost"

    /// The message, ASCII in lines that end with LF.
    var bytes: [UInt8] {
        let hash = UInt64(bitPattern: identity.value).padded(to: 16, radix: 16)
        let boundary = "=_rssium_\(hash)"
        var header = MailHeader()
        header.append("From", phrase: name, from.text)
        if !to.isEmpty { header.append("To", to) }
        header.append("Subject", text: subject)
        header.append("Date", date.rfc5322)
        header.append("Message-ID", "<\(hash)@\(MailMessage.domain)>")
        if let list { header.append("List-Id", phrase: list.title, list.id) }
        if let link = link.flatMap(MailMessage.address) { header.append("Archived-At", "<\(link)>") }
        header.append("Auto-Submitted", "auto-generated")
        if let article { header.append("X-RSSium-Id", "\(article.rawValue)") }
        if let category { header.append("X-RSS-Category", text: category) }
        if !labels.isEmpty { header.append("X-RSS-Labels", text: labels.joined(separator: ", ")) }
        header.append("MIME-Version", "1.0")
        header.append("Content-Type", "multipart/alternative; boundary=\"\(boundary)\"")
        var bytes = Array(header.lines.utf8)
        // A single part has a boundary, too: by its end, an mbox knows whole messages.
        if let text { MailMessage.append(text, as: "text/plain", boundary, to: &bytes) }
        if let html { MailMessage.append(html, as: "text/html", boundary, to: &bytes) }
        bytes += "\n--\(boundary)--\n".utf8
        return bytes
    }

    /// How the last line of every message begins and ends.
    static let lastLine = (start: "--=_rssium_", end: "--")

    private static func append(_ text: String, as type: String, _ boundary: String, to bytes: inout [UInt8]) {
        let text = MailText(text)
        bytes +=
            """

            --\(boundary)
            Content-Type: \(type); charset=utf-8
            Content-Transfer-Encoding: \(text.encoding)


            """.utf8
        bytes += text.bytes
    }

    /// The URL in ASCII without what would end its brackets or its line; nil where it is longer than a line can be.
    private static func address(_ url: String) -> String? {
        let address = URISyntax.percentEncoded(url) { "<>".utf8.contains($0) }
        let lineLimit = 998 - "Archived-At: <>".utf8.count
        return address.utf8.count <= lineLimit ? address : nil
    }
}

extension Timestamp {
    /// `Fri, 20 Nov 2026 10:00:00 +0000` (RFC 5322, section 3.3, whose years begin with 1900).
    var rfc5322: String {
        let time = mailable.civil
        let day = Timestamp.days[time.weekday]
        return "\(day), \(time.day) \(Timestamp.months[time.month - 1]) \(time.year) \(time.clock) +0000"
    }

    /// `Fri Nov 20 10:00:00 2026`, as in the line before a message of an mbox.
    var asctime: String {
        let time = mailable.civil
        let date = "\(Timestamp.months[time.month - 1]) \(time.day < 10 ? " " : "")\(time.day)"
        return "\(Timestamp.days[time.weekday]) \(date) \(time.clock) \(time.year)"
    }

    private var mailable: Timestamp {
        min(max(self, Timestamp(seconds: -2_208_988_800)), Timestamp(seconds: 253_402_300_799))
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension Timestamp.Civil {
    fileprivate var clock: String {
        "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
    }
}

internal import FeedCore

/// Where one run hands its messages over: a Maildir, an mbox, a program that sends them, else standard output.
struct MailPlace: ~Copyable {
    private var maildir: Maildir?
    private var mbox: Mbox?
    private var sendmail: Sendmail?

    init(maildir: consuming Maildir) { self.maildir = consume maildir }

    init(mbox: consuming Mbox) { self.mbox = consume mbox }

    /// - Parameter sendmail: nil for standard output.
    init(sendmail: Sendmail?) { self.sendmail = sendmail }

    /// Hands a message over, now or in `flush`.
    ///
    /// - Parameter onDelivery: is called with the messages that were handed over for good, in their order.
    mutating func deliver(
        _ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void
    ) throws {
        if maildir != nil {
            try maildir?.deliver(letter, onDelivery)
            return
        }
        if mbox != nil {
            try mbox?.checkSignal()
            try mbox?.deliver(letter)
        } else if let sendmail {
            try sendmail.deliver(letter)
        } else {
            // The message is ASCII without control characters, so the output changes nothing in it.
            try output.write(String(decoding: Mbox.entry(letter), as: UTF8.self))
            try output.handOver()
        }
        try onDelivery([letter])
    }

    /// Hands over what waits.
    mutating func flush(_ onDelivery: ([Letter]) throws -> Void) throws {
        try maildir?.flush(onDelivery)
    }
}

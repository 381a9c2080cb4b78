/// The target of one run's messages: a Maildir, an mbox, a program that sends them, or standard output.
protocol MailTarget: AnyObject {
    /// Hands a message over, now or in `flush`.
    ///
    /// - Parameters:
    ///   - output: standard output.
    ///   - onDelivery: is called with the messages that were handed over for good, in their order.
    func deliver(_ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void) throws

    /// Hands over what waits.
    func flush(_ onDelivery: ([Letter]) throws -> Void) throws
}

extension MailTarget {
    func flush(_ onDelivery: ([Letter]) throws -> Void) throws {}
}

/// Standard output, as an mbox.
final class PrintedMail: MailTarget {
    func deliver(_ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void) throws {
        // The message is ASCII without control characters, so the output changes nothing in it.
        try output.write(String(decoding: Mbox.entry(letter), as: UTF8.self))
        try output.handOver()
        try onDelivery([letter])
    }
}

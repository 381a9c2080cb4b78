@testable internal import FeedCore

/// A date that was read is in the range of years, is read back from its written form, and does not depend on the
/// storage of the text.
func tryDate(_ input: [UInt8]) {
    let moment = FeedDate.parse(input)
    demand(moment == FeedDate.parse(input), "the same bytes, another date")
    let text = String(decoding: input, as: UTF8.self)
    if text.utf8.elementsEqual(input) {
        demand(moment == FeedDate.parse(text), "the same text, another date")
    }
    guard let moment else { return }
    demand((1...9999).contains(moment.civil.year), "the year \(moment.civil.year)")
    // A time zone can move a date to just before the first year.
    guard moment.civil.year >= 100 else { return }
    demand(FeedDate.parse(moment.rfc3339) == moment, "\(moment.rfc3339) is not read as it is written")
}

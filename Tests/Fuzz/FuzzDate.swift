@testable internal import FeedCore

/// A date is within the years that can be written, read again from what is written of it, and the same in whatever
/// form the text comes.
func tryDate(_ input: [UInt8]) {
    let moment = FeedDate.parse(input)
    demand(moment == FeedDate.parse(input), "the same bytes, another date")
    let text = String(decoding: input, as: UTF8.self)
    if text.utf8.elementsEqual(input) {
        demand(moment == FeedDate.parse(text), "the same text, another date")
    }
    guard let moment else { return }
    demand((1...9999).contains(moment.civil.year), "the year \(moment.civil.year)")
    // Just before the first year that is read, by an offset.
    guard moment.civil.year >= 100 else { return }
    demand(FeedDate.parse(moment.rfc3339) == moment, "\(moment.rfc3339) is not read as it is written")
}

@testable internal import FeedCore

/// Reading twice gives the same feeds, and no feed without an address.
func tryOPML(_ input: [UInt8]) {
    let list = try? SubscriptionList.read(input)
    demand(list == (try? SubscriptionList.read(input)), "the same bytes, other subscriptions")
    guard let subscriptions = list?.subscriptions else { return }
    // The shortest is the path of a file in a list of addresses: `/a`.
    demand(subscriptions.count * 2 <= input.count + 1, "\(subscriptions.count) feeds in \(input.count) bytes")
    demand(subscriptions.allSatisfy { !$0.url.isEmpty }, "a feed without an address")
}

import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests
@testable import FeedParsing

/// What is made of HTML takes time in proportion to its length, whatever it is.
@Suite(.serialized) struct GrowthOfHTMLTests {
    /// Of its events, of which the sanitizer takes every one.
    @Test(arguments: HostileHTML.all)
    func `HTML is read and made harmless in linear time`(family: HostileInput) {
        expectLinear(text: family) { _ = Sanitizer.clean($0) }
    }

    @Test(arguments: HostileHTML.all)
    func `the text and the first picture of HTML take linear time`(family: HostileInput) {
        expectLinear(text: family) { _ = HTMLText(.html($0)) }
    }

    @Test(arguments: HostileHTML.all)
    func `the links of HTML take linear time`(family: HostileInput) {
        expectLinear(text: family) { _ = HTMLLinks.resolved(HTMLTree($0), base: "https://a.example/b/") }
    }

    @Test(arguments: HostileHTML.all)
    func `whether a text is HTML takes linear time`(family: HostileInput) {
        expectLinear(text: family) { _ = HTMLTag.areIn($0) }
    }

    @Test(arguments: HostileHTML.all)
    func `a cancelled task soon stops reading HTML`(family: HostileInput) async {
        let html = family.text(family.size << 5)
        await expectEndAfterCancelling { _ = Sanitizer.clean(html) }
    }
}

/// What looks for addresses takes time in proportion to the length of what it looks at.
@Suite(.serialized) struct GrowthOfLinksTests {
    /// The longest address is one of 64 KB; many of them make a document.
    @Test(arguments: HostileHTML.addresses)
    func `a link is resolved in linear time`(family: HostileInput) {
        expectLinear(from: family.size / 2, making: family.text) { address in
            for _ in 0..<2 { _ = LinkResolver.page(address, base: "https://a.example/b/") }
        }
    }

    @Test(arguments: HostileHTML.addresses.filter { $0.testDescription != "folders up" })
    func `a base is taken apart in linear time`(family: HostileInput) {
        expectLinear(from: family.size / 2, making: family.text) { address in
            for _ in 0..<2 { _ = LinkResolver.resolve("c", base: address) }
        }
    }

    @Test(arguments: HostileHTML.links + HostileHTML.unclosed)
    func `the feeds and the icon of a page are found in linear time`(family: HostileInput) {
        expectLinear(family) { _ = FeedDiscovery.page($0, base: "https://a.example/b/") }
    }

    @Test(arguments: HostileHTML.addresses)
    func `the feeds of a site are known in linear time`(family: HostileInput) throws {
        for host in ["github.com", "gitlab.com", "youtube.com", "a.example"] {
            expectLinear(from: family.size / 8, making: family.text) { address in
                guard let page = WebAddress("https://\(host)/\(address)") else { return }
                _ = KnownSites.feeds(of: page)
                _ = KnownSites.wellKnownPages(of: page)
            }
        }
    }

    @Test(arguments: HostileHTML.links)
    func `a cancelled task soon stops looking for feeds`(family: HostileInput) async {
        let page = family.make(family.size << 5)
        await expectEndAfterCancelling { _ = FeedDiscovery.page(page, base: "https://a.example/") }
    }
}

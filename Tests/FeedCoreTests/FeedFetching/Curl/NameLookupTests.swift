import Testing

@testable import FeedFetching

@Suite struct NameLookupTests {
    @Test func `a name that no server can resolve means that the machine is offline`() {
        for code in [EAI_AGAIN, EAI_SYSTEM] {
            #expect(NameLookup(code: code).error(for: "example.org").meansOffline)
        }
    }

    @Test func `a name that does not exist is the feed's fault`() {
        #expect(NameLookup(code: EAI_NONAME).error(for: "example.org") == .unknownHost("example.org"))
    }

    @Test func `a name that resolves later is worth a second try`() {
        #expect(NameLookup.resolve("127.0.0.1").error(for: "127.0.0.1").isTransient)
    }
}

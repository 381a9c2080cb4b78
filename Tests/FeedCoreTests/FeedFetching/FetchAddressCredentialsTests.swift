import Testing

@testable import FeedCore

@Suite struct FetchAddressCredentialsTests {
    private let secret = Credentials(user: "ada", password: "secret")
    private let page: WebAddress

    init() throws { page = try #require(WebAddress("https://a.example/page")) }

    @Test func `an advertised feed on the same server gets the credentials of the page`() throws {
        #expect(try FetchAddress("https://a.example/feed").with(secret, of: page).credentials == secret)
    }

    @Test(arguments: ["https://b.example/feed", "http://a.example/feed", "https://a.example:8443/feed"])
    func `another server does not get the credentials`(url: String) throws {
        #expect(try FetchAddress(url).with(secret, of: page).credentials == nil)
    }

    @Test(arguments: ["https://bob@a.example/feed", "https://bob:own@b.example/feed", "//bob@b.example/feed"])
    func `an address that a document names says nothing of credentials`(url: String) throws {
        #expect(try FetchAddress(page.text).resolving(url).credentials == nil)
        #expect(try FetchAddress(named: "https:" + url.drop { $0 != "/" }).credentials == nil)
    }

    @Test func `an address with credentials of its own keeps them`() throws {
        let own = try FetchAddress("https://bob:own@a.example/feed").with(secret, of: page)
        #expect(own.credentials == Credentials(user: "bob", password: "own"))
    }
}

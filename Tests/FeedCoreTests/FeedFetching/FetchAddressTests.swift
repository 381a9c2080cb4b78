import FeedCore
import Testing

@Suite struct FetchAddressTests {
    @Test(arguments: [
        ("https://example.org", "https://example.org/"),
        ("HTTP://EXAMPLE.org/Feed", "http://example.org/Feed"),
        ("http://example.org:80/x", "http://example.org/x"),
        ("https://example.org:443/x", "https://example.org/x"),
        ("https://example.org:80/x", "https://example.org:80/x"),
        ("http://example.org/a/../b/./c", "http://example.org/b/c"),
        ("http://example.org/feed#top", "http://example.org/feed"),
        ("http://example.org?format=rss", "http://example.org/?format=rss"),
        ("http://example.org/a b?c=ü d", "http://example.org/a%20b?c=%C3%BC%20d"),
        ("http://example.org/%7Ex/100%", "http://example.org/%7Ex/100%"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://BÜCHER.example/", "http://xn--bcher-kva.example/"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("  https://example.org/\n", "https://example.org/"),
        ("feed:https://example.org/x", "https://example.org/x"),
        ("feed://example.org/x", "http://example.org/x"), ("feed://https://example.org/x", "https://example.org/x"),
        ("feeds://example.org/x", "https://example.org/x"), ("podcast://example.org/x", "http://example.org/x"),
        ("feed://http.example.org/x", "http://http.example.org/x"),
        ("FEED://example.org/x", "http://example.org/x"), ("itpc://example.org/x", "http://example.org/x"),
        ("pcast:https://example.org/x", "https://example.org/x"),
        ("\u{FEFF}https://example.org/\u{200B}", "https://example.org/"),
        (" <https://example.org/x>\u{A0}", "https://example.org/x"),
        ("https://example.org/<x>", "https://example.org/%3Cx%3E"),
        ("file:///tmp/a b.xml", "file:///tmp/a%20b.xml"),
        ("file://localhost/tmp/x", "file:///tmp/x"),
        ("file:/tmp/x", "file:///tmp/x"),
    ])
    func `an address is normalised`(written: String, expected: String) throws {
        let address = try FetchAddress(written)
        #expect(address.url.text == expected && address.credentials == nil)
        #expect(try FetchAddress(expected) == address)
    }

    @Test(arguments: [
        ("gopher://example.org/", "only http, https and file addresses can be read, not gopher:"),
        ("mailto:a@example.org", "only http, https and file addresses can be read, not mailto:"),
        ("example.org/feed", "the address has no scheme, such as https://"),
        ("", "the address is empty"), ("http://", "the address names no host"),
        ("http:///path", "the address names no host"), ("https:example.org", "the address names no host"),
        ("http://example.org:99999/", "the address has an invalid port"),
        ("http://a b/", "the address cannot be read"),
        ("file://other.example/x", "a file of another machine cannot be read"),
        ("file:x", "a file address needs an absolute path, such as file:///home"),
    ])
    func `an invalid address is refused with a reason`(written: String, message: String) {
        let error = #expect(throws: FetchError.self) { try FetchAddress(written) }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("https://ann:secret@example.org/x", "ann", "secret"), ("https://ann@example.org/x", "ann", ""),
        ("https://a%40b:p%3Aq@example.org/x", "a@b", "p:q"),
    ])
    func `credentials are separated from the address`(written: String, user: String, password: String) throws {
        let address = try FetchAddress(written)
        #expect(address.url.text == "https://example.org/x")
        #expect(address.credentials == Credentials(user: user, password: password))
    }

    @Test(arguments: [
        ("/x y", "https://example.org/x%20y"), ("?q=1", "https://example.org/a/b?q=1"),
        ("../z", "https://example.org/z"), ("c", "https://example.org/a/c"), ("#top", "https://example.org/a/b?old"),
        ("//other.example/p", "https://other.example/p"), ("HTTP://Q.example", "http://q.example/"),
        ("/é", "https://example.org/%C3%A9"), ("https://u:p@q.example/", "https://q.example/"),
    ])
    func `a location is resolved against the address that named it`(location: String, expected: String) throws {
        #expect(try FetchAddress("https://ann:secret@example.org/a/b?old").resolving(location).url.text == expected)
    }

    @Test func `a location on the same server does not carry the credentials along`() throws {
        #expect(try FetchAddress("https://ann:secret@example.org/a").resolving("/b").credentials == nil)
    }

    @Test(arguments: [
        ("example.org/feed", ["https://example.org/feed", "http://example.org/feed"]),
        ("localhost:8080/x", ["https://localhost:8080/x", "http://localhost:8080/x"]),
        ("//example.org", ["https://example.org", "http://example.org"]),
        ("feed:example.org", ["https://example.org", "http://example.org"]),
        ("feed://example.org", ["http://example.org"]), ("http://example.org", ["http://example.org"]),
        ("gopher://example.org", ["gopher://example.org"]),
    ])
    func `an address without a scheme may be https or http`(written: String, expected: [String]) {
        #expect(FetchAddress.guesses(for: written) == expected)
    }

    @Test func `every character of a path belongs to the file's name`() throws {
        #expect(try FetchAddress(path: "/tmp/a?b#c%20d é").url.text == "file:///tmp/a%3Fb%23c%2520d%20%C3%A9")
        #expect(throws: FetchError.address("the path is not absolute")) { try FetchAddress(path: "feed.xml") }
    }
}

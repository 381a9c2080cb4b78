import Testing

@testable import FeedFetching

/// Which proxy the environment names for a URL.
@Suite struct ProxyVariablesTests {
    @Test(
        arguments: [
            (["http_proxy": "p:1"], "http://example.org/", "p:1"),
            (["http_proxy": "p:1"], "https://example.org/", nil),
            (["HTTP_PROXY": "p:1"], "http://example.org/", nil),
            (["HTTPS_PROXY": "p:1"], "https://example.org/", "p:1"),
            (["ALL_PROXY": "p:1"], "http://example.org/", "p:1"),
            (["all_proxy": "p:1", "https_proxy": "q:2"], "https://example.org/", "q:2"),
            (["http_proxy": ""], "http://example.org/", nil),
            (["http_proxy": "", "all_proxy": "p:1"], "http://example.org/", "p:1"),
            (["all_proxy": "p:1", "no_proxy": "a.org\texample.org."], "http://example.org/", nil),
            (["all_proxy": "p:1", "no_proxy": "example.org"], "http://www.example.org./", nil),
            (["all_proxy": "p:1", "no_proxy": "*,a.org"], "http://example.org/", "p:1"),
            (["all_proxy": "p:1", "no_proxy": "", "NO_PROXY": "example.org"], "http://example.org/", nil),
            (["all_proxy": "p:1", "no_proxy": "*"], "http://example.org/", nil),
            (["all_proxy": "p:1", "no_proxy": "localhost, example.org"], "http://www.example.org/", nil),
            (["all_proxy": "p:1", "no_proxy": ".Example.org"], "http://example.org/", nil),
            (["all_proxy": "p:1", "NO_PROXY": "ample.org"], "http://example.org/", "p:1"),
            (["all_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://10.1.2.3/", nil),
            (["all_proxy": "p:1", "no_proxy": "10.0.0.0/8,::1"], "http://11.1.2.3/", "p:1"),
            (["all_proxy": "p:1", "no_proxy": "::1"], "http://[::1]/", nil),
            (["all_proxy": "p:1", "no_proxy": "10.0.0.0/99,/8,."], "http://10.1.2.3/", "p:1"),
        ] as [([String: String], String, String?)])
    func `the environment names a proxy`(variables: [String: String], url: String, proxy: String?) throws {
        #expect(ProxyVariables { variables[$0] }.proxy(for: try #require(WebAddress(url)), nil) == proxy)
    }

    @Test func `a chosen proxy goes before, and an empty one is ignored`() throws {
        let url = try #require(WebAddress("http://example.org/"))
        let variables = ProxyVariables { ["all_proxy": "p:1", "no_proxy": "example.com"][$0] }
        #expect(variables.proxy(for: url, "q:2") == "q:2" && variables.proxy(for: url, "") == nil)
        #expect(variables.proxy(for: try #require(WebAddress("http://example.com/")), "q:2") == nil)
    }
}

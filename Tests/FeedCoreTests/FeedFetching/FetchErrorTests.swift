import Testing

@testable import FeedCore

@Suite struct FetchErrorTests {
    @Test(arguments: [
        (FetchError.unknownHost("example.org"), "the host name example.org does not exist"),
        (.timeout(.seconds(30)), "no answer in 30 s"), (.timeout(.milliseconds(200)), "no answer in 0.2 s"),
        (.timeout(.seconds(30), tries: 2), "no answer, tried twice for 30 s"), (.late(.seconds(5)), "no answer in 5 s"),
        (.slow(.seconds(60)), "the answer was not complete in 60 s"),
        (.tooLarge(limit: 32 << 20), "more than 32 MiB"), (.tooLarge(limit: 1000), "more than 1000 bytes"),
        (.tooLarge(limit: 500 << 10), "more than 500 KiB"), (.tooManyRedirects(limit: 10), "more than 10 redirects"),
        (.redirect("it leads to a file: file:///x"), "a redirect that is not followed: it leads to a file: file:///x"),
        (.connection("connection refused by 127.0.0.1:81"), "connection refused by 127.0.0.1:81"),
        (.cancelled, "cancelled"),
    ])
    func `an error has a message for the user`(error: FetchError, message: String) {
        #expect(error.message == message)
    }

    @Test(arguments: [
        (FetchError.late(.seconds(5)), true), (.slow(.seconds(60)), true), (.tooLongToRead(.seconds(60)), true),
        (.timeout(.seconds(30)), false), (.timeout(.seconds(30), tries: 2), false), (.refused(""), false),
    ])
    func `a longer timeout is recommended only where it may help`(error: FetchError, mayHelp: Bool) {
        #expect(error.messageWithAdvice == error.message + (mayHelp ? "; a longer refresh.timeout may help" : ""))
    }
}

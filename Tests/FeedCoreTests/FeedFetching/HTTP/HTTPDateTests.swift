import Testing

@testable import FeedFetching

@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 6 nov 1994 08:49:37 gmt",
    ])
    func `each form of a date is read`(written: String) {
        #expect(Timestamp(httpDate: written) == Timestamp(seconds: 784_111_777))
    }

    @Test func `a year of two digits below 70 is in this century`() {
        #expect(Timestamp(httpDate: "Saturday, 21-Nov-26 09:30:00 GMT") == Timestamp(seconds: 1_795_253_400))
    }

    @Test(arguments: [
        "", "0", "-1", "now", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
    ])
    func `other text is not a date`(written: String) {
        #expect(Timestamp(httpDate: written) == nil)
    }
}

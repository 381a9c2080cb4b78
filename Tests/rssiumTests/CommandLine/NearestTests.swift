import Testing

@testable import rssium

@Suite struct NearestTests {
    static let known = ["add", "list", "read", "refresh", "rm", "feeds", "preview"]

    @Test(arguments: [
        ("lsit", "list"), ("lst", "list"), ("refersh", "refresh"), ("pre", "preview"), ("READ", "read"),
        ("feed", "feeds"), ("ls", "list"), ("prv", "preview"),
    ])
    func `a slip of the finger is understood`(typed: String, meant: String) {
        #expect(Nearest.word(to: typed, among: NearestTests.known) == meant)
    }

    @Test(arguments: ["", "xyzzy", "unsubscribe", "q"])
    func `what is near to nothing has no nearest`(typed: String) {
        #expect(Nearest.word(to: typed, among: NearestTests.known) == nil)
    }

    @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("abc", "", 3)])
    func `the distance counts letters`(left: String, right: String, distance: Int) {
        #expect(Nearest.editDistance(Array(left), Array(right)) == distance)
    }
}

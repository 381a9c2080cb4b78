import Testing

@testable import rssium

@Suite struct ColorTests {
    @Test func `every color of the terminal has its name`() {
        #expect(Color.names == Color.ANSI.allCases.map { "\($0)" })
        for color in Color.ANSI.allCases { #expect(Color("\(color)") == .ansi(color)) }
    }
}

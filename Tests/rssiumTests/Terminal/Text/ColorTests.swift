import Testing

@testable import rssium

@Suite struct ColorTests {
    @Test func `each of the eight colors has a name`() {
        #expect(Color.names == Color.ANSI.allCases.map { "\($0)" })
        for color in Color.ANSI.allCases { #expect(Color("\(color)") == .ansi(color)) }
    }
}

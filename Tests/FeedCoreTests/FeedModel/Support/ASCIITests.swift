import Testing

@testable import FeedCore

@Suite struct ASCIITests {
    @Test(arguments: [0, 9, 10, -1, 1_234_567_890, .max, .min])
    func `the digits of a number are appended`(number: Int64) {
        var bytes = Array("a".utf8)
        bytes.append(digitsOf: number)
        #expect(String(decoding: bytes, as: UTF8.self) == "a\(number)")
    }
}

import Testing

@testable import rssium

@Suite struct TitleSortKeyTests {
    @Test func `every letter is sorted as its lower case`() {
        // All of the alphabets that have one, and some of the others.
        for value in Array(UInt32(0)...0x7FF) + stride(from: 0x800, to: 0x1_FFFF, by: 61) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let letter = String(scalar)
            let expected = Array(letter.lowercased().utf8)
            if TitleSortKey(letter).bytes != expected { Issue.record("U+\(String(value, radix: 16))") }
        }
        #expect(TitleSortKey("Ünï ΑΒΓ Жук 漢字 İ").bytes == Array("Ünï ΑΒΓ Жук 漢字 İ".lowercased().utf8))
    }

    @Test func `titles are in the order of their letters, and a shorter one is first`() {
        let titles = ["", "Alpha", "alphabet", "Beta", "Zoo", "Äpfel", "Жук", "漢字"]
        #expect(titles.shuffled().sorted { TitleSortKey($0) < TitleSortKey($1) } == titles)
    }
}

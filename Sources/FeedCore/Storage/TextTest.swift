/// A question about one value of an article that SQL asks us: a name, an address, a list of tags.
enum TextTest {
    /// The value holds this, which is folded.
    case part([UInt8])
    case pattern(RegularExpression)

    func fits(_ value: String) -> Bool {
        switch self {
        case .part(let part): FoldedText.has(part, in: value)
        case .pattern(let expression): expression.fits(value)
        }
    }
}

/// The tests of one connection, by their numbers. A class, because SQLite keeps a pointer to it.
final class TextTests {
    var all: [TextTest] = []

    /// Of several values in one column one is enough. What is not there fits nothing.
    func fits(_ number: Int64, _ value: String?) -> Bool {
        guard let value, all.indices.contains(Int(number)) else { return false }
        return PackedText.list(value).contains(where: all[Int(number)].fits)
    }
}

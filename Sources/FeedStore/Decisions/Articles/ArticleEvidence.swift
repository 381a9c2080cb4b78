/// The evidence that identifies an article within its feed: 32 bits of each part of its `ArticleFingerprint`.
struct ArticleEvidence: Hashable {
    enum Part: Int, CaseIterable {
        case guid, link, title, text, date
    }

    /// By `Part.rawValue`; 0 for a missing part. The rest is 0.
    private var values: SIMD8<UInt32>

    init(_ traits: ArticleFingerprint) {
        let hashes = [
            traits.guid, traits.canonicalLink, traits.title, traits.hasText ? traits.text : nil,
            traits.published?.seconds,
        ]
        values = SIMD8(repeating: 0)
        for (index, hash) in hashes.enumerated() {
            if let hash { values[index] = max(UInt32(truncatingIfNeeded: hash), 1) }
        }
    }

    /// Eight hexadecimal digits for each part.
    init?(digits: some Collection<UInt8>) {
        guard digits.count == 8 * Part.allCases.count else { return nil }
        values = SIMD8(repeating: 0)
        for index in Part.allCases.indices {
            let part = String(decoding: digits.dropFirst(8 * index).prefix(8), as: UTF8.self)
            guard let number = UInt32(part, radix: 16) else { return nil }
            values[index] = number
        }
    }

    var digits: String { Part.allCases.indices.map { values[$0] }.hexadecimal }

    /// Nil for a missing part.
    subscript(part: Part) -> UInt32? {
        let value = values[part.rawValue]
        return value == 0 ? nil : value
    }

    /// The parts that both have, and that are not the same.
    func differing(from other: ArticleEvidence) -> [Part] {
        Part.allCases.filter { part in
            guard let value = self[part], let otherValue = other[part] else { return false }
            return value != otherValue
        }
    }
}

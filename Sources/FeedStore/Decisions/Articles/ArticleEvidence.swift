/// What identifies an article within its feed: 32 bits of each part of its `ArticleFingerprint`, 0 for a missing part.
struct ArticleEvidence: Hashable {
    /// Guid, link, title, text and date. The rest is 0.
    private var parts: SIMD8<UInt32>

    private static let count = 5
    private static let guid = 0
    private static let text = 3

    init(_ traits: ArticleFingerprint) {
        let hashes = [
            traits.guid, traits.canonicalLink, traits.title, traits.hasText ? traits.text : nil,
            traits.published?.seconds,
        ]
        parts = SIMD8(repeating: 0)
        for (index, hash) in hashes.enumerated() {
            if let hash { parts[index] = max(UInt32(truncatingIfNeeded: hash), 1) }
        }
    }

    /// Eight hexadecimal digits for each part.
    init?(digits: some Collection<UInt8>) {
        guard digits.count == 8 * ArticleEvidence.count else { return nil }
        parts = SIMD8(repeating: 0)
        for index in 0..<ArticleEvidence.count {
            let part = String(decoding: digits.dropFirst(8 * index).prefix(8), as: UTF8.self)
            guard let number = UInt32(part, radix: 16) else { return nil }
            parts[index] = number
        }
    }

    var digits: String {
        Hexadecimal.text((0..<ArticleEvidence.count).flatMap { withUnsafeBytes(of: parts[$0].bigEndian, Array.init) })
    }

    // MARK: Comparing

    /// Which parts are compared.
    struct Parts {
        fileprivate let mask: SIMDMask<SIMD8<Int32>>
        fileprivate let indices: [Int]

        fileprivate init(_ indices: [Int]) {
            self.indices = indices
            var mask = SIMDMask<SIMD8<Int32>>(repeating: false)
            for index in indices { mask[index] = true }
            self.mask = mask
        }

        /// All five, then any four, then any three.
        static let choices: [[Parts]] = [5, 4, 3].map { count in
            (0..<1 << ArticleEvidence.count)
                .map { bits in (0..<ArticleEvidence.count).filter { bits & 1 << $0 != 0 } }
                .filter { $0.count == count }.map { Parts($0) }
        }
    }

    /// These parts alone.
    func only(_ chosen: Parts) -> ArticleEvidence {
        var chosenOnly = self
        chosenOnly.parts = parts.replacing(with: 0, where: .!chosen.mask)
        return chosenOnly
    }

    /// How much these parts say.
    enum Weight {
        /// Too little to tell that two articles are the same.
        case none
        /// Enough if no other decision is about an article with the same parts.
        case little
        case enough
    }

    func weight(of chosen: Parts) -> Weight {
        let present = chosen.indices.count { parts[$0] != 0 }
        if present >= 3 || chosen.indices.count == ArticleEvidence.count { return .enough }
        return present == 2 && chosen.indices.count == ArticleEvidence.count - 1 ? .little : .none
    }

    /// Whether an article that agrees in these parts can be the same: with another guid only if its text is the same.
    func allows(_ other: ArticleEvidence, agreeingIn chosen: Parts) -> Bool {
        let guids = (parts[ArticleEvidence.guid], other.parts[ArticleEvidence.guid])
        if guids.0 == guids.1 || guids.0 == 0 || guids.1 == 0 { return true }
        return parts[ArticleEvidence.text] != 0 && chosen.indices.contains(ArticleEvidence.text)
    }
}

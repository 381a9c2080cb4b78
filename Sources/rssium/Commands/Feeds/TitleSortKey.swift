internal import FeedCore

/// What titles are sorted by: their letters in lower case, in the order of their code points.
struct TitleSortKey: Comparable {
    let bytes: [UInt8]

    init(_ title: String) {
        bytes = CaseFolding.lowercased(title)
    }

    static func < (left: TitleSortKey, right: TitleSortKey) -> Bool {
        let order = memcmp(left.bytes, right.bytes, min(left.bytes.count, right.bytes.count))
        return order == 0 ? left.bytes.count < right.bytes.count : order < 0
    }
}

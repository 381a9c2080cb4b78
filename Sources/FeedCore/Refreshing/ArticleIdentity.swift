/// Which stored article is this? Matches the articles of a document with those that are stored of its feed.
///
/// Pure: what it is given decides. See "What makes two articles the same" in the README.
public struct ArticleIdentity: Sendable {
    /// The articles of the document that are left after its own duplicates were put together, in its order.
    public let drafts: [ArticleDraft]
    /// The stored article that each draft is; nil for what is new.
    public let matches: [StoredIdentity?]

    public init(of document: [ArticleDraft], among stored: [StoredIdentity]) {
        drafts = ArticleIdentity.withoutDuplicates(document)
        var matching = Matching(drafts: drafts, stored: stored)
        matching.match(.all) { $0.guidAndLink }
        matching.match(.all) { $0.guidAlone }
        matching.match(.withoutGuid) { $0.linkTitleAndDate }
        matching.match(.withoutGuid) { $0.linkAndTitle }
        matching.match(.withoutGuid) { $0.linkAlone }
        matching.match(.withoutGuid) { $0.titleAndText }
        matching.match(.withUnknownGuid) { $0.plainLinkAndTitle }
        matching.match(.withUnknownGuid) { $0.plainLinkAndText }
        matches = matching.matches
    }

    /// Items with the same guid, link, title and text are one; with the same guid and link but other text, the one
    /// that was updated last stands for all, else the first.
    private static func withoutDuplicates(_ document: [ArticleDraft]) -> [ArticleDraft] {
        var kept: [ArticleDraft] = []
        kept.reserveCapacity(document.count)
        var places: [Key: Int] = [:]
        for draft in document {
            let traits = draft.traits
            let key = traits.guidAndLink ?? traits.linkTitleAndText
            if let place = places[key] {
                if let updated = draft.updated ?? draft.published,
                    let before = kept[place].updated ?? kept[place].published, updated > before
                {
                    kept[place] = draft
                }
            } else {
                places[key] = kept.count
                kept.append(draft)
            }
        }
        return kept
    }
}

/// What two articles are compared by in one pass.
private struct Key: Hashable {
    var first: Int64?
    var second: Int64?
    var third: Int64?
}

/// The passes over one document and what they have found so far.
private struct Matching {
    let drafts: [ArticleDraft]
    let stored: [StoredIdentity]
    private(set) var matches: [StoredIdentity?]
    private var isTaken: [Bool]
    private let draftTraits: [ArticleTraits]
    private let storedTraits: [ArticleTraits]
    private let storedGuids: Set<Int64>
    private let documentGuids: Set<Int64>

    /// Which drafts a pass is about.
    enum Candidates {
        case all
        case withoutGuid
        /// The draft's guid is not stored, and only articles whose own guid is gone from the document are taken.
        case withUnknownGuid
    }

    init(drafts: [ArticleDraft], stored: [StoredIdentity]) {
        self.drafts = drafts
        self.stored = stored
        matches = Array(repeating: nil, count: drafts.count)
        isTaken = Array(repeating: false, count: stored.count)
        draftTraits = drafts.map(\.traits)
        storedTraits = stored.map(\.traits)
        storedGuids = Set(storedTraits.compactMap(\.guid))
        documentGuids = Set(draftTraits.compactMap(\.guid))
    }

    /// One pass: takes the pairs whose key is unique on both sides.
    ///
    /// Unique among all, those that are taken already included: a link that several articles share says nothing, even
    /// when only one of them is left.
    mutating func match(_ candidates: Candidates, by key: (ArticleTraits) -> Key?) {
        guard !stored.isEmpty, matches.contains(where: { $0 == nil }) else { return }
        let draftPlaces = uniquePlaces(of: draftTraits, by: key)
        let storedPlaces = uniquePlaces(of: storedTraits, by: key)
        for (key, place) in draftPlaces {
            guard let place, matches[place] == nil, isCandidate(draftTraits[place], candidates),
                let found = storedPlaces[key].flatMap({ $0 }), !isTaken[found],
                candidates != .withUnknownGuid || isGone(storedTraits[found])
            else { continue }
            matches[place] = stored[found]
            isTaken[found] = true
        }
    }

    /// Where each key occurs; nil where it occurs more than once.
    private func uniquePlaces(of traits: [ArticleTraits], by key: (ArticleTraits) -> Key?) -> [Key: Int?] {
        var places: [Key: Int?] = [:]
        places.reserveCapacity(traits.count)
        for (place, trait) in traits.enumerated() {
            guard let key = key(trait) else { continue }
            if places.updateValue(place, forKey: key) != nil { places[key] = .some(nil) }
        }
        return places
    }

    private func isCandidate(_ draft: ArticleTraits, _ candidates: Candidates) -> Bool {
        switch candidates {
        case .all: true
        case .withoutGuid: draft.guid == nil
        case .withUnknownGuid: draft.guid.map { !storedGuids.contains($0) } ?? false
        }
    }

    private func isGone(_ article: ArticleTraits) -> Bool {
        article.guid.map { !documentGuids.contains($0) } ?? true
    }
}

extension ArticleTraits {
    fileprivate var guidAndLink: Key? { guid.map { Key(first: $0, second: link) } }
    fileprivate var guidAlone: Key? { guid.map { Key(first: $0) } }
    fileprivate var linkTitleAndDate: Key? {
        link.map { Key(first: $0, second: title, third: published?.seconds) }
    }
    fileprivate var linkAndTitle: Key? { link.map { Key(first: $0, second: title) } }
    fileprivate var linkAlone: Key? { link.map { Key(first: $0) } }
    fileprivate var titleAndText: Key? { Key(first: title, second: text) }
    fileprivate var plainLinkAndTitle: Key? { plainLink.map { Key(first: $0, second: title) } }
    fileprivate var plainLinkAndText: Key? { hasText ? plainLink.map { Key(first: $0, second: text) } : nil }
    fileprivate var linkTitleAndText: Key { Key(first: link, second: title, third: text) }
}

import Testing

@testable import FeedCore

@Suite struct ArticleIdentityTests {
    private static let yesterday = Sample.now - 86_400
    private static let link = "https://a.example/1"
    private static let home = "https://a.example/"

    private func drafts(_ words: String...) -> [ArticleDraft] { words.map { WordedDraft($0).draft } }

    /// Stored articles, the newest of which has this id.
    private func stored(_ drafts: [ArticleDraft], newest: Int) -> [StoredIdentity] {
        drafts.enumerated().map { index, draft in
            StoredIdentity(.article(ArticleID(rawValue: Int64(newest - index)), draftHash: 0), traits: draft.traits)
        }
    }

    @Test func `equal items of a document are one article`() {
        for words in ["g l Title text", "- l Title"] {
            #expect(ArticleIdentity(of: drafts(words, words), among: []).drafts == drafts(words))
        }
    }

    @Test func `of two versions of one item the one updated last stands`() {
        var old = Sample.draft("Title", guid: "g", url: Self.link, text: "old")
        var new = Sample.draft("Title", guid: "g", url: Self.link, text: "new")
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [old])
        old.content.updated = Self.yesterday
        new.content.updated = Sample.now
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [new])
    }

    @Test func `a deleted article does not come back, under its guid or another`() {
        let deleted = StoredIdentity(.tombstone(1), traits: drafts("g l Title text")[0].traits)
        for words in ["g l Other", "new l Title text", "- l Edited text"] {
            #expect(ArticleIdentity(of: drafts(words), among: [deleted]).matches == [deleted])
        }
    }

    @Test func `a deleted article takes no later one of its title or link with it`() {
        let deleted = StoredIdentity(.tombstone(1), traits: drafts("1 / Maintenance a 8.4")[0].traits)
        for words in ["2 / Maintenance b 9.4", "2 / Outage a 9.4"] {
            #expect(ArticleIdentity(of: drafts(words), among: [deleted]).matches == [nil])
        }
    }

    @Test func `a deleted article stays deleted when it is edited, and a later one of its title is new`() {
        let known = stored(drafts("- l Tue b", "- l Mon a"), newest: 8)
        let document = drafts("- l Links new", "- l Tue b", "- l Mon a")
        for (id, isNew) in [(Int64(9), false), (1, true)] {
            let deleted = StoredIdentity(
                .tombstone(1), traits: drafts("- l Links old")[0].traits, deleted: ArticleID(rawValue: id))
            let found = ArticleIdentity(of: document, among: known + [deleted]).matches
            #expect(found == [isNew ? nil : deleted] + known)
        }
    }

    @Test func `items that share guid and link, and only a day or a text, are several`() {
        let releases = ["Word", "Excel", "Outlook"].map {
            Sample.draft($0, guid: "N/A", url: "N/A", text: "Fixes for \($0)", published: Self.yesterday)
        }
        #expect(ArticleIdentity(of: releases, among: []).drafts == releases)
        let alerts = (1...3).map {
            Sample.draft("Alert", guid: "x", url: Self.link, text: "\($0)", published: Self.yesterday + $0)
        }
        #expect(ArticleIdentity(of: alerts, among: []).drafts == alerts)
        for guid in [Self.home, "https://a.example", "Array"] {
            let updates = (1...3).map { Sample.draft("Update", guid: guid, url: Self.home, text: "\($0)") }
            #expect(ArticleIdentity(of: updates, among: []).drafts == updates)
        }
        for url in [nil, Self.home] {
            let news = (1...3).map { Sample.draft("News", url: url, text: "Today.", published: Self.yesterday + $0) }
            #expect(ArticleIdentity(of: news, among: []).drafts == news)
            let dated = (1...3).map { Sample.draft("News", guid: "Array", url: url, published: Self.yesterday + $0) }
            #expect(ArticleIdentity(of: dated, among: []).drafts == dated)
            let empty = Sample.draft("News", guid: "Array", url: url)
            #expect(ArticleIdentity(of: [empty, empty], among: []).drafts == [empty])
        }
    }

    @Test func `an item whose words recur on a page of several articles is new`() {
        let document = drafts("- l Open road 9.4", "- l Closed road 8.4", "- l Open road 8.3")
        #expect(ArticleIdentity(of: document, among: []).drafts == document)
    }

    @Test func `items that differ in nothing but their dates are several if they are three, or several are known`() {
        let bulletins = drafts("- l News today 9.6", "- l News today 9.5", "- l News today 9.4")
        #expect(ArticleIdentity(of: bulletins, among: []).drafts == bulletins)
        let known = stored(bulletins, newest: 3)
        let next = ArticleIdentity(of: drafts("- l News today 9.7", "- l News today 9.6"), among: known)
        #expect(next.matches == [nil, known[0]])
        let redated = drafts("- l News today 10.6", "- l News today 10.5", "- l News today 10.4")
        for stored in [known, [known[0]]] {
            #expect(ArticleIdentity(of: redated, among: stored).matches == [known[0]])
        }
    }

    @Test func `an item that a document repeats exactly is new where several of its words are known`() {
        let known = stored(drafts("- l News today 9.5", "- l News today 9.4"), newest: 2)
        #expect(ArticleIdentity(of: drafts("- l News today 9.6", "- l News today 9.6"), among: known).matches == [nil])
    }

    @Test func `an item that a document has twice, with the time of the request as date, stays one article`() {
        let known = stored(drafts("- l News today 8.4"), newest: 1)
        let identity = ArticleIdentity(of: drafts("- l News today 9.4", "- l News today 9.5"), among: known)
        #expect(identity.drafts.count == 1 && identity.matches == known)
    }

    @Test func `a feed that gives all its articles one guid loses none when one was deleted`() {
        let deleted = StoredIdentity(.tombstone(1), traits: Sample.draft("A", guid: "c", url: "/0").traits)
        let stored = [deleted, Sample.stored(2, "B", guid: "c", url: "/1")]
        let document = [
            Sample.draft("New", guid: "c", url: "/9"), Sample.draft("A", guid: "c", url: "/0"),
            Sample.draft("B", guid: "c", url: "/1"),
        ]
        #expect(ArticleIdentity(of: document, among: stored).matches == [nil, stored[0], stored[1]])
    }
}

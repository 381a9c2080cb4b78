import Testing

@testable import FeedCore

@Suite struct ArticleIdentityTests {
    private static let yesterday = Sample.now - 86_400
    private static let link = "https://a.example/1"
    private static let home = "https://a.example/"

    @Test func `equal items of a document are one article`() {
        let item = Sample.draft("Title", guid: "g", url: Self.link, text: "text")
        #expect(ArticleIdentity(of: [item, item], among: []).drafts == [item])
        let bare = Sample.draft("Title", url: Self.link)
        #expect(ArticleIdentity(of: [bare, bare], among: []).drafts == [bare])
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
        let tombstone = StoredIdentity(
            .tombstone(1), traits: Sample.draft("Title", guid: "g", url: Self.link, text: "text").traits)
        for draft in [
            Sample.draft("Other title", guid: "g", url: Self.link),
            Sample.draft("Title", guid: "new", url: Self.link, text: "text"),
            Sample.draft("Edited", url: Self.link, text: "text"),
        ] {
            #expect(ArticleIdentity(of: [draft], among: [tombstone]).matches == [tombstone])
        }
    }

    @Test func `a deleted article takes no later one of its title or link with it`() {
        let tombstone = StoredIdentity(
            .tombstone(1),
            traits: Sample.draft("Maintenance", guid: "1", url: Self.home, text: "a", published: Self.yesterday).traits)
        for draft in [
            Sample.draft("Maintenance", guid: "2", url: Self.home, text: "b", published: Sample.now),
            Sample.draft("Outage", guid: "2", url: Self.home, text: "a", published: Sample.now),
        ] {
            #expect(ArticleIdentity(of: [draft], among: [tombstone]).matches == [nil])
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
        for guid in [Self.home, "https://a.example"] {
            let updates = (1...3).map { Sample.draft("Update", guid: guid, url: Self.home, text: "\($0)") }
            #expect(ArticleIdentity(of: updates, among: []).drafts == updates)
        }
        for url in [nil, Self.home] {
            let news = (1...3).map { Sample.draft("News", url: url, text: "Today.", published: Self.yesterday + $0) }
            #expect(ArticleIdentity(of: news, among: []).drafts == news)
        }
    }

    @Test func `an item whose words recur on a page of several articles is new`() {
        let item = { (title: String, date: Timestamp) in
            Sample.draft(title, url: Self.link, text: "The road.", published: date)
        }
        let document = [item("Open", Sample.now), item("Closed", Self.yesterday), item("Open", Self.yesterday - 60)]
        #expect(ArticleIdentity(of: document, among: []).drafts == document)
    }

    @Test func `an item that a document has twice, with the time of the request as date, stays one article`() {
        let item = { (date: Timestamp) in Sample.draft("News", url: Self.link, text: "Today.", published: date) }
        let document = [item(Sample.now), item(Sample.now + 1)]
        let known = Sample.stored(1, "News", url: Self.link, text: "Today.", published: Self.yesterday)
        let identity = ArticleIdentity(of: document, among: [known])
        #expect(identity.drafts.count == 1 && identity.matches == [known])
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

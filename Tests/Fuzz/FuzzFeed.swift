@testable internal import FeedCore

/// The first byte selects the encoding in the HTTP header; the rest is the document.
func tryFeed(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let charsets: [String?] = [
        nil, "utf-8", "iso-8859-1", "windows-1252", "utf-16", "utf-16le", "utf-32", "shift_jis", "euc-jp", "gb18030",
        "big5", "koi8-r", "iso-2022-jp", "us-ascii", "x-unknown", "",
    ]
    let body = Array(input.dropFirst())
    let charset = charsets[Int(first) % charsets.count]
    let base = "https://a.example/feeds/a.xml"
    let feed = try? FeedParser.parse(body, base: base, charset: charset)
    demand(feed == (try? FeedParser.parse(body, base: base, charset: charset)), "the same bytes, another feed")
    guard let feed else { return }
    demand(feed.articles.count <= body.count, "\(feed.articles.count) articles in \(body.count) bytes")
    // A byte of another encoding becomes at most three of UTF-8, and some texts are in two fields.
    let size = feed.articles.reduce(0) { $0 + $1.size }
    demand(size <= 16 * body.count + 1024, "\(size) bytes of text in \(body.count)")
    let drafts = feed.drafts
    demand(drafts == feed.drafts, "the same feed, other drafts")
    let identity = ArticleIdentity(of: drafts, among: [])
    let stored = identity.drafts.enumerated().map { place, draft in
        StoredIdentity(.article(ArticleID(rawValue: Int64(place + 1)), draftHash: draft.hash), traits: draft.traits)
    }
    let again = ArticleIdentity(of: drafts, among: stored)
    demand(again.matches == stored, "a document that comes again is not what it was")
}

extension ParsedArticle {
    fileprivate var size: Int {
        let texts = [content.text, content.summary].map { text in
            switch text {
            case .html(let text), .plain(let text): text.utf8.count
            case nil: 0
            }
        }
        return texts.reduce(title?.utf8.count ?? 0, +) + (content.guid?.utf8.count ?? 0)
            + content.tags.reduce(0) { $0 + $1.utf8.count }
    }
}

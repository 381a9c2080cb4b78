import FeedCore
import Testing

@Suite struct KnownSitesTests {
    @Test(arguments: [
        ("https://www.youtube.com/channel/UCabc/videos", "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc"),
        ("https://youtube.com/user/Name", "https://www.youtube.com/feeds/videos.xml?user=Name"),
        ("https://m.youtube.com/playlist?list=PLx&x=1", "https://www.youtube.com/feeds/videos.xml?playlist_id=PLx"),
        ("https://old.reddit.com/r/swift/top/", "https://www.reddit.com/r/swift/.rss"),
        ("https://www.reddit.com/", "https://www.reddit.com/.rss"),
        ("https://reddit.com/u/somebody", "https://www.reddit.com/user/somebody/.rss"),
        ("https://www.reddit.com/r/a/comments/1x/title/", "https://www.reddit.com/r/a/comments/1x/.rss"),
        ("https://github.com/swiftlang/swift.git", "https://github.com/swiftlang/swift/releases.atom"),
        ("https://github.com/swiftlang/swift/issues", "https://github.com/swiftlang/swift/releases.atom"),
        ("https://github.com/a/b/tree/release/6.0", "https://github.com/a/b/commits/release/6.0.atom"),
        ("https://github.com/swiftlang", "https://github.com/swiftlang.atom"),
        ("https://gitlab.com/group/sub/project/-/issues", "https://gitlab.com/group/sub/project/-/releases.atom"),
        ("https://gitlab.gnome.org/GNOME/gtk", "https://gitlab.gnome.org/GNOME/gtk/-/releases.atom"),
        ("https://mastodon.social/@Gargron", "https://mastodon.social/@Gargron.rss"),
        ("https://example.social/users/me", "https://example.social/@me.rss"),
        ("https://example.social/tags/swift", "https://example.social/tags/swift.rss"),
        ("https://medium.com/@name/a-story-1", "https://medium.com/feed/@name"),
        ("https://medium.com/tag/swift", "https://medium.com/feed/tag/swift"),
        ("https://name.medium.com/", "https://name.medium.com/feed"),
        ("https://name.substack.com/p/a-post", "https://name.substack.com/feed"),
        ("https://name.wordpress.com/2020/01/01/x/", "https://name.wordpress.com/feed/"),
        ("http://name.blogspot.com/", "http://name.blogspot.com/feeds/posts/default"),
        ("https://name.blogspot.co.uk/p/x.html", "https://name.blogspot.co.uk/feeds/posts/default"),
        ("https://name.tumblr.com", "https://name.tumblr.com/rss"),
        ("https://pypi.org/project/requests/", "https://pypi.org/rss/project/requests/releases.xml"),
        ("https://codeberg.org/forgejo/forgejo", "https://codeberg.org/forgejo/forgejo/releases.rss"),
    ])
    func `the address of a known site gives its feeds`(page: String, feed: String) throws {
        #expect(try KnownSites.feeds(of: #require(WebAddress(page))).first?.url == feed)
    }

    @Test(arguments: [
        "https://www.youtube.com/@handle", "https://www.youtube.com/watch?v=abc", "https://example.org/",
        "https://gitlab.com/",
        "https://notreddit.com/r/swift", "https://github.com/", "https://example.org/@", "file:///home/me/page.html",
    ])
    func `other pages have no known feeds`(page: String) throws {
        #expect(KnownSites.feeds(of: try #require(WebAddress(page))).isEmpty)
    }

    @Test func `usual addresses are in the folder of the page and at the root`() throws {
        let page = try #require(WebAddress("https://example.org:8080/blog/post?x=/y"))
        let places = KnownSites.wellKnownPages(of: page)
        #expect(places.first == "https://example.org:8080/blog/feed")
        #expect(places.contains("https://example.org:8080/feed.xml"))
        #expect(Set(places).count == places.count)
        #expect(places.allSatisfy { $0.hasPrefix("https://example.org:8080/") })
        let top = KnownSites.wellKnownPages(of: try #require(WebAddress("https://example.org")))
        #expect(top.first == "https://example.org/feed" && Set(top).count == top.count)
    }
}

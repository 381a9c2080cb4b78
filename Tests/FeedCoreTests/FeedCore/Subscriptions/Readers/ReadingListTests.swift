import FeedCore
import Testing

/// Exports of reading lists and bookmarks, as these services and programs write them.
@Suite struct ReadingListTests {
    /// Each page as `url title date flags labels`.
    private func pages(_ text: String) -> [String]? {
        ReadingList(Array(text.utf8)).map { list in
            list.pages.map { page in
                let flags = (page.isRead ? "R" : "") + (page.isStarred ? "S" : "")
                let parts = [page.url.text, page.title ?? "-", page.listed.map { "\($0.seconds)" } ?? "-", flags]
                return (parts + [page.labels.joined(separator: ",")]).joined(separator: "|")
            }
        }
    }

    @Test func `Raindrop's table has folders, tags and favorites`() {
        let table = """
            id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
            1,"Fog, thick",,,https://a.example/fog,Unsorted,"sea, night owls",2020-01-01T00:00:00.000Z,,,false
            2,Ice,,,https://a.example/ice,Cold,,2020-01-01T00:00:00.000Z,,,true
            3,Rain,,,https://a.example/rain,Weather / Wet and/or cold / Wet,,,,,false

            """
        #expect(
            pages(table) == [
                "https://a.example/fog|Fog, thick|1577836800||sea, night owls",
                "https://a.example/ice|Ice|1577836800|S|Cold", "https://a.example/rain|Rain|-||Wet",
            ])
    }

    @Test func `bookmarks have the folder they are in, tags and dates`() {
        let html = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE><H1>Bookmarks Menu</H1>
            <DL><p>
                <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks Toolbar</H3>
                <DL><p>
                    <DT><A HREF="https://a.example/bar" ADD_DATE="1577836800">The &amp; bar</A>
                </DL><p>
                <DT><H3>Weather</H3>
                <DL><p>
                    <DT><A HREF="https://a.example/fog" ADD_DATE="1577836800" TAGS="sea,night" TOREAD="0">Fog</A>
                    <DD>A note with <b>a tag</b>
                    <DT><H3>Cold</H3><DL><p><DT><A HREF="https://a.example/ice" DATA-IMPORTANT="true">Ice</A></DL><p>
                    <DT><A HREF="https://a.example/sun">Sun</A>
                </DL><p>
                <DT><A HREF="javascript:alert(1)">Run</A>
                <DT><A HREF="https://a.example/last">Last</A>
            </DL>
            """
        #expect(
            pages(html) == [
                "https://a.example/bar|The & bar|1577836800||",
                "https://a.example/fog|Fog|1577836800|R|sea,night,Weather",
                "https://a.example/ice|Ice|-|S|Cold", "https://a.example/sun|Sun|-||Weather",
                "https://a.example/last|Last|-||",
            ])
        #expect(ReadingList(Array(html.utf8))?.refused == ["entry 5: not a web address"])
    }

    @Test func `pages of Pocket in HTML are read below the heading of its archive`() {
        let html = """
            <!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
            <li><a href="https://a.example/fog" time_added="1577836800" tags="sea,night">Fog</a></li></ul>
            <h1>Read Archive</h1><ul><li><a href="https://a.example/ice" time_added="1577836800" tags="">Ice</a></li></ul>
            """
        #expect(
            pages(html) == [
                "https://a.example/fog|Fog|1577836800||sea,night", "https://a.example/ice|Ice|1577836800|R|",
            ])
    }

    @Test func `wallabag marks archived and starred entries with numbers`() {
        let json = """
            [{"is_archived":1,"is_starred":0,"tags":["sea"],"id":2,"title":"Fog","url":"https:\\/\\/a.example\\/fog",
            "content":"<p>x</p>","created_at":"2020-01-01T00:00:00+0000"},
            {"is_archived":false,"is_starred":true,"tags":[{"label":"cold"}],"title":null,"url":"https://a.example/ice"},
            {"is_archived":0,"url":null}]
            """
        #expect(pages(json) == ["https://a.example/fog|Fog|1577836800|R|sea", "https://a.example/ice|-|-|S|cold"])
        #expect(ReadingList(Array(json.utf8))?.refused == ["entry 3: not a web address"])
    }

    @Test func `Pinboard's bookmarks are read unless they are to be read`() {
        let json = """
            [{"href":"https://a.example/fog","description":"Fog","extended":"","time":"2020-01-01T00:00:00Z",
            "shared":"no","toread":"yes","tags":"sea night"},
            {"href":"https://a.example/ice","description":"Ice","toread":"no","tags":""}]
            """
        #expect(pages(json) == ["https://a.example/fog|Fog|1577836800||sea,night", "https://a.example/ice|Ice|-|R|"])
    }

    @Test func `Omnivore's entries have a state and labels`() {
        let json = """
            [{"id":"1","slug":"fog","title":"Fog","url":"https://a.example/fog","state":"Archived","labels":["sea"],
            "savedAt":"2020-01-01T00:00:00.000Z"},
            {"slug":"ice","title":"Ice","url":"https://a.example/ice","state":"Active","labels":[{"name":"cold"}],
            "savedAt":"2020-01-01T00:00:00.000Z"}]
            """
        #expect(
            pages(json) == [
                "https://a.example/fog|Fog|1577836800|R|sea", "https://a.example/ice|Ice|1577836800||cold",
            ])
    }

    @Test func `starred articles of Google Reader's descendants are starred, and read if they say so`() {
        let json = """
            {"id":"user/-/state/com.google/starred","title":"Starred","items":[{"title":"Fog","published":1577836800,
            "categories":["user/1/state/com.google/read","user/1/label/sea"],"alternate":[{"href":"https://a.example/fog"}],
            "origin":{"title":"Feed"}},
            {"title":"Ice","canonical":[{"href":"https://a.example/ice"}],"alternate":[{"href":"https://b.example/"}]}]}
            """
        #expect(pages(json) == ["https://a.example/fog|Fog|1577836800|RS|sea", "https://a.example/ice|Ice|-|S|"])
    }

    @Test func `Feedbin's articles are starred, also those without a feed`() {
        let json = """
            [{"id":1,"feed_id":null,"title":"Fog","author":"A","content":"<p>c</p>","url":"https://a.example/fog",
            "published":"2019-01-01T00:00:00Z","created_at":"2020-01-01T00:00:00.000000Z"},
            {"id":2,"feed_id":7,"title":null,"url":"https://a.example/ice"}]
            """
        #expect(pages(json) == ["https://a.example/fog|Fog|1577836800|S|", "https://a.example/ice|-|-|S|"])
    }

    @Test func `what a damaged file says before the damage counts, and the rest is reported`() {
        let json = "[{\"href\":\"https://a.example/fog\",\"toread\":\"yes\",\"tags\":\"\"},{\"href\":\"https://a.exam"
        let list = ReadingList(Array(json.utf8))
        #expect(list?.pages.map(\.url.text) == ["https://a.example/fog"])
        #expect(list?.refused == ["the rest of the file: it is damaged or cut off"])
    }

    @Test(arguments: [
        "", "https://a.example/ ~A\n", "<opml version=\"2.0\"/>", "{}", "[]", "[1]", "{\"items\":[{\"url\":\"x\"}]}",
        "<!DOCTYPE html><title>A page</title><a href=\"https://a.example/\">x</a>", "url,title\nhttps://a.example/,A\n",
        "id,title,url,folder,created\n1,A,https://a.example/,Unsorted,2024-01-02T03:04:05.000Z\n",
    ]) func `another document is not a reading list`(text: String) {
        #expect(pages(text) == nil)
    }

    @Test(arguments: [
        ("PK\u{3}\u{4}rest", "a ZIP archive"), ("SQLite format 3\0rest", "a database"), ("%PDF-1.7", "a PDF document"),
        ("{\"notes\":[]}", "it is JSON, but"), ("title;url\nA;https://a.example/\n", "a CSV table"),
        ("Title,Link\nA,https://a.example/\n", "a CSV table"),
        ("[DEFAULT]\nfrom = a@b.example\n", "a file of settings"),
    ]) func `a file of another kind is named`(text: String, kind: String) {
        #expect(UnknownFile.description(of: Array(text.utf8))?.contains(kind) == true)
    }

    @Test(arguments: [("<!DOCTYPE html><p>x", "a web page"), ("<rss2/>", "XML, but not OPML")])
    func `markup of another kind is named`(text: String, kind: String) {
        #expect(UnknownFile.description(ofMarkup: Array(text.utf8))?.contains(kind) == true)
    }

    @Test func `links without end tags are entries, and a file that ends in one is cut off`() {
        let start = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>"
        let html = start + "<DT><A HREF=\"https://a.example/1\">One\n<DT><A HREF=\"https://a.example/2\">Two</A></DL>"
        #expect(pages(html) == ["https://a.example/1|One|-||", "https://a.example/2|Two|-||"])
        let cut = start + "<DT><A HREF=\"https://a.example/1\">One</A><DT><A HREF=\"https://a.example/2\">Tw"
        #expect(ReadingList(Array(cut.utf8))?.refused == ["the rest of the file: it is damaged or cut off"])
    }

    @Test func `a quote that is not closed cuts a table off, and old line ends are read`() {
        let table = "title,url,time_added,tags,status\rFog,https://a.example/fog,1577836800,,unread\r"
        #expect(pages(table) == ["https://a.example/fog|Fog|1577836800||"])
        let open =
            "title,url,time_added\nFog,https://a.example/fog,1\n\"open,https://a.example/x,1\nIce,https://a.example/ice,1\n"
        #expect(ReadingList(Array(open.utf8))?.refused.last == "the rest of the file: it is damaged or cut off")
    }
}

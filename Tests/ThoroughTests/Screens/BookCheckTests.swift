import FeedCore
import TestSupport
import Testing

@testable import rssium
@testable import rssiumTests

/// Books of hostile articles, looked at by epubcheck.
@Suite(
    .enabled("epubcheck is not installed: `apt-get install epubcheck java-common`") {
        await Program().shell("command -v java && test -r /usr/bin/epubcheck").code == 0
    })
struct BookCheckTests {
    @Test func `a book of hostile articles is valid`() async {
        let program = Program()
        let items = EPUBTests.hostile.enumerated().map { index, article in
            var json = JSONWriter()
            json.object { json in
                json.member("id", .text("\(index)"))
                json.member("url", .text("http://[bad"))
                json.member("title", .text(article.title))
                json.member("content_html", .text(article.html))
                json.member("language", .text(["en", "x-klingon", "zh_Hant_TW", "en-u"][index % 4]))
            }
            return json.text
        }
        program.folder.write(
            #"{"version":"https://jsonfeed.org/version/1.1","title":" ","items":["# + items.joined(separator: ",")
                + "]}",
            to: "hostile.json")
        #expect(await program.run("add", "./hostile.json").code == 0)
        #expect(await program.shell("rssium list --format epub >book.epub").code == 0)
        // Debian's program is an archive that only some systems run by its name.
        let check = await program.shell("java -jar /usr/bin/epubcheck book.epub 2>&1", seconds: 300)
        #expect(check.stdout.contains("0 fatals / 0 errors / 0 warnings"), "\(check.stdout)")
    }
}

@testable internal import FeedCore
@testable internal import FeedParsing

/// Any HTML or text, with its links resolved as in the store, can be shown as Markdown and as lines of any width.
func tryPage(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    let html = HTMLLinks.resolved(HTMLTree(text), base: "https://a.example/b/") ?? text
    var page = Page()
    page.links = PageBuilder.read(first % 2 == 0 ? .html(html) : .plain(text), at: nil) { page.blocks += $0 }
    for width in [1, 20, 80] {
        for line in PageText.lines(of: page, width: width) {
            demand(!line.plain.utf8.contains(UInt8(ascii: "\n")), "two lines in one")
        }
    }
    demand(PageMarkdown.text(of: page) == PageMarkdown.text(of: page), "the same page, other Markdown")
}

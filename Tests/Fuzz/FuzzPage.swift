/// An article of any HTML or text can be shown at any width, line by line.
func tryPage(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    let page = first % 2 == 0 ? PageBuilder.page(html: text) : PageBuilder.page(plain: text)
    for width in [1, 20, 80] {
        for line in PageText.lines(of: page, width: width) {
            demand(!line.plain.utf8.contains(UInt8(ascii: "\n")), "two lines in one")
        }
    }
}

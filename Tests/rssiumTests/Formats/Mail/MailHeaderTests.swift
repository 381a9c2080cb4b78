import Testing

@testable import rssium

@Suite struct MailHeaderTests {
    private func subject(_ text: String) -> String {
        var header = MailHeader()
        header.append("Subject", text: text)
        return header.lines
    }

    @Test(arguments: [
        ("Tomatoes: the last basket", "Subject: Tomatoes: the last basket\n"),
        ("two  spaces ", "Subject: two spaces\n"),
        ("Über alles", "Subject: =?utf-8?q?=C3=9Cber_alles?=\n"),
        ("日本語", "Subject: =?utf-8?b?5pel5pys6Kqe?=\n"),
        ("=?utf-8?q?no?=", "Subject: =?utf-8?b?PT91dGYtOD9xP25vPz0=?=\n"),
        ("x\r\nBcc: victim@example.org", "Subject: x Bcc: victim@example.org\n"),
        ("x\nBcc: é", "Subject: =?utf-8?b?eCBCY2M6IMOp?=\n"), ("a\u{0}b", "Subject: ab\n"), ("", "Subject:\n"),
    ])
    func `a subject is one field of ASCII`(text: String, line: String) {
        #expect(subject(text) == line)
    }

    @Test func `long text is folded, and no character is divided`() {
        for text in [
            String(repeating: "many words ", count: 40), String(repeating: "日本語", count: 60),
            String(repeating: "é ", count: 100), String(repeating: "x", count: 2000),
            String(repeating: "👩‍👩‍👧‍👦", count: 30),
        ] {
            let lines = subject(text).split(separator: "\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") && $0.contains { $0 != " " } })
            for line in lines {
                for word in line.split(separator: " ") where word.hasPrefix("=?") {
                    #expect(word.utf8.count <= 75 && word.hasSuffix("?="))
                }
            }
        }
    }

    @Test(arguments: [
        ("A Garden", "From: A Garden <a@b>\n"), ("Planet X: News", "From: \"Planet X: News\" <a@b>\n"),
        ("say \"hi\" \\", "From: \"say \\\"hi\\\" \\\\\" <a@b>\n"), ("x@y, <z@w>", "From: \"x@y, <z@w>\" <a@b>\n"),
        ("Zofia ü", "From: =?utf-8?q?Zofia_=C3=BC?= <a@b>\n"), ("", "From: <a@b>\n"),
    ])
    func `a name is quoted where it needs that`(name: String, line: String) {
        var header = MailHeader()
        header.append("From", phrase: name, "a@b")
        #expect(header.lines == line)
    }

    @Test(arguments: [
        ("ann, bob@b", "To: ann, bob@b\n"),
        ("Ann Lee <a@b>,\"Doe, Jo\" <j@d>", "To: Ann Lee <a@b>, \"Doe, Jo\" <j@d>\n"),
        ("Zoë <z@b>", "To: =?utf-8?q?Zo=C3=AB?= <z@b>\n"), ("a@b,,c@d", nil), ("a@b, Jo <nix", nil),
    ])
    func `several addresses have commas between them`(written: String, line: String?) {
        var header = MailHeader()
        let addresses = MailAddress.list(written)
        if let addresses { header.append("To", addresses) }
        #expect((addresses == nil ? nil : header.lines) == line)
    }

    @Test(arguments: [
        ("ann@example.org", "ann@example.org"), ("ann", "ann"), ("a.b+c@x-y.example", "a.b+c@x-y.example"),
        (".ann@example.org", "\".ann\"@example.org"), ("", nil), ("@example.org", nil), ("ann@", nil),
        ("ann@example..org", nil), ("a@b, c@d", nil), ("Ann <ann@example.org>", "ann@example.org"), ("Ann <ann>x", nil),
        ("ann@example.org\nBcc: x", nil),
        ("änn@example.org", nil), (String(repeating: "a", count: 300), nil),
    ])
    func `an address is one mailbox`(written: String, text: String?) {
        #expect(MailAddress(written)?.text == text)
    }
}

import TestSupport
import Testing

/// What a mail program makes of our messages: Python's `email` finds no fault in them, and the text that `read` prints.
@Suite struct MailReaderTests {
    private let program = Program()

    private static let items = [
        ("Plain words", "<p>Some text</p><pre>From here\n.\n--=_rssium_0\n</pre><p>From there</p>"),
        ("日本語の長い題名はこのように複数の語に分けられなければならない、そうでなければ読めない", "これは本文です。"),
        (
            "Injected&#13;&#10;Bcc: v@example.org&#10;&#10;text",
            "<p>&gt;From x</p>\u{202E}<p>a = b; caf&eacute; \u{1F469}\u{200D}\u{1F467}</p>"
        ),
        (
            "=?utf-8?q?=41?= \"q\" \\ &lt;x@y&gt;, z",
            "<blockquote><p>From a quotation</p></blockquote><ul><li>One</li></ul>"
        ),
        (
            String(repeating: "x", count: 3000),
            "<a href=\"https://a.example/\(String(repeating: "y", count: 2000))\">link</a>"
        ),
        (String(repeating: "ü ", count: 400), String(repeating: "ß. ", count: 2000)),
    ]

    private static let script = #"""
        import email, email.policy, mailbox, subprocess, sys
        raw = open(sys.argv[1], 'rb').read()
        assert all(32 <= byte < 127 or byte == 10 for byte in raw), 'not ASCII'
        assert max(map(len, raw.split(b'\n'))) <= 998
        count = 0
        for message in mailbox.mbox(sys.argv[1]):
            message = email.message_from_bytes(message.as_bytes(), policy=email.policy.default)
            for part in message.walk(): assert not part.defects, part.defects
            for name, value in message.items(): assert not value.defects, (name, value.defects)
            assert not message['Bcc'] and len(message['From'].addresses) == 1
            id = message['X-RSSium-Id']
            for kind, more in ('plain', ['--width', '72']), ('html', ['--format', 'html']):
                shown = subprocess.run([sys.argv[2], 'read', '--keep-unread', id] + more, capture_output=True).stdout.decode()
                text = message.get_body((kind,)).get_content()
                old = sorted(set(text.split('\n')) ^ set(shown.split('\n')))
                assert text == shown, (id, kind, old)
            fields = subprocess.run([sys.argv[2], 'read', '--format', 'json', id], capture_output=True).stdout
            import json
            assert message['Subject'] == ' '.join(json.loads(fields)['title'].split()), message['Subject']
            count += 1
        print(count)
        """#

    @Test func `Python reads what was written`() async throws {
        guard await program.shell("command -v python3 && python3 -c 'import email.policy'").code == 0 else { return }
        let items = Self.items.enumerated().map { number, item in
            """
            <item><guid>\(number)</guid><title>\(item.0)</title><link>https://a.example/\(number)</link>
            <author>Ann "Q" O'Hara, née Ü</author><description><![CDATA[\(item.1)]]></description>
            <pubDate>Fri, 20 Nov 2020 10:00:00 GMT</pubDate></item>
            """
        }
        await program.subscribe("Say \"hi\": a, b", items: items)
        program.folder.write(Self.script, to: "check.py")
        try #require(await program.run("mail", "--mbox", "box").code == 0)
        let ending = await program.shell("python3 check.py box \"$(command -v rssium)\"")
        #expect(ending == .printed("\(Self.items.count)"), "\(ending.stderr)")
    }
}

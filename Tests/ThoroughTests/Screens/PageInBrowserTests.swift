import TestSupport
import Testing

@testable import rssiumTests

/// The page of `list --format html`, looked at in a real browser.
@Suite(
    .enabled("chromium is not installed: `make browser` does it where there is apt-get") {
        await Program().shell("command -v chromium").code == 0
    })
struct PageInBrowserTests {
    /// Each of these would write into the page's title, were it run, or make the text red.
    private static let traps = """
        <script>document.title = 'run'</script><img src="http://127.0.0.1:1/x" onerror="document.title = 'run'">
        <a href="javascript:document.title = 'run'">x</a><svg onload="document.title = 'run'"><style>*{color:red}</style>
        </svg><style>* { color: red !important; width: 3000px !important }</style><body onload="document.title = 'run'">
        <iframe srcdoc="<script>parent.document.title = 'run'</script>"></iframe><p style="width: 3000px">wide</p>
        <noscript><p title="</noscript><img src=x onerror=document.title='run'>"></noscript></section></article></main>
        """

    private static func program() async -> Program {
        let program = Program()
        let words = (1...80).map { "word\($0)" }.joined(separator: " ")
        let long = String(repeating: "unbroken", count: 60)
        program.folder.write(
            """
            <rss version="2.0"><channel><title><![CDATA[&lt;script>document.title = 'run'&lt;/script> feed]]></title>
            <link>http://127.0.0.1:1/</link>
            <item><guid>1</guid><title><![CDATA[<script>document.title = 'run'</script>\
            <img src=x onerror="document.title = 'run'">A &amp; B]]></title><link>javascript:document.title='run'</link>
            <description><![CDATA[\(traps)<p>\(words)</p><pre>\(words)</pre><p>\(long)</p>\
            <table><tr><td>\(words)</td><td>\(long)</td></tr></table>]]></description></item>
            <item><guid>2</guid><title>\(long)</title><link>http://a.example/</link><description>\(long)</description>
            </item></channel></rss>
            """, to: "evil.xml")
        program.folder.write(Program.feed(titled: "Other"), to: "other.xml")
        await program.run("add", "./evil.xml", "--category", "News")
        await program.run("add", "./other.xml")
        await program.shell("rssium list --format html >page.html")
        // The same page with all folds open and with a script of ours that measures it.
        await program.shell(
            """
            sed -e '/Content-Security-Policy/d' -e 's/<details>/<details open>/' page.html >measured.html
            cat >>measured.html <<'END'
            <script>
            const style = getComputedStyle(document.body)
            parent.postMessage(['measured', document.documentElement.scrollWidth, innerWidth, style.color,
                style.backgroundColor, getComputedStyle(document.querySelector('.text p')).color].join('|'), '*')
            </script>
            END
            """)
        return program
    }

    /// In a frame as wide as a telephone: no window gets that narrow.
    private static func frame(_ width: Int) -> String {
        """
        <!DOCTYPE html><meta name="color-scheme" content="light dark">
        <script>onmessage = event => document.title = event.data</script>
        <iframe src="measured.html" width="\(width)" height="1000" style="border: 0"></iframe>
        """
    }

    private static func browse(_ program: Program, _ options: String) async -> Program.Ending {
        await program.shell(
            "chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars "
                + "--user-data-dir=profile --enable-logging=stderr \(options)", seconds: 300)
    }

    @Test func `scripts of a feed do not run, and the console stays empty`() async {
        let program = await Self.program()
        let ending = await Self.browse(program, "--dump-dom page.html")
        #expect(ending.stdout.contains("<title>Unread articles</title>"))
        #expect(ending.stdout.contains("A &amp; B") && ending.stdout.contains("word80"))
        let console = ending.errorLines.filter { $0.contains("CONSOLE") && !$0.contains("Failed to load resource") }
        #expect(console == [])
    }

    @Test(arguments: [(400, "light"), (400, "dark"), (1200, "light"), (1200, "dark")])
    func `the page fits the window, and follows the color scheme of the system`(width: Int, scheme: String) async throws
    {
        let program = await Self.program()
        program.folder.write(Self.frame(width), to: "frame.html")
        let ending = await Self.browse(
            program,
            "--blink-settings=preferredColorScheme=\(scheme == "dark" ? 0 : 1) --window-size=1400,1000 "
                + "--virtual-time-budget=10000 --dump-dom frame.html")
        let start = try #require(ending.stdout.firstRange(of: "<title>measured|"))
        let measured = ending.stdout[start.upperBound...].prefix { $0 != "<" }.split(separator: "|").map(String.init)
        try #require(measured.count == 5, "\(measured)")
        #expect(measured[1] == "\(width)")
        #expect(measured[0] == measured[1], "nothing is wider than the window")
        let text = scheme == "dark" ? "rgb(228, 226, 222)" : "rgb(36, 33, 29)"
        #expect(measured[2] == text && measured[4] == text)
        #expect(measured[3] == (scheme == "dark" ? "rgb(20, 21, 23)" : "rgb(246, 245, 242)"))
    }
}

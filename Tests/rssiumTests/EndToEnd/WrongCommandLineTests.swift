import FeedCore
import TestSupport
import Testing

@testable import rssium

/// Command lines that mean nothing, in-process: one line says why, with exit status 1 or 2, and nothing is done.
@Suite struct WrongCommandLineTests {
    private static let lines = [
        "account add a.example --yes --fever --nextcloud --user ann",
        "account add a.example --yes --nextcloud --token-command true",
        "account add a.example --yes --token-command true --user ann",
        "account add a.example --yes --token-command true --password-command true",
        "account add a.example --yes --token-command true --password-stdin", "account add http://a.example",
        "account add http://a.example --user ''", "account add http://a.example --user alice",
        "account add http://alice:secret@a.example --user alice --yes", "account add --user alice --yes",
        "account add http://a.example --user a --yes --password-stdin --password-command true",
        "account add http://a.example --user a --yes --days many", "account edit server --labels both",
        "account push server", "add", "add --interval soon x", "add --title T -", "add --title T a b", "backup ''",
        "category add", "category add New --color '#12345'", "category add none", "category edit News",
        "category edit News --color ''", "category edit News --color '#1234567'",
        "category edit News --color '#+12345'",
        "category edit News --color '#gggggg'", "category edit News --color 12#456", "category edit News --color pink",
        "category edit News --name ''", "category edit News --name 'a\nb'", "category edit News --name none",
        "category edit News --position -1", "category edit News --position 0", "category nix", "category rm News",
        "completions", "completions tcsh", "config --feed 1 --feed 2 refresh.timeout 5s",
        "config --feed 1 refresh.timeout x", "config browser ' '", "config browser 'firefox \"unclosed'",
        "config download.name {titel}", "config keep.articles -1", "config keep.days -1", "config keep.days all",
        "config keep.unread maybe", "config refresh.ca-file ca.pem", "config refresh.ca-file /no/such.pem",
        "config refresh.ca-file /etc/hostname", "config refresh.header 'Authorization Bearer secret'",
        "config refresh.password-command \"echo 'secret\"", "config refresh.proxy 'foo bar'",
        "config refresh.proxy direct", "config refresh.proxy gopher://x", "config refresh.proxy http://",
        "config refresh.proxy http://a/b", "config refresh.proxy localhost:99999", "config refresh.proxy me:secret@",
        "config refresh.proxy no", "config refresh.proxy proxy", "discover ' '", "discover --fields x",
        "discover https://a.example/ https://b.example/", "discover xkcd --format html", "doctor --from-state",
        "download", "download --all --force", "download --to d", "download 1 --all", "download 1 --until 1d", "edit 1",
        "edit 1 --interval x", "edit 1 --item-title a", "edit 1 --pause --force", "edit 1 --pause --resume",
        "edit 1 --url ftp://x.org/", "export --format json", "feeds --format json --header", "feeds --stale x",
        "import",
        "import --from newsbeuter", "import --from newsboat a b", "import - --dry-run", "import - --yes", "import a b",
        "label add '' 1", "label add ' ' 1", "label add a,b 1", "label add 'a\nb' 1", "label add 'a\u{1B}[31m' 1",
        "label add x", "label add x - --feed Alpha", "label add x 1 --since 1d", "label rename LATER a,b", "label rm x",
        "label rm x 1 --all",
        "label rm y --by fetched", "list --all --read", "list --count=3", "list --cursor x", "list --fields ''",
        "list --fields id,nope", "list --format epub --header", "list --format html --fields id",
        "list --format json -0", "list --format jsonl --header", "list --format yaml", "list --limit 0",
        "list --new --cursor ''", "list --new --cursor ' '", "list --new --cursor 'a\nb'",
        "list --new --cursor 'a\u{1B}[31m'", "list --new --cursor '\u{200B}'", "list --peek", "list --per-feed 0",
        "list --sice 1d", "list --since 2020-02-30", "list --since whenever", "list --sort colour",
        "list --unique --no-unique", "list --width 0", "list -Z", "list -n", "list -n -1", "mail",
        "mail --print --mbox m", "mail --print --feed Alpha",
        "mail --to 'a b'", "mail --to ann@example.org --from 'x, y'", "mark read", "mark read --before 1w",
        "mark read --search '' --before 1d", "mark read --unique", "mark read 1 --all", "mark read 1 --search x",
        "mark reed 1", "open", "open --print 1 --unread", "open 1 --enclosure=x", "open 1 --link 0",
        "open 1 --link 1 --enclosure", "page - --base-url x", "page - --format pdf", "page - --urls -", "preview",
        "preview - --base-url x", "preview ./alpha.xml --format epub", "read --full --feed-text 1", "refresh --due=yes",
        "refresh --every 0s", "refresh --favorite", "refresh --fields id", "refresh --format json", "refresh --header",
        "refresh --jobs 0", "refresh --max-feeds -1", "refresh --max-feeds 0", "refresh --max-feeds x",
        "refresh --print-new --fields id,nothing", "refresh --print-new --format yaml", "refresh --time-limit x",
        "refresh --unmetered-only", "refresh -0", "rule add", "rule add a", "rule add a --star --drop",
        "rule add x --feed 1 --feed 2 --star", "rule add x --label a --star", "rule add x --label a,b", "run",
        "sync --folder", "sync --folder off", "sync --folder on", "view add ''", "view add -- -x", "view add @x",
        "view add 'a b'", "view add a,b", "view add ü!", "view add x --all --read", "view add x --limit 0",
        "view add x --since soon",
    ]

    /// What they name does not exist.
    private static let unknown = [
        "--db none.db refresh --every 1s", "account rm server", "add --account nobody https://a.example/",
        "config --feed nix refresh.timeout",
        "discover ./missing.html",
        "discover gopher://a.example/", "edit nix --pause", "feeds --category nix", "feeds nix", "mark read --feed nix",
        "page ./none.html",
        "category edit Nix --position 1", "read --feed @beta", "rule add a --drop --category nix",
        "rule add a --drop --feed nix", "rule rm 9", "rule rm x", "rule rm ''", "rule rm 99999999999999999999",
        "run ''",
        "view add x --category Arts", "view add x Gamma", "view edit none --all",
    ]

    @Test(arguments: [(2, lines), (1, unknown)] as [(Int32, [String])])
    func `words that do not fit are refused in one line`(code: Int32, lines: [String]) async throws {
        let program = await Program.withTwoFeeds()
        for line in lines {
            let words = try #require(ShellWords.split(line))
            let ending = await program.run(arguments: words, input: "x.example\ny.example\n")
            #expect(ending.code == code && ending.stdout.isEmpty && ending.errorLines.count == 1, "\(line): \(ending)")
            #expect(ending.stderr.hasPrefix("rssium: ") && !ending.stderr.contains("secret"), "\(line): \(ending)")
        }
        #expect(await program.run("list", "--count").stdout == "4\n")
        #expect(await program.shell("ls | grep -v lock").stdout == "alpha.xml\nbeta.xml\nrssium.db\n")
    }
}

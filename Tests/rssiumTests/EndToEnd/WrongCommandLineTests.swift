import TestSupport
import Testing

@testable import rssium

/// Command lines that mean nothing, in-process: one line says why, with exit status 1 or 2, and nothing is done.
@Suite struct WrongCommandLineTests {
    private static let lines = [
        "account push server", "add --title T -", "backup ''", "category add",
        "category add none", "category nix", "category rm News", "completions", "completions tcsh",
        "config --feed 1 --feed 2 refresh.timeout 5s", "config --feed 1 refresh.timeout x", "discover ' '",
        "discover --fields x",
        "discover https://a.example/ https://b.example/", "discover xkcd --format html", "doctor --from-state",
        "download", "download --all --force", "download 1 --all", "edit 1",
        "edit 1 --interval x", "edit 1 --item-title a", "edit 1 --pause --force",
        "edit 1 --pause --resume", "edit 1 --url ftp://x.org/", "export --format json",
        "feeds --format json --header", "feeds --stale x", "import", "import --from newsbeuter",
        "import --from newsboat a b", "import a b", "label add x", "label rename LATER a,b", "label rm x",
        "label rm x 1 --all", "list --format epub --header", "list --unique --no-unique", "list --width 0", "mail",
        "mail --print --mbox m", "mail --to 'a b'", "mail --to ann@example.org --from 'x, y'", "mark read",
        "mark read --search '' --before 1d",
        "mark read 1 --all", "mark reed 1", "page - --base-url x", "page - --format pdf", "page - --urls -",
        "preview", "preview - --base-url x", "preview ./alpha.xml --format epub", "read --full --feed-text 1",
        "refresh --due=yes", "refresh --favorite", "refresh --max-feeds -1", "refresh --max-feeds 0",
        "refresh --max-feeds x", "refresh --unmetered-only",
        "rule add", "rule add a", "rule add a --star --drop", "rule add x --feed 1 --feed 2 --star",
        "rule add x --label a --star", "rule add x --label a,b",
        "sync --folder", "sync --folder off", "sync --folder on", "view add -- -x", "view add x --all --read",
        "view add x --limit 0", "view add x --since soon",
    ]

    /// What they name does not exist.
    private static let unknown = [
        "account rm server", "add --account nobody https://a.example/", "config --feed nix refresh.timeout",
        "discover ./missing.html",
        "discover gopher://a.example/", "edit nix --pause", "feeds --category nix", "mark read --feed nix",
        "page ./none.html", "read --feed @beta", "rule add a --drop --category nix", "rule add a --drop --feed nix",
        "view add x --category Arts", "view add x Gamma", "view edit none --all",
    ]

    @Test(arguments: [(2, lines), (1, unknown)] as [(Int32, [String])])
    func `words that do not fit are refused in one line`(code: Int32, lines: [String]) async throws {
        let program = await Program.withTwoFeeds()
        for line in lines {
            let words = try #require(ShellWords.split(line))
            let ending = await program.run(arguments: words, input: "x.example\ny.example\n")
            #expect(ending.code == code && ending.stdout.isEmpty && ending.errorLines.count == 1, "\(line): \(ending)")
            #expect(ending.stderr.hasPrefix("rssium: "), "\(line): \(ending)")
        }
        #expect(await program.run("list", "--count").stdout == "4\n")
        #expect(await program.shell("ls | grep -v lock").stdout == "alpha.xml\nbeta.xml\nrssium.db\n")
    }
}

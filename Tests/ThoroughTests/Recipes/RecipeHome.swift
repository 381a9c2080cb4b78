import Foundation
import TestSupport

@testable import rssiumTests

/// A new home with feeds, in which a recipe runs as it stands: the addresses of example.org lead to a server of the test,
/// and what the test must not touch, such as the crontab and the desktop, is a stand-in that records its use.
final class RecipeHome: Sendable {
    private let server = FeedServer()
    /// Refuses what would go to the network with TLS.
    private let closed = ClosedPort()
    private let tools = TemporaryFolder()
    let program: Program

    /// - Parameter isOdd: titles begin with `-`, every second article has no link, and a feed fails.
    init(isOdd: Bool = false) async {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let built = Program.path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        program = Program(environment: [
            "RSSIUM_DB": nil, "RSSIUM_CONFIG": nil, "PATH": "\(tools.path):\(built):\(path)", "LOGNAME": "ann",
            "http_proxy": "http://127.0.0.1:\(server.port)", "https_proxy": "http://127.0.0.1:\(closed.number)",
            "BROWSER": "browser", "RECIPE": tools.file("recipe"), "PRINTED": tools.file("printed"),
            "GIT_CONFIG_NOSYSTEM": "1",
        ])
        server.answer { RecipePages.answer($0.path, isOdd: isOdd) }
        for (name, script) in RecipeHome.standIns { tools.write(program: script, to: name) }
        if !Program.isInstalled("rsync") { tools.write(program: RecipeHome.rsync, to: "rsync") }
        program.folder.write("[user]\nname = Ann\nemail = ann@example.org\n", to: ".gitconfig")
        program.folder.write(RecipePages.feed("Notes", ["Note 1"]), to: "notes.xml")
        program.folder.write("http://example.org/daily\nhttp://example.org/other\n", to: "subscriptions.opml")
        let failing = isOdd ? "\necho http://example.org/gone | rssium import -; rssium refresh --quiet || true\n" : ""
        let ending = await program.shell(failing + RecipeHome.preparation)
        precondition(ending.code == 0, ending.stderr)
    }

    /// Blog has the articles 1 to 40, Podcast 41 to 45, Friends 46 to 48, The Daily 49 and 50.
    private static let preparation = """
        set -e
        rssium add example.org/blog
        rssium add --category Podcasts example.org/podcast
        rssium add --category Friends example.org/friends
        rssium add --category News example.org/daily
        rssium mark starred 3 40
        mkdir player
        """

    /// Runs the recipe, and then what looks at what has come of it, which prints to standard output.
    func run(_ recipe: Recipe, typing keys: String?, thenLook look: String) async -> Program.Ending {
        tools.write(recipe.code, to: "recipe")
        if let keys {
            let reading = program.startShell("exec sh \"$RECIPE\"")
            for (place, key) in keys.enumerated() {
                await reading.waitForOutput(of: "\(place + 1)/\(keys.count)", thenType: String(key))
            }
            let ending = await reading.end()
            return ending.code == 0 ? await program.shell(look) : ending
        }
        switch recipe.language {
        case "elisp":
            let form = tools.write("(load-file (getenv \"RECIPE\"))\n\(look)\n", to: "look.el")
            return await program.shell("emacs --quick --batch --load '\(form)'")
        case "vim":
            let commands = tools.write("source $RECIPE\n\(look)\nqall!\n", to: "look.vim")
            return await program.shell("vim -N -es -u NONE -i NONE -S '\(commands)'")
        default:
            let script = tools.write("set -e\n. \"$RECIPE\" >\"$PRINTED\"\nset +e\n\(look)\n", to: "script")
            return await program.shell("exec \(recipe.language) '\(script)'")
        }
    }

    /// Runs a recipe for a shell without looking at what has come of it.
    func run(_ recipe: Recipe) async -> Program.Ending {
        tools.write(recipe.code, to: "recipe")
        let script = tools.write(". \"$RECIPE\" >\"$PRINTED\"\nkill $! 2>/dev/null\n", to: "script")
        return await program.shell("exec \(recipe.language) '\(script)'")
    }

    // MARK: Stand-ins

    private static let standIns: [(name: String, script: String)] =
        ["tmux", "curl", "browser"].map { ($0, words) } + ["notify-send", "yt-dlp", "task"].map { ($0, strictWords) }
        + ["mpv", "mutt", "espeak-ng", "pandoc", "sendmail", "msmtp"].map {
            ($0, words + "cat >>\"$HOME/${0##*/}.input\"\n")
        }
        + [("fzf", fzf), ("crontab", crontab), ("less", "#!/bin/sh\ncat\n")]

    /// Records the words that it is called with, a line for each.
    private static let words = "#!/bin/sh\nprintf '%s\\n' \"$@\" >>\"$HOME/${0##*/}.words\"\n"

    /// The same, but takes no option before `--`.
    private static let strictWords =
        words + "for word; do case $word in --) exit ;; -*) echo \"unknown option: $word\" >&2; exit 2 ;; esac; done\n"

    private static let crontab = """
        #!/bin/sh
        case $1 in
        -l) exec cat "$HOME/crontab" ;;
        -) exec cat >"$HOME/crontab" ;;
        *) exit 64 ;;
        esac

        """

    private static let rsync = "#!/bin/sh\nshift 2\nexec cp -R \"$1\". \"$2\"\n"

    /// Chooses the first line, and runs the preview and what the keys are bound to, as fzf would for this line.
    private static let fzf = #"""
        #!/bin/bash
        binds=()
        while [ $# -gt 0 ]; do
            case $1 in
            --multi) ;;
            --preview) preview=$2; shift ;;
            --bind) binds+=("$2"); shift ;;
            --delimiter | --with-nth | --preview-window) shift ;;
            *) echo "fzf: unknown option: $1" >&2; exit 2 ;;
            esac
            shift
        done
        if [ -n "$FZF_DEFAULT_COMMAND" ]; then lines=$(sh -c "$FZF_DEFAULT_COMMAND"); else lines=$(cat); fi
        first=${lines%%$'\n'*}
        id="'${first%%$'\t'*}'"
        run() {
            local line=${1//'{1}'/$id}
            FZF_PREVIEW_COLUMNS=40 sh -c "${line//'{+1}'/$id}" </dev/null
        }
        run "$preview" >"$HOME/fzf.preview"
        for rest in "${binds[@]}"; do
            while [[ $rest =~ (execute|execute-silent|reload)\(([^()]*)\)(.*) ]]; do
                rest=${BASH_REMATCH[3]}
                run "${BASH_REMATCH[2]}" >>"$HOME/fzf.keys" || echo "${BASH_REMATCH[2]}" >>"$HOME/fzf.failed"
            done
        done
        printf '%s\n' "$first"

        """#
}

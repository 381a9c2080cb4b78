import TestSupport

@testable import FeedCore

/// A program on a machine of its own: its `crontab`, `systemctl` and `loginctl` are scripts that keep what they are
/// given in files.
struct FakeSystem {
    let program: Program

    enum Part: CaseIterable {
        case crontab, systemd
    }

    init(_ parts: [Part], environment: [String: String?] = [:]) async {
        let folder = TemporaryFolder()
        let tools = folder.file("bin")
        var environment = environment
        environment["PATH"] = tools
        environment["XDG_RUNTIME_DIR"] = folder.path
        program = Program(folder, environment: environment)
        await program.shell("/bin/mkdir bin")
        for part in parts {
            switch part {
            case .crontab: folder.write(program: FakeSystem.crontab, to: "bin/crontab")
            case .systemd:
                folder.write(program: FakeSystem.systemctl, to: "bin/systemctl")
                folder.write(program: "#!/bin/sh\necho Linger=no\n", to: "bin/loginctl")
            }
        }
    }

    private static let crontab = """
        #!/bin/sh
        echo "$*" >>"$HOME/crontab.calls"
        [ -e "$HOME/crontab.fails" ] && { echo "crontab: you are not allowed to" >&2; exit 1; }
        [ -e "$HOME/crontab.ends" ] && [ "$1" = -l ] && . "$HOME/crontab.ends"
        case $1 in
        -l) [ -e "$HOME/crontab" ] || { echo "no crontab for ann" >&2; exit 1; }; exec /bin/cat "$HOME/crontab" ;;
        -r) exec /bin/rm "$HOME/crontab" ;;
        -) exec /bin/cat >"$HOME/crontab" ;;
        *) exit 64 ;;
        esac

        """

    private static let systemctl = """
        #!/bin/sh
        echo "$*" >>"$HOME/systemctl.calls"
        [ -e "$HOME/systemctl.fails" ] && case $* in
        *"$(/bin/cat "$HOME/systemctl.fails")"*) echo "Failed to do that: it is broken" >&2; exit 1 ;;
        esac
        exit 0

        """

    func crontab(_ bytes: [UInt8]) { program.folder.write(bytes, to: "crontab") }

    /// Nil where there is none.
    var crontab: [UInt8]? { bytes("crontab") }

    /// What a file in the home has; nil where there is none.
    func bytes(_ name: String) -> [UInt8]? { try? File.read(program.folder.file(name)) }

    func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

    /// Makes every call of systemctl fail that has these words.
    func breakSystemd(_ words: String) { program.folder.write(words, to: "systemctl.fails") }

    /// The names of the files in the folder of units.
    var units: [String] {
        get async {
            await program.shell("cd .config/systemd/user 2>/dev/null && echo *").stdout.split(
                whereSeparator: \.isWhitespace
            ).map(String.init).filter { $0 != "*" }
        }
    }
}

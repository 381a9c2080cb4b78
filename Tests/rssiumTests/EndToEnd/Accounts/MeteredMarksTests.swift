import TestSupport
import Testing

/// Marks that wait, over a metered connection: with a `nmcli` that answers as a test says.
@Suite(.enabled("a connection without a default route is not metered", { await NetworkManager.isAsked }))
struct MeteredMarksTests {
    private let publisher = FeedServer()

    @Test(arguments: [("yes", "yes", false), ("yes", "no", true), ("no", "yes", true)])
    func `a command sends no marks over a metered connection, where the user wants no refreshes there`(
        isMetered: String, setting: String, isSent: Bool
    ) async {
        let linked = await LinkedProgram.linked()
        for (key, value) in [("refresh.timeout", "1h"), ("refresh.unmetered-only", setting)] {
            await linked.program.run("config", key, value)
        }
        await linked.mark("read", "Apples")
        let gate = Gate()
        // The page comes once the mark is there, or at once where none is to be sent.
        if isSent { linked.server.fail(.editTag, .after { _ in gate.open() }, times: 1) } else { gate.open() }
        publisher.serve("/feed.xml", Answer.feed("Local", ["One"]).after(gate))
        let asked = linked.server.calls.count
        let addition = NetworkManager.shell(isMetered, "rssium add \(publisher.url("/feed.xml"))")
        let ending = await linked.program.shell(addition)
        #expect(ending.code == 0 && !ending.stderr.contains("mark"), "\(ending.stderr)")
        #expect((linked.server.calls.count > asked) == isSent)
        #expect(linked.server.readTitles.contains("Apples") == isSent)
        #expect(await linked.pending == "1\n")
        // A person who syncs wants it now.
        #expect(await linked.program.shell(NetworkManager.shell(isMetered, "rssium sync")).code == 0)
        #expect(linked.server.readTitles.contains("Apples"))
        #expect(await linked.pending == "0\n")
    }
}

/// The command-line client of NetworkManager, which says whether the default route is metered.
private enum NetworkManager {
    /// A line of the shell that runs another one beside a client that gives this answer.
    static func shell(_ answer: String, _ line: String) -> String {
        """
        mkdir -p bin && printf '#!/bin/sh\\necho \(answer)\\n' >bin/nmcli && chmod 755 bin/nmcli && PATH="$PWD/bin:$PATH"
        \(line)
        """
    }

    static var isAsked: Bool {
        get async { await Program().shell(#"grep -qE '^\S+\s00000000\s' /proc/net/route"#).code == 0 }
    }
}

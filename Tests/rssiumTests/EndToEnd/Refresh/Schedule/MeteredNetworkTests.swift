import TestSupport
import Testing

/// `refresh.unmetered-only`: in a network of its own, whose default route leads over an interface
/// with the name of a modem or of a cable.
@Suite(.enabled("networks of one's own are not permitted here", { await OwnNetwork.isPermitted }))
struct MeteredNetworkTests {
    /// One feed, which is due, and whose server nothing in the network of its own leads to.
    private func shelf() async throws -> SubscribedProgram {
        let shelf = await SubscribedProgram.subscribed()
        try shelf.program.alter("UPDATE feed_refresh SET last_attempted = last_attempted - 9000, next_due = 0")
        await shelf.program.run("config", "refresh.unmetered-only", "yes")
        return shelf
    }

    @Test func `over a modem a schedule sends no request, and says so if asked`() async throws {
        let shelf = try await shelf()
        #expect(await shelf.program.shell(OwnNetwork.shell("wwan0", "rssium refresh --due")) == .silent)
        let verbose = await shelf.program.shell(OwnNetwork.shell("wwan0", "rssium refresh --due -v"))
        #expect(verbose.code == 0 && verbose.errorLines.count == 1)
        #expect(verbose.stderr.contains("the connection is metered: nothing is refreshed"))
        #expect(try shelf.ask("SELECT failures FROM feed_refresh") == "0")
    }

    @Test func `over a cable it asks, and so does a person over a modem`() async throws {
        for (interface, command) in [("eth7", "refresh --due"), ("wwan0", "refresh")] {
            let shelf = try await shelf()
            let ending = await shelf.program.shell(OwnNetwork.shell(interface, "rssium \(command)"))
            #expect(ending.report.last == "refreshed 0 of 1 feed, 0 new articles, 1 failed" && ending.code == 3)
        }
    }

    @Test func `without the setting a modem is as good as a cable`() async throws {
        let shelf = try await shelf()
        await shelf.program.run("config", "--unset", "refresh.unmetered-only")
        #expect(await shelf.program.shell(OwnNetwork.shell("wwan0", "rssium refresh --due")).code == 3)
    }
}

/// A network that has nothing but its loopback and a pair of interfaces.
private enum OwnNetwork {
    /// A line of the shell that runs another one there.
    ///
    /// - Parameter interface: what the default route leads over.
    static func shell(_ interface: String, _ line: String) -> String {
        """
        unshare --map-root-user --net sh -c '
        ip link set lo up && ip link add \(interface) type veth peer name other &&
        ip addr add 10.1.2.3/24 dev \(interface) && ip link set other up && ip link set \(interface) up &&
        ip route add default via 10.1.2.4 dev \(interface) || exit 99
        \(line)'
        """
    }

    static var isPermitted: Bool {
        get async { await Program().shell(shell("wwan0", "grep -q wwan0 /proc/net/route")).code == 0 }
    }
}

import FeedCore
import TestSupport
import Testing

@testable import rssium

/// A network as the kernel and NetworkManager describe it.
@Suite struct NetworkMeterTests {
    private static let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"

    private static func route(
        _ interface: String, metric: Int = 100, flags: String = "0003", to: String = "00000000"
    ) -> String {
        "\(interface)\t\(to)\t0102A8C0\t\(flags)\t0\t0\t\(metric)\t\(to)\t0\t0\t0\n"
    }

    private static func routeOfIPv6(_ interface: String, flags: String = "00000003") -> String {
        let zeros = String(repeating: "0", count: 32)
        return
            "\(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 00000400 00000001 00000000 \(flags) \(interface)\n"
    }

    /// - Parameter files: the text of each file, by path.
    private func isMetered(
        _ files: [String: String], networkManager: String? = nil, within limit: Duration = .seconds(600)
    ) -> Bool {
        let folder = TemporaryFolder()
        for (path, text) in files {
            _ = try? File.makeFolders(above: folder.path + path)
            folder.write(text, to: String(path.dropFirst()))
        }
        let program = folder.write(program: "#!/bin/sh\n" + (networkManager ?? "exit 10") + "\n", to: "nmcli")
        return NetworkMeter(surroundings: .process, root: folder.path, networkManager: program, limit: limit).isMetered
    }

    private func isMetered(
        over interface: String, _ files: [String: String] = [:], says: String? = nil,
        within limit: Duration = .seconds(600)
    ) -> Bool {
        var all = ["/proc/net/route": Self.head + Self.route(interface)]
        for (name, text) in files { all["/sys/class/net/\(interface)/\(name)"] = text }
        return isMetered(all, networkManager: says, within: limit)
    }

    @Test(
        arguments: [
            ("eth0", ["type": "1\n", "uevent": "INTERFACE=eth0\nIFINDEX=2\n"], false),
            ("wlan0", ["type": "1\n", "uevent": "DEVTYPE=wlan\nINTERFACE=wlan0\n"], false),
            ("ppp0", [:], true), ("rmnet_data0", [:], true), ("wwan0", [:], true), ("wwp0s20u4", [:], true),
            ("usb7", ["type": "1\n", "uevent": "DEVTYPE=wwan\nINTERFACE=usb7\n"], true),
            ("modem", ["type": "512\n"], true),
            ("raw0", ["type": "519\n"], true), ("gone0", [:], false),
        ] as [(String, [String: String], Bool)])
    func `mobile connections are metered, wireless and ethernet are not`(
        interface: String, files: [String: String], isMobile: Bool
    ) {
        #expect(isMetered(over: interface, files) == isMobile)
    }

    @Test(arguments: [
        ("echo yes", true), ("echo 'yes (guessed)'", true), ("echo no", false), ("echo 'no (guessed)'", false),
        ("echo unknown", false), ("echo yes; exit 8", false), ("echo oops >&2", false),
        ("[ \"$*\" = '-t -g GENERAL.METERED device show wlan0' ] && echo yes", true),
    ])
    func `what NetworkManager reports as metered is metered`(says: String, isMetered: Bool) {
        #expect(self.isMetered(over: "wlan0", says: says) == isMetered)
    }

    @Test func `a NetworkManager that does not answer is not waited for`() {
        #expect(!isMetered(over: "wlan0", says: "exec sleep 600", within: .milliseconds(50)))
    }

    @Test func `the default route with the lowest metric counts, and only one that is up`() {
        let mobile = Self.route("wwan0", metric: 700)
        #expect(!isMetered(["/proc/net/route": Self.head + mobile + Self.route("eth0", metric: 100)]))
        #expect(isMetered(["/proc/net/route": Self.head + mobile + Self.route("eth0", to: "0002A8C0")]))
        #expect(isMetered(["/proc/net/route": Self.head + mobile + Self.route("eth0", metric: 1, flags: "0002")]))
    }

    @Test func `a default route of IPv6 only counts`() {
        let empty = ["/proc/net/route": Self.head]
        #expect(isMetered(empty.merging(["/proc/net/ipv6_route": Self.routeOfIPv6("wwan0")]) { $1 }))
        #expect(!isMetered(empty.merging(["/proc/net/ipv6_route": Self.routeOfIPv6("eth0")]) { $1 }))
        let rejecting = Self.routeOfIPv6("wwan0", flags: "00200200") + Self.routeOfIPv6("lo")
        #expect(!isMetered(empty.merging(["/proc/net/ipv6_route": rejecting]) { $1 }))
    }

    @Test func `an unknown connection is not metered`() {
        #expect(!isMetered([:], networkManager: "echo yes"))
        #expect(!isMetered(["/proc/net/route": Self.head], networkManager: "echo yes"))
        #expect(!isMetered(["/proc/net/route": "nonsense\n\n"], networkManager: "echo yes"))
        let folder = TemporaryFolder()
        folder.write("x", to: "x")
        #expect(
            !NetworkMeter(surroundings: .process, root: folder.path, networkManager: "/nonexistent/nmcli").isMetered)
    }
}

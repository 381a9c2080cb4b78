internal import FeedCore

/// Finds out from Linux and NetworkManager whether the connection to the internet is metered or mobile.
///
/// An unknown connection, as on other systems, counts as not metered. So does a missing default route: the refresh
/// itself finds out that the machine is offline.
struct NetworkMeter {
    let surroundings: Surroundings
    /// The folder that holds `/proc` and `/sys`, for tests.
    var root = ""
    /// The command-line client of NetworkManager, if installed.
    var networkManager = "nmcli"

    /// How long to wait for it. It is a local service: it answers at once or not at all.
    var limit = Duration.seconds(2)

    var isMetered: Bool {
        guard let interface = defaultInterface else { return false }
        return isMobile(interface) || isReportedMetered(interface)
    }

    // MARK: Routes

    /// The interface of the default route with the lowest metric, IPv4 before IPv6.
    private var defaultInterface: String? {
        let old = lines("/proc/net/route").compactMap(NetworkMeter.defaultRoute)
        let new = lines("/proc/net/ipv6_route").compactMap(NetworkMeter.defaultRouteOfIPv6)
        return (old.min { $0.metric < $1.metric } ?? new.min { $0.metric < $1.metric })?.interface
    }

    private typealias Route = (interface: String, metric: UInt64)

    /// `Iface Destination Gateway Flags RefCnt Use Metric Mask …`; bit 0 of the flags: the route is up.
    private static func defaultRoute(_ line: Substring) -> Route? {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count >= 8, words[1] == "00000000", words[7] == "00000000",
            let flags = UInt64(words[3], radix: 16), flags & 1 == 1, let metric = UInt64(words[6])
        else { return nil }
        return (String(words[0]), metric)
    }

    /// `destination length source length gateway metric references uses flags interface`; bit 9 of
    /// the flags: the route rejects packets.
    private static func defaultRouteOfIPv6(_ line: Substring) -> Route? {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count >= 10, words[0].allSatisfy({ $0 == "0" }), words[1] == "00", words[9] != "lo",
            let flags = UInt64(words[8], radix: 16), flags & 0x201 == 1, let metric = UInt64(words[5], radix: 16)
        else { return nil }
        return (String(words[9]), metric)
    }

    // MARK: Interfaces

    private func isMobile(_ interface: String) -> Bool {
        if ["ppp", "wwan", "rmnet", "wwp", "ccmni"].contains(where: { interface.hasPrefix($0) }) { return true }
        let folder = "/sys/class/net/\(interface)"
        if lines(folder + "/uevent").contains("DEVTYPE=wwan") { return true }
        // 512 is ARPHRD_PPP, a dial-up modem; 519 is ARPHRD_RAWIP, the raw IP link of a modem.
        return ["512", "519"].contains(lines(folder + "/type").first ?? "")
    }

    /// NetworkManager answers `yes` or `yes (guessed)`; a phone that shares its connection reports that it is metered.
    private func isReportedMetered(_ interface: String) -> Bool {
        let words = [networkManager, "-t", "-g", "GENERAL.METERED", "device", "show", interface]
        // Without an answer, because it is not installed or does not run, the connection counts as not metered.
        guard let output = try? CapturedOutput(of: words, in: surroundings, .init(timeLimit: limit)),
            output.exitStatus == 0
        else {
            return false
        }
        return output.text.hasPrefix("yes")
    }

    /// The lines of a small file; empty if the system has no such file or does not let us read it.
    private func lines(_ path: String) -> [Substring] {
        guard let bytes = try? File.read(root + path, byteLimit: 1 << 20) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

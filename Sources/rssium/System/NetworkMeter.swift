internal import FeedCore

/// Looks whether the way to the internet is a metered or mobile connection, by what Linux and NetworkManager know.
///
/// Where nothing is known, as on other systems, it is taken for one that costs nothing. Without a default route too:
/// that the machine is offline the refresh itself finds out.
struct NetworkMeter {
    /// What stands before `/proc` and `/sys`.
    var root = ""
    /// The program that asks NetworkManager, where that is there.
    var networkManager = "nmcli"

    /// NetworkManager is a service: it answers at once or not at all.
    private static let limit = Duration.seconds(2)

    var isMetered: Bool {
        guard let interface = defaultInterface else { return false }
        return isMobile(interface) || isCalledMetered(interface)
    }

    // MARK: Routes

    /// The interface of the default route with the lowest metric, IPv4 before IPv6.
    private var defaultInterface: String? {
        let old = lines("/proc/net/route").compactMap(NetworkMeter.defaultRoute)
        let new = lines("/proc/net/ipv6_route").compactMap(NetworkMeter.defaultRouteOfIPv6)
        return (old.min { $0.metric < $1.metric } ?? new.min { $0.metric < $1.metric })?.interface
    }

    private typealias Route = (interface: String, metric: UInt64)

    /// `Iface Destination Gateway Flags RefCnt Use Metric Mask …`: the first flag says that the route is up.
    private static func defaultRoute(_ line: String) -> Route? {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count >= 8, words[1] == "00000000", words[7] == "00000000",
            let flags = UInt64(words[3], radix: 16), flags & 1 == 1, let metric = UInt64(words[6])
        else { return nil }
        return (String(words[0]), metric)
    }

    /// `destination length source length gateway metric references uses flags interface`; 0x200 is one that rejects.
    private static func defaultRouteOfIPv6(_ line: String) -> Route? {
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
        // ARPHRD_PPP: a modem that is dialled, and 519 a raw IP link of one.
        return ["512", "519"].contains(lines(folder + "/type").first ?? "")
    }

    /// `yes` and `yes (guessed)`; a phone that shares its connection says so itself.
    private func isCalledMetered(_ interface: String) -> Bool {
        let words = [networkManager, "-t", "-g", "GENERAL.METERED", "device", "show", interface]
        // Where it is not installed, does not run or does not answer, it has nothing to say.
        guard let output = try? ProgramOutput(of: words, within: NetworkMeter.limit, isSilent: true),
            output.exitStatus == 0
        else {
            return false
        }
        return output.text.hasPrefix("yes")
    }

    /// The lines of a small file; none where it cannot be read.
    private func lines(_ path: String) -> [String] {
        guard let file = try? ConfigFile.read(root + path) else { return [] }
        return file.lines.map(\.text)
    }
}

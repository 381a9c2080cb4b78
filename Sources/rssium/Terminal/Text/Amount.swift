internal import FeedCore

/// Amounts of bytes and of time, for people.
enum Amount {
    private static let units = ["B", "KB", "MB", "GB", "TB"]

    /// `512 B`, `4.0 KB`, `32.1 MB`.
    static func bytes(_ bytes: Int64) -> String {
        var (whole, rest, unit) = (bytes, Int64(0), 0)
        while whole >= 1024, unit + 1 < units.count { (whole, rest, unit) = (whole / 1024, whole % 1024, unit + 1) }
        return unit == 0 ? "\(whole) B" : "\(whole).\(rest * 10 / 1024) \(units[unit])"
    }

    /// `0:45`, `1:02:03`.
    static func clock(_ seconds: Int64) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, (seconds % 60).padded(to: 2))
        return hours > 0 ? "\(hours):\(minutes.padded(to: 2)):\(rest)" : "\(minutes):\(rest)"
    }

    /// `1.2s`.
    static func seconds(milliseconds: Int64) -> String { "\(milliseconds / 1000).\(milliseconds % 1000 / 100)s" }
}

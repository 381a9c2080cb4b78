internal import FeedCore

/// Times and durations relative to now, as people read them.
enum RelativeTime {
    /// The width of a date, the longest form of a time in the past.
    static let maxCells = 10

    /// `just now`, `5m ago`, `2h ago`, `3d ago`, `2w ago`, and the local date after 30 days.
    static func text(of time: Timestamp?, at now: Timestamp) -> String {
        guard let time else { return "never" }
        let age = now - time
        switch age {
        case ..<60: return "just now"
        case ..<3600: return "\(age / 60)m ago"
        case ..<86_400: return "\(age / 3600)h ago"
        case ..<604_800: return "\(age / 86_400)d ago"
        case ...2_592_000: return "\(age / 604_800)w ago"
        default: return LocalTime(time).date
        }
    }

    /// A time in the future: `now`, `in 5m`, `in 2h`, `in 3d`.
    static func text(until time: Timestamp?, at now: Timestamp) -> String {
        guard let time else { return "never" }
        let rest = time - now
        return rest < 1 ? "now" : "in " + text(lasting: rest)
    }

    /// A duration: `5s`, `5m`, `2h`, `3d`.
    static func text(lasting seconds: Int64) -> String {
        switch seconds {
        case ..<60: return "\(max(seconds, 1))s"
        case ..<3600: return "\(seconds / 60)m"
        case ..<86_400: return "\(seconds / 3600)h"
        default: return "\(seconds / 86_400)d"
        }
    }
}

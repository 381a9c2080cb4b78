internal import FeedCore

/// A time in the time zone of the machine (`TZ`). Only what the user types or reads is local.
struct LocalTime {
    let year, month, day, hour, minute: Int
    /// From 0, which is Sunday.
    let weekday: Int

    init(_ time: Timestamp) {
        var seconds = time_t(time.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        weekday = Int(parts.tm_wday)
    }

    /// `2026-11-20`.
    var date: String { year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2) }

    /// `2026-11-20 10:00`.
    var dateAndTime: String { date + " " + hour.padded(to: 2) + ":" + minute.padded(to: 2) }

    /// The text in local time: errors, which are also stored, end a wait in UTC, as in `until 2026-11-29T10:34:28Z`.
    static func shown(in text: String) -> String {
        // Names come before the reason.
        guard let until = text.ranges(of: " until 2").last?.upperBound else { return text }
        let start = text.utf8.index(before: until)
        let stamp = text[start...].prefix(20)
        guard stamp.last == "Z", let time = FeedDate.parse(String(stamp)) else { return text }
        return "\(text[..<start])\(LocalTime(time).dateAndTime)\(text[stamp.endIndex...])"
    }

    /// The time of a local date and clock time; the first one where clocks are set back. Parts beyond their range carry
    /// over, as in `mktime`.
    static func timestamp(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
    ) -> Timestamp? {
        var parts = tm()
        parts.tm_year = Int32(clamping: year - 1900)
        parts.tm_mon = Int32(clamping: month - 1)
        parts.tm_mday = Int32(clamping: day)
        parts.tm_hour = Int32(clamping: hour)
        parts.tm_min = Int32(clamping: minute)
        parts.tm_sec = Int32(clamping: second)
        parts.tm_isdst = -1
        // The result -1 is also the last second of 1969; only a failure leaves the day of the week unset.
        parts.tm_wday = -1
        let seconds = mktime(&parts)
        guard parts.tm_wday != -1 else { return nil }
        // Which of two times it is depends on the call before.
        for setBack in [7200, 3600, 1800] {
            var (earlier, local) = (seconds - setBack, tm())
            localtime_r(&earlier, &local)
            if local.tm_hour == parts.tm_hour, local.tm_min == parts.tm_min {
                return Timestamp(seconds: Int64(earlier))
            }
        }
        return Timestamp(seconds: Int64(seconds))
    }
}

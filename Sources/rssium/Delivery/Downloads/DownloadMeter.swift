internal import FeedCore

/// How far downloads are, how fast, and how long the rest takes: for all and for each. Pure.
struct DownloadMeter {
    /// What is being downloaded, in the order of the start.
    private var active: [Active] = []
    private let count: Int
    private var finished = 0
    private var failed = 0
    /// The bytes of this run, without those of earlier ones.
    private(set) var bytes: Int64 = 0
    /// The announced sizes of what waits, and how many have none.
    private var waiting: (bytes: Int64, unknown: Int) = (0, 0)
    /// The sizes of what is complete or failed, to guess those that are not announced.
    private var complete: Int64 = 0
    private var speed = Speed()

    private struct Active {
        let number: Int
        let title: String
        var size: Int64?
        var length: Int64
        var speed = Speed()
    }

    /// Bytes a second, smoothed.
    private struct Speed {
        private(set) var value: Double?
        private var last: (bytes: Int64, milliseconds: Int64)?

        private static let interval: Int64 = 500

        mutating func note(_ bytes: Int64, at milliseconds: Int64) {
            guard let last else {
                self.last = (bytes, milliseconds)
                return
            }
            let passed = milliseconds - last.milliseconds
            guard passed >= Speed.interval else { return }
            let now = Double(max(0, bytes - last.bytes)) * 1000 / Double(passed)
            value = value.map { $0 * 0.7 + now * 0.3 } ?? now
            self.last = (bytes, milliseconds)
        }

        /// In seconds; nil where it is not known, or longer than a year.
        func time(for bytes: Int64) -> Int64? {
            guard let value, value >= 1 else { return nil }
            let seconds = Double(max(0, bytes)) / value
            return seconds < 365 * 86_400 ? Int64(seconds.rounded(.up)) : nil
        }
    }

    init(_ announced: [Int64?]) {
        count = announced.count
        waiting = (announced.compactMap { $0 }.reduce(0, DownloadMeter.sum), announced.count { $0 == nil })
    }

    mutating func start(_ number: Int, _ title: String, announced: Int64?, length: Int64) {
        if let announced { waiting.bytes -= announced } else { waiting.unknown -= 1 }
        active.append(Active(number: number, title: title, size: announced, length: length))
    }

    mutating func setSize(of number: Int, _ size: Int64?) {
        guard let size, let index = active.firstIndex(where: { $0.number == number }) else { return }
        active[index].size = size
    }

    mutating func setLength(of number: Int, _ length: Int64, at milliseconds: Int64) {
        guard let index = active.firstIndex(where: { $0.number == number }) else { return }
        bytes += max(0, length - active[index].length)
        active[index].length = length
        active[index].speed.note(length, at: milliseconds)
        speed.note(bytes, at: milliseconds)
    }

    mutating func end(_ number: Int, isSaved: Bool) {
        if isSaved { finished += 1 } else { failed += 1 }
        guard let index = active.firstIndex(where: { $0.number == number }) else { return }
        complete = DownloadMeter.sum(complete, active.remove(at: index).length)
    }

    /// Leaves out what waits for a host that wants to be left alone.
    mutating func skip(_ announced: [Int64?]) {
        for size in announced {
            if let size { waiting.bytes -= size } else { waiting.unknown -= 1 }
            failed += 1
        }
    }

    /// The line for so many cells: all first, then each, whose titles share the rest.
    func line(width: Int) -> String {
        let all = "\(finished + failed) of \(count)" + stats(rest, complete: bytes, of: nil, speed)
        guard !active.isEmpty else { return all }
        let parts = active.map { part -> (title: String, stats: String) in
            let rest = part.size.map { $0 - part.length }
            return (part.title, stats(rest, complete: part.length, of: part.size, part.speed))
        }
        let separator = " | "
        let used = parts.reduce(TextWidth.cells(of: all)) { $0 + TextWidth.cells(of: separator + $1.stats) + 1 }
        let room = max(DownloadMeter.smallestTitle, (width - used) / parts.count)
        return parts.reduce(all) { line, part in
            line + separator + TextWidth.cut(part.title, to: room) + part.stats
        }
    }

    private static let smallestTitle = 10

    /// What is still to come; nil if nothing tells.
    private var rest: Int64? {
        var rest = waiting.bytes
        var known = DownloadMeter.sum(complete, waiting.bytes)
        var unknown = waiting.unknown
        for part in active {
            if let size = part.size { rest = DownloadMeter.sum(rest, max(0, size - part.length)) } else { unknown += 1 }
            known = DownloadMeter.sum(known, part.size ?? 0)
        }
        let withSize = count - failed - unknown
        guard unknown > 0 else { return rest }
        guard withSize > 0, known > 0 else { return nil }
        return DownloadMeter.sum(rest, known / Int64(withSize) * Int64(unknown))
    }

    private func stats(_ rest: Int64?, complete: Int64, of size: Int64?, _ speed: Speed) -> String {
        var text = " "
        if let size, size > 0 {
            text += "\(min(100, Int(Double(complete) * 100 / Double(size))))% of \(ByteText.short(size))"
        } else {
            text += ByteText.short(complete)
        }
        if let value = speed.value { text += " \(ByteText.short(Int64(value)))/s" }
        if let rest, let time = speed.time(for: rest) { text += " \(DownloadMeter.time(time)) left" }
        return text
    }

    /// `45s`, `2m05s`, `1h02m`, `3d04h`.
    static func time(_ seconds: Int64) -> String {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if seconds < 60 { return "\(seconds)s" }
        if seconds < 3600 { return "\(seconds / 60)m\(two(seconds % 60))s" }
        if seconds < 86_400 { return "\(seconds / 3600)h\(two(seconds / 60 % 60))m" }
        return "\(seconds / 86_400)d\(two(seconds / 3600 % 24))h"
    }

    /// A feed may announce any number.
    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }
}

/// Numbers of bytes, as short as the sizes of settings: `812K`, `12.3M`, `4.0G`.
enum ByteText {
    static func short(_ bytes: Int64) -> String {
        guard bytes >= 1 << 10 else { return "\(bytes)B" }
        let units: [(Int, String)] = [(10, "K"), (20, "M"), (30, "G"), (40, "T"), (50, "P"), (60, "E")]
        let (shift, name) = units.last { bytes >= 1 << $0.0 } ?? (10, "K")
        let tenths = Int64((Double(bytes) / Double(Int64(1) << shift) * 10).rounded())
        return shift == 10 ? "\(max(1, tenths / 10))K" : "\(tenths / 10).\(tenths % 10)\(name)"
    }
}

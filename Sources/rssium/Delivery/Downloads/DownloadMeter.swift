/// How far downloads are, how fast, and how long the rest takes. Pure.
struct DownloadMeter {
    /// One for each download.
    private var parts: [Part]
    /// The bytes of this run, without those of earlier ones.
    private(set) var bytes: Int64 = 0
    /// Bytes a second, smoothed.
    private var speed: Double?
    private var last: (bytes: Int64, milliseconds: Int64)?

    private struct Part {
        /// Nil if neither the feed nor the server gives it.
        var size: Int64?
        var length: Int64 = 0
        var hasEnded = false
    }

    /// A feed may announce any number.
    private static let largestSize: Int64 = 1 << 50
    private static let interval: Int64 = 500

    init(_ announced: [Int64?]) {
        parts = announced.map { Part(size: $0.map { min($0, DownloadMeter.largestSize) }) }
    }

    /// - Parameter length: the bytes of earlier runs.
    mutating func start(_ number: Int, length: Int64) {
        parts[number].length = length
    }

    mutating func setSize(of number: Int, _ size: Int64?) {
        if let size { parts[number].size = min(size, DownloadMeter.largestSize) }
    }

    mutating func setLength(of number: Int, _ length: Int64) {
        bytes += max(0, length - parts[number].length)
        parts[number].length = length
    }

    /// Notes the bytes of this moment.
    mutating func measure(at milliseconds: Int64) {
        guard let last else {
            self.last = (bytes, milliseconds)
            return
        }
        let passed = milliseconds - last.milliseconds
        guard passed >= DownloadMeter.interval else { return }
        let now = Double(bytes - last.bytes) * 1000 / Double(passed)
        speed = speed.map { $0 * 0.7 + now * 0.3 } ?? now
        self.last = (bytes, milliseconds)
    }

    /// The download is complete, has failed, or is left out.
    mutating func end(_ number: Int) {
        parts[number].hasEnded = true
    }

    /// `1 of 3, 12.5 MB of 40.0 MB, 1.2 MB/s, 0:23 left`.
    var line: String {
        let open = parts.filter { !$0.hasEnded }
        let length = parts.reduce(0) { $0 + $1.length }
        var facts = ["\(parts.count - open.count) of \(parts.count)", Amount.bytes(length)]
        var rest: Int64?
        if open.allSatisfy({ $0.size != nil }) {
            let left = open.reduce(0) { $0 + max(0, ($1.size ?? 0) - $1.length) }
            facts[1] += " of \(Amount.bytes(length + left))"
            rest = left
        }
        if let speed {
            facts.append("\(Amount.bytes(Int64(speed)))/s")
            // A longer time says nothing.
            if let rest, speed >= 1, Double(rest) / speed < 365 * 86_400 {
                facts.append("\(Amount.clock(Int64((Double(rest) / speed).rounded(.up)))) left")
            }
        }
        return facts.joined(separator: ", ")
    }
}

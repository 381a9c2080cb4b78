/// The first line of a state file: who wrote it and when.
public struct StateHead: Hashable, Sendable {
    public let machine: MachineID
    /// The name of the machine's host: small letters, digits and `-`, at most 32.
    public let name: String
    /// Which writing of the file it is; nil in an export.
    public let run: Run?
    /// When it was written; of an export the time of its newest decision, and nil if it has none.
    public let written: DecisionTime?

    /// How often a database has written its file.
    public struct Run: Hashable, Sendable {
        public let count: Int64
        /// Random digits of this time: two copies of a database write different ones.
        public let code: MachineID
    }

    /// - Parameter host: any text; what a name may not have becomes `-`.
    public init(machine: MachineID, host: String, run: Run?, written: DecisionTime?) {
        self.machine = machine
        name = StateHead.name(ofHost: host)
        self.run = run
        self.written = written
    }

    /// The newest version of the form that is read, and the one that is written.
    public static let version: Int64 = 1

    /// The name of the file if it is written for the first time, such as `laptop-9b1ec0d2.rssium`. Copies of a database
    /// have one `machine` until they see each other's files, so the digits are those of the run.
    var fileName: String { "\(name)-\((run?.code ?? machine).text).rssium" }

    /// The text as the name of a machine.
    static func name(ofHost host: String) -> String {
        let bytes = host.utf8.prefix(longestName).map { byte in
            let small = ASCII.lowercased(byte)
            return isInName(small) ? small : UInt8(ascii: "-")
        }
        return bytes.isEmpty ? "machine" : String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the line with its line feed.
    func append(to bytes: inout [UInt8]) {
        var text = "{\"rssium\":\"state\",\"version\":\(StateHead.version)"
        text += ",\"machine\":\"\(machine.text)\",\"name\":\"\(name)\""
        if let run { text += ",\"run\":[\(run.count),\"\(run.code.text)\"]" }
        if let written { text += ",\"written\":\"\(written.text)\"" }
        bytes.append(contentsOf: (text + "}\n").utf8)
    }

    /// Reads the line without its line feed.
    init(reading bytes: [UInt8]) throws(StateFileProblem) {
        guard let head = try? JSONReader.read(bytes), head["rssium"] == .string("state") else {
            throw .notStateFile("its first line is not a head")
        }
        guard case .integer(let version)? = head["version"], version > 0 else {
            throw .notStateFile("its head has no version")
        }
        guard version <= StateHead.version else { throw .newer }
        guard let machine = head["machine"]?.string.flatMap({ MachineID($0) }) else {
            throw .notStateFile("its head has no machine")
        }
        guard let name = head["name"]?.string, !name.isEmpty, name.utf8.count <= StateHead.longestName,
            name.utf8.allSatisfy(StateHead.isInName)
        else { throw .notStateFile("its head has no name of a machine") }
        self.machine = machine
        self.name = name
        run = try StateHead.run(head["run"])
        written = try StateHead.time(head["written"])
    }

    private static func run(_ value: JSONValue?) throws(StateFileProblem) -> Run? {
        guard let value else { return nil }
        guard let parts = value.array, parts.count >= 2, case .integer(let count) = parts[0], count >= 0,
            let code = parts[1].string.flatMap({ MachineID($0) })
        else { throw .notStateFile("the run in its head is wrong") }
        return Run(count: count, code: code)
    }

    private static func time(_ value: JSONValue?) throws(StateFileProblem) -> DecisionTime? {
        guard let value else { return nil }
        guard let time = value.string.flatMap({ DecisionTime($0) }) else {
            throw .notStateFile("the time in its head is wrong")
        }
        return time
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        ASCII.isLowercase(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
    }

    private static let longestName = 32
}

/// Why a state file is left as it is.
public enum StateFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case notStateFile(String)
    case newer
    /// It has no right end line: it is half written, or was changed.
    case notWhole(String)
    case tooManyBytes, tooManyLines

    public var description: String {
        switch self {
        case .notStateFile(let reason): "not a state file: \(reason)"
        case .newer: "written by a newer rssium"
        case .notWhole(let reason): "not whole: \(reason)"
        case .tooManyBytes: "larger than \(StateLimits.fileBytes >> 20) MiB"
        case .tooManyLines: "more than \(StateLimits.lines) lines"
        }
    }
}

import FeedCore
import TestSupport
import Testing

@testable import rssium

/// The files of the log: their sizes, names and modes.
@Suite struct RefreshLogFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("log") }
    private static let now = Timestamp(seconds: 1_795_253_400)

    /// A line of so many bytes, all the same letter.
    private func line(_ letter: String, _ count: Int = 400) -> [UInt8] {
        Array((String(repeating: letter, count: count - 1) + "\n").utf8)
    }

    /// The letters of the lines of a file; nil without a file.
    private func letters(_ suffix: String = "") -> String? {
        guard let file = fopen(path + suffix, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = fread(&bytes, 1, bytes.count, file)
        return bytes[..<count].split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0.prefix(1), as: UTF8.self)
        }
        .joined()
    }

    private func mode(_ suffix: String = "") -> mode_t {
        var status = stat()
        return stat(path + suffix, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func `a full file is renamed, and the oldest is removed`() throws {
        var log = RefreshLog(path, at: Self.now, byteLimit: 1000)
        for letter in ["a", "b", "c", "d", "e", "f", "g", "h", "i"] { try log.writeLine(line(letter)) }
        log.closeFile()
        #expect(letters() == "i" && letters(".1") == "gh" && letters(".2") == "ef" && letters(".3") == "cd")
        #expect(letters(".4") == nil)
        #expect(["", ".1", ".2", ".3"].map { mode($0) } == [0o600, 0o600, 0o600, 0o600])
    }

    @Test func `two processes that write to it lose no line`() throws {
        var one = RefreshLog(path, at: Self.now, byteLimit: 1000)
        var other = RefreshLog(path, at: Self.now, byteLimit: 1000)
        for (place, letter) in "abcdefgh".enumerated() {
            if place.isMultiple(of: 2) {
                try one.writeLine(line("\(letter)"))
            } else {
                try other.writeLine(line("\(letter)"))
            }
        }
        #expect(letters() == "gh" && letters(".1") == "ef" && letters(".2") == "cd" && letters(".3") == "ab")
    }

    @Test func `a file that was moved or removed is created again`() throws {
        var log = RefreshLog(path, at: Self.now)
        try log.writeLine(line("a", 10))
        rename(path, path + ".old")
        try log.writeLine(line("b", 10))
        unlink(path)
        try log.writeLine(line("c", 10))
        #expect(letters() == "c" && letters(".old") == "a")
    }

    @Test func `an existing file keeps its mode, and a link stays one`() throws {
        folder.write("old\n", to: "real")
        chmod(folder.file("real"), 0o640)
        symlink("real", path)
        var log = RefreshLog(path, at: Self.now)
        try log.writeLine(line("a", 10))
        #expect(letters() == "oa" && mode() == 0o640)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test(arguments: [
        ("/var/log/x", "/var/log/x"), ("~/x", "/home/ann/x"), ("x/y", "/etc/rssium/x/y"), ("~x", "/etc/rssium/~x"),
    ])
    func `a path is absolute, or begins at the home or at the config file`(written: String, path: String) {
        let paths = Paths(config: "/etc/rssium/config", environment: Environment(["HOME": "/home/ann"]))
        #expect(paths.resolved(written) == path)
    }
}

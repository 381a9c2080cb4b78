import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct ConfigFileTests {
    private let folder = TemporaryFolder()
    static let text = """
        # mine

        refresh.interval = 2h
          # indented
        list.limit=20
        refresh.header = A: b=c
        refresh.header = C: d

        """

    @Test func `returns at the end of a line are left out, however many there are`() {
        let file = ConfigFile(path: "config", text: "keep.days = 3\r\r\n# a\r\n\r\n")
        #expect(file.text == "keep.days = 3\n# a\n\n")
        #expect(ConfigFile(path: "config", text: file.text).text == file.text)
    }

    @Test func `comments and order stay when a value changes`() throws {
        let path = folder.write(ConfigFileTests.text, to: "config")
        var file = try ConfigFile.read(path)
        file.set("list.limit", to: "30")
        file.set("read.width", to: "72")
        file.appendIfAbsent("refresh.header", "E: f")
        file.appendIfAbsent("refresh.header", "C: d")
        try file.write()
        #expect(
            try ConfigFile.read(path).text == "# mine\n\nrefresh.interval = 2h\n  # indented\nlist.limit = 30\n"
                + "refresh.header = A: b=c\nrefresh.header = C: d\nrefresh.header = E: f\nread.width = 72\n")
    }

    @Test func `a key is removed with all its lines`() {
        var file = ConfigFile(path: "config", text: ConfigFileTests.text)
        let wasThere = file.unset("refresh.header")
        #expect(wasThere)
        #expect(file.text == "# mine\n\nrefresh.interval = 2h\n  # indented\nlist.limit=20\n")
        let isThere = file.unset("refresh.header")
        #expect(!isThere)
    }

    @Test func `a file of Windows lines with a byte order mark is read`() throws {
        let path = folder.write([0xEF, 0xBB, 0xBF] + Array("list.limit = 5\r\n".utf8), to: "config")
        var problems: [String] = []
        #expect(Settings(try ConfigFile.read(path), problems: &problems).number(.listLimit) == 5)
    }

    @Test func `a new file is for the user alone, and one that exists keeps its mode`() throws {
        let path = folder.file("new/deep/config")
        var file = try ConfigFile.read(path)
        file.set("list.limit", to: "5")
        try file.write()
        #expect(TemporaryFolder.mode(of: path) == 0o600)
        #expect(TemporaryFolder.mode(of: folder.file("new")) == 0o700)
        chmod(path, 0o644)
        try file.write()
        #expect(TemporaryFolder.mode(of: path) == 0o644)
    }

    @Test func `a symbolic link stays one`() throws {
        let target = folder.write("list.limit = 1\n", to: "target")
        symlink(target, folder.file("link"))
        var file = try ConfigFile.read(folder.file("link"))
        file.set("list.limit", to: "2")
        try file.write()
        #expect(TemporaryFolder.isLink(folder.file("link")))
        #expect(try ConfigFile.read(target).text == "list.limit = 2\n")
    }

    @Test func `anything but a regular file is neither read nor replaced`() throws {
        let (pipe, link) = (folder.file("pipe"), folder.file("link"))
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(symlink(pipe, link) == 0)
        for path in [pipe, link] {
            #expect(throws: ConfigError.cannotWrite(path, "it is not a regular file")) {
                try ConfigFile.change(path) { _ in true }
            }
            #expect(throws: ConfigError.cannotWrite(path, "it is not a regular file")) {
                try ConfigFile(path: path).write()
            }
        }
        #expect(throws: ConfigError.cannotWrite(folder.path, "it is a folder")) {
            try ConfigFile(path: folder.path).write()
        }
        var status = stat()
        #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func `a change locks the file for other processes`() throws {
        let path = folder.write("list.limit = 5\n", to: "config")
        do {
            let lock = try ConfigLock(folder: folder.path)
            #expect(throws: ConfigError.busy) { try ConfigFile.change(path, patience: .zero) { _ in true } }
            withExtendedLifetime(lock) {}
        }
        // A program that another test is starting has the lock too, until it runs.
        try ConfigFile.change(path, patience: .seconds(60)) { file in
            file.set("list.limit", to: "6")
            return true
        }
        #expect(try ConfigFile.read(path).text == "list.limit = 6\n")
        #expect(ConfigError.busy.message == "another rssium is writing; try again")
    }
}

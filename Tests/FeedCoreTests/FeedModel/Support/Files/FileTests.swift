import TestSupport
import Testing

@testable import FeedCore

@Suite struct FileTests {
    private let folder = TemporaryFolder()

    @Test func `a file is read up to its limit`() throws {
        let path = folder.write("12345", to: "file")
        #expect(try File.read(path, byteLimit: 5) == Array("12345".utf8))
        #expect(throws: FileError.tooLarge(limit: 4)) { try File.read(path, byteLimit: 4) }
        #expect(throws: FileError.system(ENOENT)) { try File.read(folder.file("none")) }
        #expect(throws: FileError.tooLarge(limit: 1000)) { try File.read("/dev/zero", byteLimit: 1000) }
    }

    @Test func `a file is replaced whole, and keeps its mode`() throws {
        let path = folder.write("old", to: "file")
        chmod(path, 0o640)
        try File.replace(path, with: Array("new".utf8))
        #expect(try File.read(path) == Array("new".utf8))
        #expect(TemporaryFolder.mode(of: path) == 0o640)
        try File.replace(folder.file("other"), with: [])
        #expect(TemporaryFolder.mode(of: folder.file("other")) == 0o600)
    }

    @Test func `a replacement that fails leaves the old file and nothing else`() throws {
        let path = folder.file("file")
        mkdir(path, 0o700)
        #expect(throws: FileError.self) { try File.replace(path, with: [1]) }
        #expect(TemporaryFolder.mode(of: path) == 0o700)
        #expect(TemporaryFolder.mode(of: "\(path).new-\(getpid()).tmp") == 0)
        #expect(throws: FileError.system(ENOENT)) { try File.replace(folder.file("none/file"), with: [1]) }
    }

    @Test func `the endings of what a killed process has left are those that the caller names`() throws {
        let names = ["file.new-99999999", "file.new-99999999-wal", "file.new-99999999-other", "file.new-1-wal"]
        let paths = names.map { folder.write("", to: $0) }
        File.removeLeftovers(beginningWith: folder.file("file.new-"), endings: ["", "-wal"])
        #expect(paths.map { access($0, F_OK) == 0 } == [false, false, true, true])
    }

    @Test func `what a killed process has left is removed, and nothing else`() throws {
        // The largest process identifier of Linux is below this one.
        let left = folder.write("half", to: "file.new-99999999.tmp")
        let others = ["file.new-1.tmp", "file.new-x.tmp", "file.new-", "other.new-99999999.tmp"].map {
            folder.write("", to: $0)
        }
        try File.replace(folder.file("file"), with: [1])
        #expect(throws: FileError.system(ENOENT)) { try File.read(left) }
        for other in others { #expect(try File.read(other) == []) }
    }

    @Test func `missing folders are made for the user alone`() throws {
        try File.makeFolders(above: folder.file("a/b/file"))
        #expect(
            TemporaryFolder.mode(of: folder.file("a")) == 0o700 && TemporaryFolder.mode(of: folder.file("a/b")) == 0o700
        )
        try File.makeFolders(above: folder.file("a/b/file"))
        try File.makeFolders(above: "file")
    }

    @Test func `a folder that cannot be made is named`() {
        let file = folder.write("", to: "file")
        let error = #expect(throws: FolderError.self) { try File.makeFolders(above: file + "/x") }
        #expect(error?.message == "cannot make the folder \(file): it is a file")
    }

    @Test func `links are resolved, also one to a file that is not there yet`() {
        let path = folder.write("", to: "file")
        symlink("file", folder.file("link"))
        symlink("none", folder.file("broken"))
        #expect(File.resolvingLinks(folder.file("link")) == File.resolvingLinks(path))
        #expect(File.resolvingLinks(folder.file("broken")) == folder.file("none"))
        #expect(File.folder(of: "/a/b") == "/a" && File.folder(of: "/a") == "/" && File.folder(of: "a") == ".")
    }
}

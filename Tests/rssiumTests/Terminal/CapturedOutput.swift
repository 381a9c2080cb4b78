import FeedCore
import TestSupport

@testable import rssium

/// What a piece of the program prints, as text.
func captured(
    on terminal: Terminal = Terminal(isTerminal: false), _ body: (inout Output) throws -> Void
) throws -> String {
    let folder = TemporaryFolder()
    let path = folder.file("output")
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    var output = Output(descriptor: descriptor, terminal: terminal)
    try body(&output)
    try output.flush()
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    lseek(descriptor, 0, SEEK_SET)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}

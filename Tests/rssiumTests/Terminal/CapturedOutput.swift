import FeedCore
import TestSupport

@testable import rssium

/// What a piece of the program prints, as text.
func captured(
    on terminal: Terminal = Terminal(isTerminal: false), _ body: (inout Output) throws -> Void
) throws -> String {
    try written { descriptor in
        var output = Output(descriptor: descriptor, terminal: terminal)
        try body(&output)
        try output.flush()
    }
}

/// What is written to a descriptor, as text.
func written(_ body: (Int32) throws -> Void) throws -> String {
    let folder = TemporaryFolder()
    let path = folder.file("output")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    try body(descriptor)
    return String(decoding: try File.read(path), as: UTF8.self)
}

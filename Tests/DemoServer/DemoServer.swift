internal import FeedModel
internal import TestSupport

/// Serves the files of a folder on a port of 127.0.0.1, with ETags, until its standard input ends.
///
/// It prints its port to standard output, and one line for each answer to standard error.
@main
enum DemoServer {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        guard CommandLine.arguments.count == 2 else {
            say("usage: demo-server FOLDER", to: 2)
            exit(2)
        }
        let documents = Document.all(in: CommandLine.arguments[1])
        guard !documents.isEmpty else {
            say("demo-server: no file in \(CommandLine.arguments[1])", to: 2)
            exit(1)
        }
        let server = FeedServer()
        server.answer { request in
            guard let document = documents[request.path] else {
                say("404 \(request.path)", to: 2)
                return nil
            }
            say("\(request["If-None-Match"] == document.etag ? 304 : 200) \(request.path)", to: 2)
            return document.answer
        }
        say("\(server.port)", to: 1)
        waitForEndOfInput()
        server.stop()
    }

    /// The program that started the server holds the other end of standard input: the server ends with it.
    private static func waitForEndOfInput() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(0, &buffer, buffer.count)
            guard count > 0 || (count < 0 && errno == EINTR) else { return }
        }
    }

    /// One write, so that lines of several connections do not mix.
    private static func say(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}

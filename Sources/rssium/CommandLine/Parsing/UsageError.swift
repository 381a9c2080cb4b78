/// The command line is wrong. The program has done nothing.
struct UsageError: Error, Equatable {
    let message: String
    /// The command whose help the message refers to.
    var command: String?
    /// Lines below the message that mark the wrong place in a QUERY.
    var marked: [String] = []

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    /// The message, and the help to read next.
    var line: String {
        "\(message); see rssium help" + (command.map { " " + $0 } ?? "")
    }
}

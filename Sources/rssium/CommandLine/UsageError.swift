/// The command line is wrong; nothing was done.
struct UsageError: Error, Equatable {
    let message: String
    /// The command whose help has the answer.
    var command: String?
    /// Lines under the message that show the place that is meant.
    var marked: [String] = []

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    /// The message and where to look, as it is printed.
    var line: String {
        "\(message); see rssium help" + (command.map { " " + $0 } ?? "")
    }
}

internal import FeedCore

/// `rssium status`: shows the state of the subscriptions and the database.
enum StatusCommand {
    static let command = Command(
        name: "status", group: .everyday, summary: "show feed and article counts, and feeds that fail",
        options: [
            format
        ],
        run: run)

    private static let format = Flag.text("format", .choice(["text", "json"]), placeholder: "FORMAT", "text or json")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let status = try Status(context)
        context.page()
        if context[format] == "json" {
            var json = JSONWriter()
            status.value.write(to: &json)
            json.lineBreak()
            try context.output.write(&json)
        } else {
            for line in status.lines(on: context.output.terminal) { try context.output.line(line) }
        }
        return .done
    }
}

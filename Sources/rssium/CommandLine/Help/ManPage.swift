/// The man pages, made from the command table and the help topics: `rssium.1` for the whole, and `rssium-list.1` and so on
/// for each command.
enum ManPage {
    /// The page of the whole program.
    static var text: String {
        var page = Roff()
        page.title("rssium", "read RSS, Atom and JSON feeds on the command line")
        page.section("SYNOPSIS")
        page.raw("\\fBrssium\\fR [\\fIglobal options\\fR] \\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]")
        page.section("DESCRIPTION")
        page.line(
            "rssium subscribes to RSS, Atom, RDF and JSON feeds, fetches them in parallel, stores them in one SQLite "
                + "file, and lists and shows their articles. Its output is formatted for reading on a terminal and for "
                + "other programs in a pipe.")
        page.paragraph("Each command has a page of its own, such as rssium-list(1).")
        page.section("GLOBAL OPTIONS")
        page.line("They may stand before or after the command.")
        page.options(Option.global)
        for group in Command.Group.allCases {
            page.section(group.rawValue)
            page.rows(CommandTable.all.filter { $0.group == group }.map { (ManPage.name(of: $0) + "(1)", $0.summary) })
        }
        for topic in HelpTopic.all {
            page.section(topic.section)
            page.blocks(topic.blocks)
        }
        page.section("ENVIRONMENT")
        page.blocks(HelpText.blocks(of: "environment"))
        page.section("FILES")
        page.blocks(HelpText.blocks(of: "files"))
        return page.text
    }

    /// The page of one command, with its subcommands.
    static func text(of command: Command) -> String {
        var page = Roff()
        page.title(name(of: command), command.summary)
        page.section("SYNOPSIS")
        page.usage(of: command, name: command.name)
        for sub in command.subcommands {
            page.request(".br")
            page.usage(of: sub, name: "\(command.name) \(sub.name)")
        }
        page.section("DESCRIPTION")
        let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
        page.blocks([.paragraph(summary)] + command.blocks)
        page.section("SEE ALSO")
        page.line("rssium(1) has the global options, the output formats, queries, settings and exit status.")
        return page.text
    }

    private static func name(of command: Command) -> String { "rssium-\(command.name)" }
}

/// A part of a page of `rssium help`, and of a man page.
enum HelpBlock {
    case paragraph(String)
    /// A table. The label is what the user types, or what the program prints.
    case rows([(label: String, meaning: String)], under: String? = nil)
    case options([Option], under: String)
    case examples([Command.Example])
}

extension Command {
    /// The page without the summary and the usage.
    var blocks: [HelpBlock] {
        var blocks = details.map { HelpBlock.paragraph($0) }
        if !subcommands.isEmpty { blocks.append(.rows(subcommands.map { ($0.name, $0.summary) }, under: "Commands")) }
        let others = subcommands.filter { !$0.hasOptions(of: self) }
        for (command, title) in [(self, "Options")] + others.map({ ($0, "Options of \($0.name)") })
        where !command.shownOptions.isEmpty {
            blocks.append(.options(command.shownOptions, under: title))
        }
        if !examples.isEmpty { blocks.append(.examples(examples)) }
        return blocks
    }
}

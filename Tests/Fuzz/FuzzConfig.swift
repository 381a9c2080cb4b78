/// A file that is read and written stays the same. Setting and unsetting a key changes no other line.
func tryConfig(_ input: [UInt8]) {
    let file = ConfigFile(path: "config", text: String(decoding: input, as: UTF8.self))
    demand(ConfigFile(path: "config", text: file.text).text == file.text, "the same file, another text")
    var problems: [String] = []
    let settings = Settings(file, problems: &problems)
    demand(problems.count <= file.lines.count, "more problems than lines")
    for setting in Setting.all { _ = settings.text(setting) }

    var changed = file
    changed.set("keep.days", to: "12")
    let now = Settings(changed, problems: &problems)
    demand(Setting.named("keep.days").flatMap(now.text) == "12", "what was set is not there")
    demand(changed.unset("keep.days"), "what was set cannot be unset")
    let others = file.lines.filter { line in
        if case .entry("keep.days", _) = line.content { false } else { true }
    }
    demand(changed.lines.map(\.text) == others.map(\.text), "another line has changed")
}

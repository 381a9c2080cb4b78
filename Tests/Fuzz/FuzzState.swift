@testable internal import FeedCore

/// What is read of a state file is the same in pieces, and can be written and read again. Merging it twice, or from the end,
/// changes nothing.
func tryState(_ input: [UInt8]) {
    let whole = StateTrial(input, pieces: input.count)
    demand(whole == StateTrial(input, pieces: 7), "in pieces it is another file")
    let state = DecidedState(whole.lines)
    demand(DecidedState(whole.lines.reversed() + whole.lines) == state, "the order of lines matters")
    var bytes: [UInt8] = []
    var writer = StateFileWriter(StateHead(machine: MachineID(rawValue: 1), host: "a", run: nil, written: nil))
    for line in state.lines { writer.write(line) { bytes += $0 } }
    let content = writer.finish { bytes += $0 }
    let again = StateTrial(bytes, pieces: bytes.count)
    demand(again.end.problem == nil, "what was written is \(again.end.problem?.description ?? "")")
    demand(again.end.content == content, "what was written has another digest")
    // A line that another program wrote shorter than it is written here may be too long, and merged labels too many.
    let isCut = state.things.values.contains { $0.count { $0.key.label != nil } > Label.maxCount }
    if content.lines < state.lines.count || isCut { return }
    demand(DecidedState(again.lines) == state, "another state is written")
}

private struct StateTrial: Equatable {
    var lines: [StateLine] = []
    var bad = 0
    var end: StateFileReader.End

    init(_ bytes: [UInt8], pieces: Int) {
        var reader = StateFileReader()
        var items: [StateFileReader.Item] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + pieces)
            reader.read(Array(bytes[start..<end])) { items.append($0) }
            start = end
        }
        end = reader.finish { items.append($0) }
        for item in items {
            switch item {
            case .head: break
            case .line(let line, _): lines.append(line)
            case .bad: bad += 1
            }
        }
    }
}

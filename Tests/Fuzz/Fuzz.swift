internal import FeedCore

/// The entry point of libFuzzer. The name of the program selects the trial; see `make fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    Trial.chosen.run(input)
    return 0
}

/// The trials. Each checks what must hold for any input, beyond not crashing.
enum Trial: String, CaseIterable {
    case date, feed, html, opml, query, config, page, state

    static let chosen: Trial = {
        let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
        guard let trial = Trial(rawValue: name) else { preconditionFailure("\(name): \(allCases)") }
        return trial
    }()

    func run(_ input: [UInt8]) {
        switch self {
        case .date: tryDate(input)
        case .feed: tryFeed(input)
        case .html: tryHTML(input)
        case .opml: tryOPML(input)
        case .query: tryQuery(input)
        case .config: tryConfig(input)
        case .page: tryPage(input)
        case .state: tryState(input)
        }
    }
}

/// Ends the run where the condition does not hold; libFuzzer saves the input.
func demand(_ condition: Bool, _ message: @autoclosure () -> String) {
    if condition { return }
    let text = Array("ERROR: \(message())\n".utf8)
    _ = write(2, text, text.count)
    abort()
}

internal import FeedCore

/// The entry point of libFuzzer: the program's own name says what it tries, see `make fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    Trial.chosen.run(input)
    return 0
}

/// What can be tried. Beyond not crashing, each trial demands what must hold of any input.
enum Trial: String, CaseIterable {
    case date, feed, html, opml, query, config, page

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
        }
    }
}

/// Ends the run with the input written down where what must hold does not.
func demand(_ condition: Bool, _ message: @autoclosure () -> String) {
    if condition { return }
    let text = Array("ERROR: \(message())\n".utf8)
    _ = write(2, text, text.count)
    abort()
}

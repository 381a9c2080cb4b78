import TestSupport

/// A publisher whose feeds tell their articles apart in every way that feeds do, and in ways that tell none apart.
///
/// Each item has its true name as a category, which does not identify it.
struct SimulatedPublisher {
    enum Kind: String, CaseIterable {
        case everything, noGuid, oneLink, pairsOfLinks, titleOnly, oneTitle, oneGuid, oneGuidAndLink, guidsComeAndGo
        case guidsAgain, linksAgain, editedTitles, editedTitlesWithoutGuid
    }

    private let server: FeedServer
    private static let perDay = 2
    private static let window = 10
    /// Items older than the first day, in the archive.
    static let archived = 4

    init(_ server: FeedServer) { self.server = server }

    func url(of kind: Kind) -> String { server.url("/\(kind.rawValue)") }

    static func name(_ kind: Kind, _ number: Int) -> String { "\(kind.rawValue)-\(number)" }

    /// Serves the feeds of a day.
    func publish(day: Int) {
        let last = SimulatedPublisher.archived + 4 + SimulatedPublisher.perDay * day
        for kind in Kind.allCases {
            let numbers = (max(SimulatedPublisher.archived, last - SimulatedPublisher.window)..<last).reversed()
            server.serve("/\(kind.rawValue)", .document(document(kind, numbers, day)))
            let old = (0..<SimulatedPublisher.archived).reversed()
            server.serve("/\(kind.rawValue)/archive", .document(document(kind, old, day, hasArchive: false)))
        }
    }

    private func document(_ kind: Kind, _ numbers: some Sequence<Int>, _ day: Int, hasArchive: Bool = true) -> String {
        let link = "<a:link rel=\"prev-archive\" href=\"\(url(of: kind))/archive\"/>"
        return """
            <rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel><title>\(kind.rawValue)</title>
            \(hasArchive ? link : "")\(numbers.map { item(kind, $0, day) }.joined(separator: "\n"))</channel></rss>
            """
    }

    private func item(_ kind: Kind, _ number: Int, _ day: Int) -> String {
        var guid: String? = "g\(number)"
        var link: String? = "/\(kind.rawValue)/\(number)"
        var title = "Title \(number)"
        // The day after an item came.
        let isLater = number < SimulatedPublisher.archived + 4 + SimulatedPublisher.perDay * (day - 1)
        switch kind {
        case .everything: break
        case .noGuid: guid = nil
        case .oneLink: (guid, link) = (nil, "/")
        case .pairsOfLinks: (guid, link) = (nil, "/\(number / 2)")
        case .titleOnly: (guid, link) = (nil, nil)
        case .oneTitle: (guid, title) = (nil, "Daily")
        case .oneGuid: guid = "g"
        case .oneGuidAndLink: (guid, link) = ("g", "/")
        case .guidsComeAndGo: guid = (3...6).contains(day) ? nil : guid
        case .guidsAgain: guid = "g\(number % 12)"
        case .linksAgain: link = "/\(number % 12)"
        case .editedTitles: title += isLater ? ", edited" : ""
        case .editedTitlesWithoutGuid: (guid, title) = (nil, title + (isLater ? ", edited" : ""))
        }
        let date = "\(number % 28 + 1) \(["Sep", "Oct", "Nov", "Dec"][number / 28]) 2020 10:00:00 GMT"
        return """
            <item><title>\(title)</title><category>\(SimulatedPublisher.name(kind, number))</category>
            \(guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? "")
            \(link.map { "<link>https://site.example\($0)</link>" } ?? "")<pubDate>\(date)</pubDate>
            <description>What is to say about number \(number) of \(kind.rawValue)</description></item>
            """
    }
}

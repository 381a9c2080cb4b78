/// How a document leads to the older articles of its feed.
public struct ArchiveLinks: Hashable, Sendable {
    /// The link relation by which a document names the page of its older articles.
    public enum Relation: String, Sendable {
        /// RFC 5005, section 4.
        case previousArchive = "prev-archive"
        /// RFC 5005, section 3; JSON Feed's `next_url`.
        case next
        /// The name that some feeds give to their older page.
        case previous
        /// The pages that WordPress has for every feed.
        case wordPress = "wordpress"
        /// The pages that Blogger has for every feed.
        case blogger
    }

    private var links: [Relation: String] = [:]
    /// The program that has written the document.
    private var program: Relation?

    package init() {}

    /// Takes over a link of the document, the first one of each kind.
    package mutating func note(_ relation: String, _ address: String?) {
        guard let kind = Relation(rawValue: relation), kind != .wordPress, kind != .blogger, links[kind] == nil else {
            return
        }
        links[kind] = address
    }

    /// Makes the links absolute.
    package mutating func resolve(_ complete: (inout String?) -> Void) {
        for relation in links.keys { complete(&links[relation]) }
    }

    /// Takes over the name of the program, such as `https://wordpress.org/?v=6.4`.
    package mutating func noteProgram(_ name: String?) {
        let name = name?.lowercased() ?? ""
        if name.contains("wordpress") { program = .wordPress }
        if name.contains("blogger") { program = .blogger }
    }

    /// The way to older articles that the first document of a feed offers.
    public var relation: Relation? {
        [.previousArchive, .next, .previous].first { links[$0] != nil } ?? program
    }

    /// The next older document.
    ///
    /// - Parameters:
    ///   - url: where this document is from.
    ///   - page: the number of the next document, where the first one is 1.
    ///   - start: the number of the next article, where the newest one is 1.
    public func older(by relation: Relation, than url: WebAddress, page: Int, start: Int) -> String? {
        switch relation {
        case .previousArchive, .next, .previous: links[relation]
        case .wordPress: url.replacing("paged", with: page)
        case .blogger: url.replacing("start-index", with: start)
        }
    }
}

extension WebAddress {
    /// The address with this value of a parameter of the query.
    fileprivate func replacing(_ parameter: String, with value: Int) -> String {
        let text = text.prefix { $0 != "#" }
        let page = text.prefix { $0 != "?" }
        let others = text[page.endIndex...].dropFirst().split(separator: "&").filter { !$0.hasPrefix(parameter + "=") }
        return page + "?" + (others + ["\(parameter)=\(value)"]).joined(separator: "&")
    }
}

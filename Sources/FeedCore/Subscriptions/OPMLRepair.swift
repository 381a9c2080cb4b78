/// Mends the tags of an OPML document that is not well-formed: each outline gets the attributes that were meant.
///
/// Exporters write quotation marks into values without escaping them, as of a description with a link in it, and leave
/// others out. So a quotation mark ends a value only where the tag can go on behind it. The rest of the document stays.
struct OPMLRepair {
    private let input: UnsafeBufferPointer<UInt8>
    private var output: [UInt8] = []
    /// Feeds have no end tags: the start tag of each ends it.
    private let closesFeeds: Bool
    /// The start tags that still need an end tag, less the end tags.
    private var unclosed = 0

    /// Mends a document in UTF-8.
    static func mend(_ document: [UInt8]) -> [UInt8] {
        document.withUnsafeBufferPointer { input in
            var repair = OPMLRepair(input, closesFeeds: false)
            repair.mend()
            guard repair.unclosed > 0 else { return repair.output }
            // An end tag of a folder would end a feed in it that has none.
            repair = OPMLRepair(input, closesFeeds: true)
            repair.mend()
            return repair.output
        }
    }

    private init(_ input: UnsafeBufferPointer<UInt8>, closesFeeds: Bool) {
        self.input = input
        self.closesFeeds = closesFeeds
        output.reserveCapacity(input.count + input.count / 8)
    }

    private mutating func mend() {
        var copied = 0
        var index = 0
        var hasCommentEnds = true
        while !Task.isCancelled, let less = input.index(of: UInt8(ascii: "<"), from: index) {
            index = less + 1
            if input.has("<!--", at: less) {
                guard hasCommentEnds else { continue }
                let end = input.end(of: "-->", from: less + 4)
                hasCommentEnds = end != nil
                index = end ?? index
            } else if input.hasName("/outline", at: index) {
                unclosed -= 1
            } else if input.hasName("outline", at: index), let tag = OPMLOutlineTag(input, at: less) {
                output.append(contentsOf: input[copied..<less])
                index = write(tag)
                copied = index
            }
        }
        output.append(contentsOf: input[copied...])
    }

    /// Writes a tag, and returns the index behind what it stands for.
    private mutating func write(_ tag: OPMLOutlineTag) -> Int {
        output += "<outline".utf8
        var isFeed = false
        for (name, value) in tag.attributes {
            isFeed = isFeed || input.hasName("xmlurl", at: name.lowerBound)
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: input[name])
            output += "=\"".utf8
            for byte in input[value] {
                switch byte {
                case UInt8(ascii: "\""): output += "&quot;".utf8
                case UInt8(ascii: "<"): output += "&lt;".utf8
                default: output.append(byte)
                }
            }
            output.append(UInt8(ascii: "\""))
        }
        let isEnded = tag.isEmpty || (isFeed && closesFeeds)
        output += (isEnded ? "/>" : ">").utf8
        guard !tag.isEmpty else { return tag.end }
        guard isEnded else {
            unclosed += 1
            return tag.end
        }
        let next = input.afterSpaces(from: tag.end)
        guard input.hasName("</outline", at: next), let end = input.index(of: UInt8(ascii: ">"), from: next) else {
            return tag.end
        }
        return end + 1
    }
}

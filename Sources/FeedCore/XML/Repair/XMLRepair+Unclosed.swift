/// What lacks its end tag, or an article its start tag: where it evidently ends, or began.
extension XMLRepair {
    /// How much of what follows an element takes that is never closed.
    enum Lack: Equatable {
        /// It is closed.
        case nothing
        /// Nothing but text, or elements of its own prefix.
        case end
        /// The parts of a person.
        case endOfPerson
        /// What a feed has too, once each.
        case endOfFeedLike
    }

    /// What an element lacks that begins with this tag and is not balanced.
    mutating func lack(of tag: Tag) -> Lack {
        guard tag.isTerminated, !isTooDeep, !tag.name.isArticle, let boundary = nextBoundary(from: tag.end),
            !hasEnd(tag.name, from: tag.end, before: boundary.start),
            !boundary.beginsArticle || !isForeign(tag.name) || !hasEndBehindArticles(tag.name, from: tag.end)
        else { return .nothing }
        if XMLRepair.personNames.contains(tag.name.key) { return .endOfPerson }
        return XMLRepair.feedLikeNames.contains(tag.name.key) ? .endOfFeedLike : .end
    }

    /// Closes what is never closed before a tag that does not belong into it.
    mutating func closeUnclosed(before name: Name) {
        while let last = open.last, last.lack != .nothing, open.count > 1, !takes(name, in: last) {
            close(from: open.count - 1)
        }
        if let last = open.last, last.lack == .endOfFeedLike {
            open[open.count - 1].parts.append(name.key)
        }
    }

    private func takes(_ name: Name, in element: Element) -> Bool {
        let isForeign = name.prefix != 0 && name.prefix == element.name.prefix
        switch element.lack {
        case .nothing: return true
        case .end: return isForeign && !isOwnPrefix(name.prefix) && name.key != element.name.key
        case .endOfPerson:
            return XMLRepair.partsOfPersons.contains(name.key)
                || name.prefix != 0 && name.prefix != element.name.prefix && role(of: name) == .other
        case .endOfFeedLike:
            // Of links there are several.
            return XMLRepair.partsOfFeeds.contains(name.key)
                && (name.isNamed("link") || !element.parts.contains(name.key))
        }
    }

    /// What stands in an element of another vocabulary is no article of the feed's.
    var isInForeign: Bool {
        guard let article = open.lastIndex(where: { $0.role == .article }) else { return false }
        return open[article...].contains { $0.role == .other && $0.lack == .nothing && isForeign($0.name) }
    }

    private func isForeign(_ name: Name) -> Bool { !isOwnPrefix(name.prefix) }

    // MARK: Articles without a start

    /// Begins the article whose own tag is missing or misspelt, where something stands between others that belongs into
    /// one. True where the tag was the misspelt one.
    mutating func beginLostArticle(before tag: Tag, _ role: Role) -> Bool {
        guard let parent = open.last, parent.role == .root || parent.role == .channel, role != .root,
            role != .channel,
            role != .article, !tag.isEmpty || parent.hadArticle
        else { return false }
        let isSecondTitle = parent.hasTitle && isTitle(tag.name)
        let isUnknown =
            role == .other && !tag.name.isHTML && !XMLRepair.feedLikeNames.contains(tag.name.key)
        guard parent.hadArticle || isSecondTitle || isUnknown,
            let boundary = nextBoundary(from: position)
        else {
            return false
        }
        // Both tags are missing: a feed has one title.
        let isBetween = parent.hadArticle && isSecondTitle
        guard boundary.endsArticle || isBetween && boundary.name.isArticle else { return false }
        let isMisspelt =
            isUnknown && !hasEnd(tag.name, from: tag.end, before: boundary.start) && !tag.isEmpty
        guard isMisspelt || parent.hadArticle || isSecondTitle else { return false }
        open[open.count - 1].hasElements = true
        open[open.count - 1].hadArticle = true
        hasChannel = true
        let start = output.count
        output.append(UInt8(ascii: "<"))
        writeName(boundary.name.range)
        output.append(UInt8(ascii: ">"))
        open.append(Element(name: boundary.name, role: .article, start: start))
        if isMisspelt { position = tag.end }
        return isMisspelt
    }

    func isTitle(_ name: Name) -> Bool { name.isNamed("title") && isOwnPrefix(name.prefix) }

    /// An article that has nothing, not even attributes: its start tag was doubled.
    func isEmptyArticle(_ element: Element) -> Bool {
        let end = element.start + element.name.range.count + 1
        return !element.hasElements && end < output.count && output[end] == UInt8(ascii: ">")
    }

    private static func keys(_ names: String) -> Set<UInt64> {
        Set(names.split(separator: " ").map { $0.utf8.reduce(0, HTMLTag.pack) })
    }

    private static let personNames = keys("author contributor owner")
    static let partsOfPersons = keys("name email uri url homepage")
    private static let feedLikeNames = keys("source image textinput cloud skiphours skipdays")
    private static let partsOfFeeds = keys(
        """
        title link id updated modified subtitle tagline logo icon rights generator author description url width \
        height name hour day
        """)
}

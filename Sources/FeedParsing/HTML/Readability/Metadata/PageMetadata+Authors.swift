/// The authors that a page names in its head.
extension PageMetadata {
    /// The names of the authors. If the head has no name but that of the site, which is often its host, those of the
    /// byline count, and if it may have the publisher's, those that are marked as authors.
    func authors(_ byline: PageByline) -> [String] {
        let (declared, shown) = (declared, names(byline.authors))
        let isBetter =
            lacksAuthors(declared) || byline.isMarked && !PageMetadata.agrees(shown, with: declared)
            || PageMetadata.lacksPeople(declared) && shown.allSatisfy { PageByline.isPerson($0, isSure: false) }
        let found = !shown.isEmpty && isBetter ? shown : declared
        guard found.isEmpty else { return found }
        // A site may be called as its author is, or be it.
        let owner = byline.authors.first ?? (structured.authors + articleAuthors).first { !PageMetadata.isAddress($0) }
        return owner.map { [$0] } ?? []
    }

    /// Whether the names of a byline may count.
    ///
    /// - Parameter isMarked: the page has elements that are for authors whatever their class.
    func needsByline(isMarked: Bool) -> Bool {
        let declared = declared
        return PageMetadata.lacksPeople(declared) || lacksAuthors(declared)
            || isMarked && articleAuthors.isEmpty && names(structured.authors).isEmpty
    }

    /// Whether no author that the head names is written as a person is.
    private static func lacksPeople(_ declared: [String]) -> Bool {
        declared.allSatisfy { !PageByline.isPerson($0, isSure: false) }
    }

    /// Whether no people are among the authors that the head names.
    private func lacksAuthors(_ declared: [String]) -> Bool {
        let owner = value("copyright", "dc.rights").map(PageLetters.of) ?? ""
        return declared.allSatisfy {
            !$0.contains(" ") && $0.contains(".") || owner.contains(PageLetters.of($0))
        }
    }

    /// Whether the names of people in a byline are among those of the head, or no people.
    private static func agrees(_ shown: [String], with declared: [String]) -> Bool {
        let declared = declared.map(PageLetters.of)
        return shown.contains { name in
            let letters = PageLetters.of(name)
            return !PageByline.isPerson(name, isSure: false)
                || declared.contains { $0.contains(letters) || letters.contains($0) }
        }
    }

    /// The authors that the head names.
    private var declared: [String] {
        let people = names(structured.authors.flatMap(PageByline.names(declared:)))
        guard people.isEmpty else { return people }
        let (own, all) = (names(articleAuthors), names(pageAuthors))
        // One of several authors.
        return own.isEmpty || Set(own).isSubset(of: all) ? all : own
    }

    /// These names, each once, without those of the site and its publisher.
    private func names(_ written: [String]) -> [String] {
        let publishers = [site, structured.publisher, value("publisher", "dc.publisher")]
        var seen = Set(publishers.map { $0.map(PageLetters.of) ?? "" } + [""])
        return written.filter { !PageMetadata.isAddress($0) && seen.insert(PageLetters.of($0)).inserted }
    }

    /// Whether an author is given as the address of a page.
    private static func isAddress(_ name: String) -> Bool {
        name.hasBytes("://") || ["/", "./", "../"].contains(where: name.hasPrefix)
    }
}

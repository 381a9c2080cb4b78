/// What between the title and the text belongs to the article: a lead, a subtitle, a picture.
extension ContentCleaning {
    /// Keeps the paragraphs and pictures between the title and the text.
    mutating func keepLead(in node: Index, afterTitle: Bool) {
        var isBehindTitle = !afterTitle
        var found: [Index] = []
        func look(_ node: Index) {
            guard page.isElement(node), !page.isHidden[node] else {
                if page.tree.nodes[node].kind == .text { found.append(node) }
                return
            }
            if node == heading {
                isBehindTitle = true
                return
            }
            let measure = page[node]
            let isPicture = (measure.kind == .figure || measure.kind == .image) && measure.text < 400
            if isBehindTitle, isPicture {
                found += captions(of: node)
                return
            }
            let isTable = measure.kind == .list || measure.kind == .table
            if isBehindTitle, isText(node) { return }
            if isBehindTitle,
                isLead(node) || isTable && measure.text >= 100 && measure.linkDensity < 0.1 && isContent(node)
            {
                return
            }
            let holdsMore = measure.text > 0 || measure.images > 0
            guard holdsMore, !page.isFact(node) else {
                found.append(node)
                return
            }
            var hasChildren = false
            for child in page.tree.children(of: node) {
                hasChildren = true
                look(child)
            }
            if !hasChildren { found.append(node) }
        }
        look(node)
        page.hide(found)
    }

    /// Whether an element is named for the text of an article: the question of a forum, before its answers.
    private func isText(_ node: Index) -> Bool {
        let measure = page[node]
        return measure.hints.contains(.content) && measure.hints.isDisjoint(with: ContentCleaning.besideText)
            && measure.controls == 0 && measure.text >= 40 && measure.linkDensity < 0.3
    }

    /// Whether an element between the title and the text is a paragraph that belongs to the article.
    private mutating func isLead(_ node: Index) -> Bool {
        let measure = page[node]
        // A subtitle.
        if measure.kind == .heading, measure.link == 0, measure.images == 0, (10...300).contains(measure.text),
            !page.isFact(node), !page.isPointer(node), !isTitle(node)
        {
            subtitle = node
            return true
        }
        guard measure.text >= 40, measure.linkDensity < 0.3, measure.ownText * 2 > measure.text,
            measure.isLead || measure.hints.isDisjoint(with: [.author, .date, .facts, .person, .furniture, .topics])
        else { return false }
        return measure.isLead || !page.isDateLine(node)
    }

    /// Whether an element is a picture, maybe with its caption, and the element with the title follows it.
    func isPictureBeforeTitle(_ node: Index) -> Bool {
        let measure = page[node]
        guard measure.images == 1, measure.link == 0, measure.headings == 0, measure.text < 400,
            measure.kind == .figure || measure.kind == .container && (measure.text == 0 || hasCaption(node)),
            measure.hints.isDisjoint(with: [.furniture, .comments, .person, .hidden, .doubtful])
        else { return false }
        let next = page.tree.siblings(behind: node).first { !page.isHidden[$0] && !page[$0].isEmpty }
        guard let next, around.contains(next) else { return false }
        // What is linked is a logo, or sold.
        return links(in: node).isEmpty
    }

    /// The texts in a picture beside the title, which are no part of the text: many only name the photographer.
    func captions(of picture: Index) -> [Index] {
        page.tree.children(of: picture).flatMap { child in
            page[child].text == 0 ? [] : page[child].images == 0 ? [child] : captions(of: child)
        }
    }

    /// Whether a block is a picture with a caption.
    private func hasCaption(_ node: Index) -> Bool {
        let measure = page[node]
        let isOther: ElementHints = [.author, .facts, .person, .furniture]
        guard measure.kind == .container, measure.images == 1, measure.headings == 0, (1..<300).contains(measure.text),
            measure.hints.isDisjoint(with: isOther)
        else { return false }
        return measure.hints.contains(.caption)
            || page.elements(in: node).contains { page[$0].hints.contains(.caption) || page[$0].kind == .figure }
    }
}

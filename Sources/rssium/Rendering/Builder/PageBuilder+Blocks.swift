internal import FeedCore

/// Figures, quotations and forms: what is known of them only at their end.
extension PageBuilder {
    mutating func beginFigure() -> Open {
        if !figures.isEmpty { figures[figures.count - 1] = true }
        figures.append(false)
        endLine()
        return .figure
    }

    /// A caption below several figures is none of the last one alone: it stands apart.
    mutating func endCaption(_ spans: [Page.Span]) {
        outline.add(figures.last == true ? .paragraph(spans.emphasized) : .caption(spans))
    }

    mutating func beginQuote(from source: String?) -> Open {
        endText()
        guard outline.begin(.quote) else { return .block }
        defer { textKind = .paragraph }
        return .quote(before: textKind, source: source)
    }

    /// Says where a quotation was taken from, unless a link has said so.
    mutating func endQuote(_ before: TextKind, from source: String?) {
        endText()
        if let source = source?.trimmed, !outline.isEmpty, !links.isNumbered(source), let address = WebAddress(source),
            address.scheme != .file
        {
            let text = Page.Span.Content.text(address.host)
            outline.add(
                .paragraph([Page.Span(content: .text("— ")), Page.Span(content: text, link: links.number(of: source))]))
        }
        outline.end()
        textKind = before
    }

    /// A form in the middle of a table or a list is not allowed to part it.
    mutating func beginForm() -> Open {
        endLine()
        guard !textKind.isPreformatted, !outline.isBetweenParts, outline.begin(.form) else { return .block }
        defer { textKind = .paragraph }
        return .form(before: textKind, links: links.addresses.count, controls: controls)
    }

    /// In a heading, in the line of `details` or in a link a button is what people read.
    var isButtonText: Bool {
        switch textKind {
        case .heading, .summary: true
        default: link != nil
        }
    }

    /// What asks for an address or a vote is no text; a form with a text in it was put around the whole page.
    mutating func endForm(_ before: TextKind, links count: Int, controls earlier: Int) {
        endText()
        textKind = before
        guard !outline.endForm(isText: controls == earlier) else { return }
        links.keepFirst(count)
        // The link around it has shown nothing yet.
        if case .outer(let address, let number?)? = link, number > count {
            link = .outer(address: address, number: nil)
        }
    }
}

extension [HTMLAttribute] {
    /// Whether a form says that it is there to subscribe, to search, to answer or to sign in.
    var areOfSmallForm: Bool {
        contains { attribute in
            guard ["id", "class", "action", "role", "name"].contains(attribute.name), attribute.value.utf8.count < 1024
            else { return false }
            let value = attribute.value.lowercased()
            return smallForms.contains { value.holds($0) }
        }
    }
}

private let smallForms = [
    "subscri", "newsletter", "mailchimp", "list-manage", "buttondown", "signup", "sign-up", "search", "comment",
    "login", "poll", "paypal", "contact",
]

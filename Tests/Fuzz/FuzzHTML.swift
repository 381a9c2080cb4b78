@testable internal import FeedCore
@testable internal import FeedParsing

/// Each start tag has its end tag in order, the nesting has its limit, and the text is not longer than the input.
func tryHTML(_ input: [UInt8]) {
    let events = Array(HTMLEvents(HTMLTree(input)))
    var open: [HTMLName] = []
    var size = 0
    for event in events {
        switch event {
        case .start(let name, let attributes):
            open.append(name)
            demand(open.count <= HTMLTree.depthLimit + 2, "\(open.count) elements deep")
            demand(attributes.count <= HTMLTree.attributeLimit, "\(attributes.count) attributes")
        case .end(let name): demand(open.popLast() == name, "</\(name.text)> ends another element")
        case .text(let text): size += text.utf8.count
        }
    }
    demand(open.isEmpty, "<\(open.last?.text ?? "")> has no end")
    demand(size <= 3 * input.count + 64, "\(size) bytes of text in \(input.count)")
    demand(events == Array(HTMLEvents(HTMLTree(input))), "the same bytes, other events")

    let html = String(decoding: input, as: UTF8.self)
    for event in HTMLEvents(HTMLTree(Sanitizer.clean(html))) {
        guard case .start(let name, let attributes) = event else { continue }
        demand(
            SanitizerRule.named(name) != nil && SanitizerRule.named(name) != .hidden,
            "<\(name.text)> is in what is harmless")
        for attribute in attributes {
            let value = SafeAttribute.value(of: attribute, on: name.text, anchors: "")
            demand(
                value != nil || ["src", "srcset", "alt", "controls", "preload", "hidden"].contains(attribute.name),
                "\(attribute.name)=\(attribute.value) is in what is harmless")
        }
    }
    let text = HTMLText(.html(html))
    demand(text.bytes == HTMLText(.html(html)).bytes, "the same HTML, another text")
    _ = text.excerpt()
    _ = HTMLLinks.resolved(HTMLTree(html), base: "https://a.example/b/")
    _ = FeedDiscovery.page(input, base: "https://a.example/b/")
    tryTree(HTMLTree(input))
    let article = try? PageArticle(of: input, charset: nil, url: nil)
    demand(article == (try? PageArticle(of: input, charset: nil, url: nil)), "the same page, another article")
}

/// Each node is reached once, and its neighbours agree that it is their neighbour.
private func tryTree(_ tree: HTMLTree) {
    var reached = Set([HTMLTree.document])
    var node = HTMLTree.document
    while let next = tree.node(after: node, in: HTMLTree.document) {
        demand(reached.insert(next).inserted, "a node that is in two places")
        demand(tree.previousSibling(of: next).map { tree.nextSibling(of: $0) == next } ?? true, "a sibling of another")
        node = next
    }
}

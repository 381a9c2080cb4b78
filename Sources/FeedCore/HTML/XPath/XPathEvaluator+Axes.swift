/// The axes (XPath 1.0, section 2.2).
extension XPathEvaluator {
    /// The nodes on an axis of one or more nodes, which are in the order of the document. Those of one node are in the order
    /// of the axis.
    func nodes(
        on axis: XPathExpression.Axis, of nodes: [Node], _ test: XPathExpression.NodeTest
    ) throws(Failure) -> [Node] {
        var found: [Node] = []
        switch axis {
        case .namespace: break
        case .itself:
            for node in nodes { try take(node, test, into: &found) }
        case .attribute:
            for node in nodes where node.attribute == nil { try takeAttributes(of: node.place, test, into: &found) }
        case .child:
            for node in nodes where node.attribute == nil {
                var place = node.place + 1
                while place <= document.end(node.place) {
                    try take(place, test, into: &found)
                    place = document.end(place) + 1
                }
            }
        case .parent:
            for node in nodes {
                let parent = node.attribute == nil ? document.parent(node.place) : node.place
                if let parent { try take(parent, test, into: &found) }
            }
        case .descendant, .descendantOrSelf:
            try takeDescendants(of: nodes, orSelf: axis == .descendantOrSelf, test, into: &found)
        case .ancestor, .ancestorOrSelf:
            try takeAncestors(of: nodes, orSelf: axis == .ancestorOrSelf, test, into: &found)
        case .following:
            // What follows any of them follows the one that ends first.
            let starts = nodes.map { $0.attribute == nil ? document.end($0.place) + 1 : $0.place + 1 }
            if let first = starts.min() {
                for place in first..<max(first, document.count) { try take(place, test, into: &found) }
            }
        case .preceding:
            // What precedes any of them precedes the last one.
            if let last = nodes.last?.place {
                for place in (0..<last).reversed() where document.end(place) < last {
                    try take(place, test, into: &found)
                }
                try count(last)
            }
        case .followingSibling: try takeFollowingSiblings(of: nodes, test, into: &found)
        case .precedingSibling: try takePrecedingSiblings(of: nodes, test, into: &found)
        }
        return found
    }

    private func takeDescendants(
        of nodes: [Node], orSelf: Bool, _ test: XPathExpression.NodeTest, into found: inout [Node]
    ) throws(Failure) {
        // Behind the content of the node before: what is inside it was looked at.
        var next = 0
        for node in nodes {
            if node.attribute != nil {
                if orSelf { try take(node, test, into: &found) }
                continue
            }
            let (first, last) = (max(next, orSelf ? node.place : node.place + 1), document.end(node.place))
            if first <= last {
                for place in first...last { try take(place, test, into: &found) }
            }
            next = max(next, last + 1)
        }
    }

    private func takeAncestors(
        of nodes: [Node], orSelf: Bool, _ test: XPathExpression.NodeTest, into found: inout [Node]
    ) throws(Failure) {
        var seen: Set<Int> = []
        for node in nodes {
            var next: Int? = node.attribute == nil && !orSelf ? document.parent(node.place) : node.place
            if node.attribute != nil, orSelf { try take(node, test, into: &found) }
            while let place = next, nodes.count == 1 || seen.insert(place).inserted {
                try take(place, test, into: &found)
                next = document.parent(place)
            }
        }
    }

    private func takeFollowingSiblings(
        of nodes: [Node], _ test: XPathExpression.NodeTest, into found: inout [Node]
    ) throws(Failure) {
        var parents: Set<Int> = []
        for node in nodes where node.attribute == nil {
            guard let parent = document.parent(node.place), parents.insert(parent).inserted else { continue }
            var place = document.end(node.place) + 1
            while place <= document.end(parent) {
                try take(place, test, into: &found)
                place = document.end(place) + 1
            }
        }
    }

    private func takePrecedingSiblings(
        of nodes: [Node], _ test: XPathExpression.NodeTest, into found: inout [Node]
    ) throws(Failure) {
        var parents: Set<Int> = []
        for node in nodes.reversed() where node.attribute == nil {
            guard let parent = document.parent(node.place), parents.insert(parent).inserted else { continue }
            var place = Int(document.previous[node.place])
            while place >= 0 {
                try take(place, test, into: &found)
                place = Int(document.previous[place])
            }
        }
    }

    private func takeAttributes(
        of place: Int, _ test: XPathExpression.NodeTest, into found: inout [Node]
    ) throws(Failure) {
        guard document.kind(place) == .element else { return }
        let attributes = document.tree.attributes(of: Int(document.nodes[place]))
        try count(attributes.count)
        for (index, attribute) in attributes.enumerated() {
            switch test {
            case .name(let name) where attribute.name != name: continue
            case .name, .anyName, .node: found.append(Node(place, attribute: index))
            case .text, .comment, .instruction: continue
            }
        }
    }

    private func take(
        _ place: Int, _ test: XPathExpression.NodeTest, into found: inout [Node]
    ) throws(Failure) {
        try take(Node(place), test, into: &found)
    }

    /// Adds the node if it passes the test, which an attribute never does on these axes.
    private func take(
        _ node: Node, _ test: XPathExpression.NodeTest, into found: inout [Node]
    ) throws(Failure) {
        try count()
        let kind = node.attribute == nil ? document.kind(node.place) : nil
        let passes =
            switch test {
            case .node: true
            case .anyName: kind == .element
            case .text: kind == .text || kind == .code
            case .comment: kind == .comment
            case .instruction: false
            case .name(let name): kind == .element && document.name(of: node) == name
            }
        if passes { found.append(node) }
    }
}

/// Leaves nodes out, and takes them back.
extension PageAnalysis {
    /// Leaves nodes out, with all that is in them.
    mutating func hide(_ nodes: [Index]) {
        var sum = Measure()
        var parent: Index?
        for node in nodes where !isHidden[node] {
            isHidden[node] = true
            // Siblings together: on a deep page they have many ancestors.
            if tree.parent(of: node) != parent {
                if let parent { add(sum, times: -1, around: parent) }
                sum = Measure()
                parent = tree.parent(of: node)
            }
            sum.add(measures[node])
        }
        if let parent { add(sum, times: -1, around: parent) }
    }

    /// Adds a measure to a node and to all that it is in.
    private mutating func add(_ measure: Measure, times factor: Int32, around node: Index?) {
        var next = node
        while let outer = next, outer != tree.parent(of: body) {
            measures[outer].add(measure, times: factor)
            next = tree.parent(of: outer)
        }
    }

    /// Writes a heading as a line of text.
    mutating func showAsLine(_ node: Index) { measures[node].kind = .container }

    /// Takes elements back that their names had left out: the names say nothing of what is in them.
    mutating func show(_ node: Index) {
        isHidden[node] = false
        measures[node].hints.subtract([.furniture, .comments])
        add(measures[node], times: 1, around: tree.parent(of: node))
    }

    /// Takes back what is text in an element.
    mutating func showText(in top: Index) {
        var (last, found): (Index, [Index]) = (0, [])
        var node = tree.node(after: top, in: top)
        while let current = node {
            if !isHidden[current] {
                if isElement(current), self[current].ownText >= 80, self[current].ownLinkDensity < 0.5 {
                    last = current
                }
            } else if isRunningText(current) {
                found.append(current)
            }
            node = tree.node(after: current, in: top, skipsContent: isHidden[current])
        }
        // Behind the text, a short one is what the site says to its readers.
        for node in found where node < last || self[node].prose * 7 > self[top].prose { show(node) }
    }
}
